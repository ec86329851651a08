import {readTool, writeTool} from '../../../helpers/model-app.ts';
import {
	callOf,
	calls,
	type StreamAnswer,
	type StreamFault,
	says,
} from '../../../servers/models/fault-script.ts';
import {type FaultRow, fails, finishes} from './fault-row.ts';

const retry = /\/retry/;

const talking = says('The answer is long and has an end.');
const acting: StreamAnswer = {
	type: 'stream',
	parts: [
		{type: 'text', text: 'Let me write that.'},
		callOf('call_1', writeTool, {path: 'important.txt', text: 'overwritten'}),
		callOf('call_2', readTool, {path: 'b'}),
	],
	finish: 'calls',
};

const broken = (answer: StreamAnswer, at: StreamFault['at'], what: StreamFault['what']): StreamAnswer => ({
	...answer,
	fault: {at, what},
});

/** The first attempt is left behind, and another one made. */
const isRepeated = (fault: string, answer: StreamAnswer, more: Partial<FaultRow> = {}): FaultRow => ({
	fault,
	answers: [answer, says('There it is.')],
	expected: finishes('There it is.'),
	requests: 2,
	waits: [1000],
	...more,
});

const page =
	'<!DOCTYPE html><html><head><title>Sign in to the hotel</title></head><body>Welcome</body></html>';

/** Long enough for an answer on a busy machine, short enough to wait for. */
const shortPatience = {idleLimit: 700};

export const brokenStreams: readonly FaultRow[] = [
	isRepeated('is cut by FIN in the middle of a text', broken(talking, 'text', 'fin')),
	isRepeated('is cut by FIN in the middle of the arguments of a call', broken(acting, 'arguments', 'fin')),
	isRepeated(
		'is cut by FIN after whole calls, before it says that it is done',
		broken(acting, 'parts', 'fin'),
	),
	isRepeated('is cut by RST in the middle of a text', broken(talking, 'text', 'rst')),
	isRepeated('is cut by RST after whole calls', broken(acting, 'parts', 'rst')),
	isRepeated('ends in the middle of a text as if it were whole', broken(talking, 'text', 'end')),
	isRepeated('ends in the middle of arguments as if it were whole', broken(acting, 'arguments', 'end')),
	isRepeated('ends after whole calls without its terminal event', broken(acting, 'parts', 'end')),
	isRepeated('begins and says nothing but [DONE]', broken(talking, 'start', 'done')),
	isRepeated('has whole calls and [DONE] in place of its terminal event', broken(acting, 'parts', 'done'), {
		protocols: ['anthropic', 'responses'],
	}),
	{
		fault: 'has whole calls and [DONE] in place of a finish reason',
		protocols: ['chat'],
		answers: [broken(acting, 'parts', 'done'), says('Done.')],
		expected: finishes('Done.'),
		requests: 2,
		ran: 2,
	},
	isRepeated('has half a call and [DONE]', broken(acting, 'arguments', 'done')),
	{
		fault: 'is empty',
		answers: [{type: 'body', status: 200, headers: {'content-type': 'text/event-stream'}, body: ''}],
		expected: fails('cut', /before it was finished.*tried 3 times/s, retry),
		requests: 3,
		waits: [1000, 2000],
	},
	{
		fault: 'is [DONE] and nothing else',
		answers: [
			{type: 'body', status: 200, headers: {'content-type': 'text/event-stream'}, body: 'data: [DONE]\n\n'},
		],
		expected: fails('cut', /before it was finished.*tried 3 times/s, retry),
		requests: 3,
		waits: [1000, 2000],
	},
	{
		fault: 'is a web page with status 200',
		answers: [{type: 'body', status: 200, headers: {'content-type': 'text/html'}, body: page}],
		expected: fails('garbled', /web page answers \("Sign in to the hotel"\)/, /(baseUrl|_BASE_URL).*sign in/),
		requests: 1,
	},
	{
		fault: 'is a web page that says that it is a stream',
		answers: [{type: 'body', status: 200, headers: {'content-type': 'text/event-stream'}, body: page}],
		expected: fails('cut', /before it was finished.*tried 3 times/s, retry),
		requests: 3,
		waits: [1000, 2000],
	},
	isRepeated('never begins', broken(talking, 'start', 'stall'), {settings: shortPatience}),
	isRepeated('stalls after whole calls', broken(acting, 'parts', 'stall'), {settings: shortPatience}),
	{
		fault: 'stalls every time',
		answers: [broken(talking, 'text', 'stall')],
		expected: fails('stalled', /nothing for .*tried 3 times/s, /idleTimeout/),
		requests: 3,
		waits: [1000, 2000],
		settings: {idleLimit: 350},
	},
	isRepeated('turns into an error of the server in a text', broken(talking, 'text', 'error')),
	isRepeated('turns into an error of the server after whole calls', broken(acting, 'parts', 'error')),
	isRepeated('turns into an overload in a text', broken(talking, 'text', 'overload')),
	isRepeated('turns into an overload in the middle of arguments', broken(acting, 'arguments', 'overload')),
	{
		fault: 'has a chunk of garbage in a text, and then goes on',
		answers: [broken(talking, 'text', 'garbage'), says('Never asked for.')],
		expected: fails('garbled', /cannot be read/, retry),
		requests: 1,
	},
	{
		fault: 'has a chunk of garbage before its calls, and then goes on',
		answers: [broken(acting, 'text', 'garbage'), says('Never asked for.')],
		expected: fails('garbled', /cannot be read/, retry),
		requests: 1,
	},
	{
		fault: 'reaches its output limit in a text',
		answers: [{...talking, finish: 'length'}],
		expected: finishes('The answer is long and has an end.', /output limit: the answer is cut short/),
		requests: 1,
	},
	{
		fault: 'is refused by the model',
		answers: [{...says('I cannot help with that.'), finish: 'refusal'}],
		expected: finishes('I cannot help with that.', /declined to answer/),
		requests: 1,
	},
	{
		fault: 'reaches its output limit in the arguments of a call',
		answers: [
			{...calls(callOf('call_1', writeTool, '{"path": "important.txt", "text": "over')), finish: 'length'},
		],
		expected: fails('answer-truncated', /output limit while it was asking for tools/, /Nothing was run/),
		requests: 1,
	},
	{
		fault: 'reaches its output limit after a whole call',
		answers: [{...acting, finish: 'length'}],
		expected: fails('answer-truncated', /output limit while it was asking for tools/, /Nothing was run/),
		requests: 1,
	},
	{
		fault: 'is refused by the model after a whole call',
		answers: [{...acting, finish: 'refusal'}],
		expected: fails('answer-truncated', /broke its answer off/, /Nothing was run/),
		requests: 1,
	},
];
