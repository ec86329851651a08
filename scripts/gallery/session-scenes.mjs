import {inTwoSizes} from './two-sizes.mjs';

const say = (text, answer) => ['wait:› ', `type:${text}`, 'enter', `wait:${answer}`];
const allow = text => [`wait:${text}`, 'pause:900', 'y'];

const talk = [
	...say('How is the weather?', 'Light rain'),
	'wait:› ',
	'type:Plan the release',
	'enter',
	'wait:The plan is in',
];

/** What is done with a session: going back, looking at what it took, playing it again. */
export const sessionScenes = [
	{
		name: 'rewind',
		about: 'Esc esc: the messages of this session, and what came since each. Enter goes back to before one.',
		servers: ['files', 'everything'],
		args: ['--approval', 'auto'],
		keys: [...talk, 'wait:› ', 'escape', 'wait:again', 'escape', 'stable'],
	},
	{
		name: 'rewound',
		about: 'Gone back: the message is the draft again, and the mark says what is not undone.',
		servers: ['files', 'everything'],
		args: ['--approval', 'auto'],
		keys: [...talk, 'wait:› ', 'escape', 'wait:again', 'escape', 'stable', 'enter', 'wait:Back to', 'stable'],
	},
	{
		name: 'stats',
		about: '/stats: what this session took.',
		servers: ['files', 'everything'],
		args: ['--approval', 'auto'],
		pace: 120,
		keys: [...talk, ...say('/stats', 'Session'), 'stable'],
	},
	{
		name: 'stats-turn',
		about: '/stats turn: who took the time in a turn, from top to bottom as it began.',
		servers: ['files'],
		pace: 40,
		keys: [
			'wait:› ',
			'type:Plan the release',
			'enter',
			...allow('read_text_file'),
			...allow('plan.md'),
			'wait:The plan is in',
			...say('/stats turn', 'Turn'),
			'stable',
		],
	},
	{
		name: 'replay',
		about: 'A recorded talk is played: no model, no server, no network. Its messages are suggested.',
		servers: ['files', 'everything'],
		recorded: 'How is the weather?',
		args: ['--approval', 'auto'],
		keys: ['wait:› ', 'enter', 'wait:Light rain', 'stable'],
	},
].flatMap(inTwoSizes);
