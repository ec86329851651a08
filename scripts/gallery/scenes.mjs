import {benchScenes} from './bench-scenes.mjs';
import {sessionScenes} from './session-scenes.mjs';

const say = (text, ...more) => ['wait:› ', `type:${text}`, 'enter', ...more];
/** A question takes no key in its first moments. */
const answer = key => ['pause:400', key];

/**
 * The pictures, in the order in which they are shown. `servers` names those of servers.mjs that the scene has;
 * `config` goes into config.json beside them. `pace` is that of the model; `isMoving` is for what is seen only while it moves.
 */
export const scenes = [
	{
		name: 'chat',
		about: 'The picture of the README.',
		servers: ['files'],
		cols: 96,
		rows: 26,
		keys: say('Plan the release', 'wait:wants to run', ...answer('y'), 'wait:plan.md'),
	},
	{
		name: 'first-run',
		about: 'The first start, without a model and without a file: enter takes the tour.',
		isFirst: true,
		keys: ['wait:Welcome', 'stable'],
	},
	{
		name: 'greeting',
		about: 'A start with a model and two servers. Servers start when they are needed.',
		servers: ['files', 'everything'],
		keys: ['wait:› '],
	},
	{
		name: 'answer-streams',
		about: 'An answer while it is written: tables, lists, code and differences are laid out as they come.',
		pace: 60,
		isMoving: true,
		keys: say('What changed this week?', 'wait:values.map'),
	},
	{
		name: 'answer',
		about: 'The same answer in a large window.',
		cols: 120,
		rows: 40,
		keys: say('What changed this week?', 'wait:Shall I'),
	},
	{
		name: 'approval',
		about:
			'A tool wants to run: who, what, with which arguments, and the rule that made it ask. Nothing runs meanwhile.',
		servers: ['files'],
		keys: say('Plan the release', 'wait:wants to run', ...answer('y'), 'wait:plan.md'),
	},
	{
		name: 'edit-form',
		about: 'The arguments of the call as a form, before it runs.',
		servers: ['everything'],
		keys: say('How is the weather?', 'wait:wants to run', ...answer('e'), 'stable'),
	},
	{
		name: 'elicitation',
		about: 'A server asks for something in the middle of a call. Its form says who asks.',
		servers: ['everything'],
		args: ['--approval', 'auto'],
		rows: 30,
		keys: say('Register me', 'wait:/asks|wants/', 'pause:600', 'type:Ada'),
	},
	{
		name: 'questions',
		about: 'Several calls wait, and each is asked about in turn.',
		servers: ['files', 'everything', 'jobs'],
		cols: 120,
		rows: 40,
		keys: say('Look everywhere', 'wait:wants to run', 'stable'),
	},
	{
		name: 'parallel',
		about: 'Calls side by side: two are done, one says how far it is, two say nothing.',
		servers: ['files', 'everything', 'jobs'],
		args: ['--approval', 'auto'],
		isMoving: true,
		keys: say('Look everywhere', 'wait:50 %'),
	},
	{
		name: 'statuses',
		about:
			'What became of calls: done, failed, denied by the user, and interrupted with an outcome that nobody knows.',
		servers: ['files', 'everything', 'jobs'],
		cols: 100,
		rows: 36,
		args: ['--approval', 'auto'],
		config: {approvals: [{tool: 'get-env', decision: 'deny'}]},
		keys: say('Try everything', 'wait:50 %', 'escape', 'stable'),
	},
	{
		name: 'provider-error',
		about: 'A provider that refuses says why, and what to do.',
		args: ['--model', 'ollama/qwen3'],
		env: {OLLAMA_HOST: 'http://127.0.0.1:61999'},
		keys: say('Hello', 'wait:/✘/'),
	},
	{
		name: 'server-error',
		about: 'A server that does not start is named in the footer, and /mcp says why.',
		servers: ['files', 'broken'],
		keys: [...say('Hello', 'wait:1 failed'), ...say('/mcp', 'wait:broken')],
	},
	{
		name: 'details',
		about: 'Ctrl+o opens a call: its arguments, what came back, and as which JSON.',
		servers: ['everything'],
		args: ['--approval', 'auto'],
		keys: say('How is the weather?', 'wait:Light rain', 'ctrl+o', 'stable'),
	},
	{
		name: 'keys',
		about: '? on an empty prompt shows the keys.',
		keys: ['wait:› ', '?', 'stable'],
	},
	{
		name: 'commands',
		about: 'A slash completes commands.',
		keys: ['wait:› ', 'type:/mo', 'stable'],
	},
	{
		name: 'palette',
		about: 'Ctrl+p searches every command.',
		keys: ['wait:› ', 'ctrl+p', 'stable'],
	},
	{
		name: 'image',
		about: 'An image in a result, drawn with half blocks where the terminal has nothing better.',
		servers: ['everything'],
		args: ['--approval', 'auto'],
		keys: say('Show me the picture', 'wait:That is the logo'),
	},
	{
		name: 'light',
		about: 'On a light background, found by asking the terminal.',
		servers: ['files'],
		theme: 'light',
		keys: say('Plan the release', 'wait:wants to run', ...answer('y'), 'wait:plan.md'),
	},
	{
		name: 'light-answer',
		about: 'An answer on a light background.',
		theme: 'light',
		rows: 40,
		keys: say('What changed this week?', 'wait:Shall I'),
	},
	{
		name: 'high-contrast',
		about: 'The theme with high contrast uses the plain colours of the terminal.',
		servers: ['files'],
		config: {theme: 'high-contrast'},
		keys: say('Plan the release', 'wait:wants to run', ...answer('y'), 'wait:plan.md'),
	},
	{
		name: 'narrow-answer',
		about: 'Forty columns: an answer.',
		cols: 40,
		rows: 20,
		keys: say('What changed this week?', 'wait:mention'),
	},
	{
		name: 'narrow-approval',
		about: 'Forty columns: a question stays whole.',
		servers: ['files'],
		cols: 40,
		rows: 20,
		keys: say('Plan the release', 'wait:wants to run', ...answer('y'), 'wait:plan.md'),
	},
	{
		name: 'narrow-statuses',
		about: 'Forty columns: cards.',
		servers: ['files', 'everything', 'jobs'],
		cols: 40,
		rows: 20,
		args: ['--approval', 'auto'],
		isMoving: true,
		keys: say('Look everywhere', 'wait:50 %'),
	},
	...benchScenes,
	...sessionScenes,
];
