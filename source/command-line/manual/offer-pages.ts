import {argumentWords, type ManualPage, type ManualPages} from './manual-page.ts';

const listExits: ManualPage['exits'] = [
	['0', 'it was done'],
	['1', 'no server works, or one that --server names does not'],
	['42', 'bad input or configuration'],
];

const callExits: ManualPage['exits'] = [
	['0', 'the tool gave a result'],
	['1', 'it failed, or the server does not work'],
	['42', 'bad input or configuration'],
];

/** What servers offer. */
export const offerPages: ManualPages = {
	call: {
		about: [
			'It is your own call: nothing asks first.',
			argumentWords,
			'--json prints the result as the server sent it.',
		],
		examples: [
			{says: 'Arguments as words:', line: 'mcp-tui call files read_file path=README.md'},
			{
				says: 'Arguments as JSON, the raw result:',
				line: `mcp-tui call db query '{"sql": "select 1"}' --json`,
			},
			{says: 'Keep an image that it makes:', line: 'mcp-tui call charts draw kind=pie -o chart.png'},
		],
		exits: callExits,
	},
	tools: {
		about: ['With what each says of itself. Each server is started for it.'],
		examples: [
			{says: 'All of them:', line: 'mcp-tui tools'},
			{says: 'The tools of one server:', line: 'mcp-tui tools --server files'},
		],
		exits: listExits,
	},
	'tools test': {
		about: [
			argumentWords,
			'Custom tools are the entries of customTools in your configuration. It is your own call: nothing asks first.',
		],
		examples: [{says: 'Try one:', line: 'mcp-tui tools test weather city=Berlin'}],
		exits: callExits,
	},
	prompts: {
		about: ['In the chat they are typed as /server:prompt.'],
		examples: [{says: 'All of them:', line: 'mcp-tui prompts'}],
		exits: listExits,
	},
	'prompts get': {
		about: ['What a model would be told, message by message.'],
		examples: [{says: 'Fill one in:', line: 'mcp-tui prompts get git review branch=main'}],
	},
	resources: {
		about: ['In the chat they are typed as @server:uri.'],
		examples: [{says: 'Those of one server:', line: 'mcp-tui resources --server notes'}],
		exits: listExits,
	},
	'resources read': {
		about: ['One that is no text is written into a file with -o.'],
		examples: [
			{says: 'Print it:', line: 'mcp-tui resources read notes note://today'},
			{says: 'Keep it:', line: 'mcp-tui resources read notes note://logo -o logo.png'},
		],
	},
};
