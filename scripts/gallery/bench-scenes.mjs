import {inTwoSizes} from './two-sizes.mjs';

/** Keys that are apart: what one opens must be there before the next is pressed. */
const open = (...keys) => ['wait:› ', ...keys];
const started = ['f2', 'wait:Servers', 's', 'wait:ready', 'down', 's', 'wait:/2 ready/'];
const both = {servers: ['everything', 'files']};

const withWriter = {
	assistants: {
		writer: {
			description: 'Writes what others read',
			instructions: 'Write short sentences.',
			servers: ['files'],
			toolApproval: 'trusted-only',
			trustedTools: ['files__read_text_file'],
		},
	},
};

/** A tool that is one request, and somebody who answers it. */
const withWeather = {
	service: {port: 8642, answer: {forecast: {sky: 'clear', temperature: 21}}},
	config: {
		customTools: {
			weather: {
				description: 'Tells the weather in a city, for some days',
				parameters: {
					type: 'object',
					properties: {
						city: {type: 'string', description: 'Its name in English'},
						days: {type: 'integer', minimum: 1, maximum: 7, default: 1},
					},
					required: ['city'],
				},
				endpoint: {
					url: 'http://127.0.0.1:8642/weather/{{city}}',
					query: {days: '{{days}}', units: 'metric'},
					// biome-ignore lint/suspicious/noTemplateCurlyInString: a person writes variables like this
					headers: {Authorization: 'Bearer ${WEATHER_KEY:-a-key-of-nobody}'},
				},
				result: {path: 'forecast'},
				readOnly: true,
			},
		},
	},
};

/** The workbench, each part in a small and in a large window. */
export const benchScenes = [
	{
		name: 'servers',
		about: 'F2: the servers, how each is, what it offers and what it costs.',
		servers: ['everything', 'files', 'broken'],
		keys: open(...started, 'down', 's', 'wait:failed', 'up', 'stable'),
	},
	{
		name: 'server-form',
		about:
			'A server is added by the command that starts it, an address or a snippet; ctrl+t tests it before it is saved.',
		...both,
		keys: open(
			'f2',
			'wait:Servers',
			'n',
			'stable',
			'type:node server-memory.mjs',
			'enter',
			'pause:600',
			'stable',
		),
	},
	{
		name: 'tools',
		about: 'F3: every tool with its parameters.',
		...both,
		keys: open(
			...started,
			'f3',
			'wait:/\\d+ tools/',
			'/',
			'type:trigger-long',
			'wait:1 of',
			'enter',
			'stable',
		),
	},
	{
		name: 'try-tool',
		about: 'A tool is tried: a form, a last look, the result.',
		...both,
		keys: open(
			...started,
			'f3',
			'wait:/\\d+ tools/',
			'/',
			'type:get-sum',
			'wait:1 of',
			'enter',
			't',
			'wait:a *',
			'type:4',
			'enter',
			'type:5',
			'ctrl+s',
			'pause:600',
			'enter',
			'wait:The sum',
			'stable',
		),
	},
	{
		name: 'toolbox',
		about: 'F2: the built-in server beside the others.',
		...both,
		keys: open('f2', 'wait:Servers', 'G', 's', 'wait:ready', 'stable'),
	},
	{
		name: 'toolbox-tools',
		about: 'F3: built-in tools, and what one of them says and takes.',
		keys: open('f3', 'wait:/\\d+ tools/', '/', 'type:file', 'enter', 'down', 'stable'),
	},
	{
		name: 'endpoint',
		about: 'A tool of your own: where its requests go, without secrets, and what came of the last ones.',
		...withWeather,
		args: ['--approval', 'auto'],
		keys: [
			'wait:› ',
			'type:Will it rain?',
			'enter',
			'wait:clear sky',
			'f3',
			'wait:/\\d+ tools/',
			'/',
			'type:weather',
			'wait:1 of',
			'enter',
			'tab',
			'stable',
		],
	},
	{
		name: 'prompts',
		about: 'The prompts of all servers, with what they take.',
		...both,
		keys: open(...started, ']', ']', 'wait:prompt', 'down', 'stable'),
	},
	{
		name: 'resources',
		about: 'Resources and templates, and what is in them.',
		...both,
		keys: open(...started, ']', ']', ']', 'wait:resource', 'stable'),
	},
	{
		name: 'assistants',
		about: 'Assistants: who you talk to.',
		...both,
		config: withWriter,
		keys: open(...started, ']', ']', ']', ']', 'wait:writer', 'down', 'stable'),
	},
	{
		name: 'assistant-editor',
		about: 'An assistant is edited: servers with their state, when its calls ask, which tools it trusts.',
		...both,
		config: withWriter,
		keys: open(...started, ']', ']', ']', ']', 'wait:writer', 'down', 'e', 'wait:Tool approval', 'stable'),
	},
	{
		name: 'traffic',
		about: 'F4: every message of every server, with its other half.',
		...both,
		keys: open(...started, 'f4', 'wait:tools/list', '/', 'type:tools/list', 'enter', 'stable'),
	},
	{
		name: 'sessions',
		about: 'F5: every session, found by what was said in it.',
		...both,
		args: ['--approval', 'auto'],
		keys: [
			'wait:› ',
			'type:How is the weather?',
			'enter',
			'wait:Light rain',
			'f5',
			'wait:session',
			'tab',
			'stable',
		],
	},
	{
		name: 'approvals',
		about: 'What decides about calls: the mode, rules, grants, and where each stands.',
		...both,
		config: {
			approvals: [
				{server: 'files', tool: 'read_*', decision: 'allow'},
				{tool: 'get-env', decision: 'deny'},
			],
		},
		keys: open(...started, '[', 'wait:deny', 'down', 'down', 'stable'),
	},
].flatMap(inTwoSizes);
