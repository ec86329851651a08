import {
	configFile,
	dataFolder,
	homeVariable,
	type ManualPage,
	type ManualPages,
	projectFile,
} from './manual-page.ts';

const exits: ManualPage['exits'] = [
	['0', 'ok'],
	['1', 'failed'],
	['2', 'an approval was needed and nobody could give it'],
	['42', 'bad input or configuration'],
	['53', 'step limit'],
];

export const chatPages: ManualPages = {
	'': {
		about: [],
		examples: [
			{says: 'A tour of everything, without a key or a network:', line: 'mcp-tui demo'},
			{says: 'Talk to a model on this machine:', line: 'mcp-tui -m ollama/qwen3'},
			{
				says: 'Answer one prompt about a file, in a script:',
				line: 'cat error.log | mcp-tui -p "What went wrong?" --output-format json',
			},
			{says: 'Go on with the last session:', line: 'mcp-tui -c'},
		],
		exits,
		files: [configFile, dataFolder, projectFile],
		environment: [
			homeVariable,
			['ANTHROPIC_API_KEY', 'the key of a provider; OPENAI_API_KEY and others likewise'],
			['EDITOR', 'what ctrl+g opens; VISUAL goes first'],
			['NO_COLOR', 'no colours'],
		],
	},
	demo: {
		about: [
			'The model is a script, the tools are real: they run on this machine and ask first. None of your servers is used.',
		],
		examples: [
			{says: 'Take the tour:', line: 'mcp-tui demo'},
			{says: 'See what a script gets:', line: 'mcp-tui demo -p time --approval auto --output-format json'},
		],
		exits,
	},
};
