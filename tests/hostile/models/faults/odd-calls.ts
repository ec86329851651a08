import {expect} from 'vitest';
import type {AppEvent} from '../../../../source/domain/event.ts';
import {readTool, writeTool} from '../../../helpers/model-app.ts';
import {callOf, calls, says} from '../../../servers/models/fault-script.ts';
import {type FaultRow, finishes} from './fault-row.ts';

const many = Array.from({length: 64}, (_, index) => callOf(`call_many_${index}`, readTool, {index}));

const endedCalls = (events: readonly AppEvent[]): readonly string[] =>
	events.flatMap(event =>
		event.type === 'call-succeeded' || event.type === 'call-failed' ? [event.callId] : [],
	);

/** Answers that are whole, with calls in them that are not as they should be. */
export const oddCalls: readonly FaultRow[] = [
	...['{"path": "a"', '["a"]', 'rm -rf', '{"path": "a"} {"path": "b"}', 'true', '{path: a}'].map(
		(text): FaultRow => ({
			fault: `calls a tool with ${text} in place of a JSON object`,
			answers: [calls(callOf('call_1', writeTool, text)), says('I see.')],
			expected: finishes('I see.'),
			requests: 2,
			also: ({app, server}) => {
				const failed = app.events.findLast(event => event.type === 'call-failed');
				expect(failed).toMatchObject({
					failure: {code: 'invalid-arguments', message: expect.any(String)},
				});
				expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('call_1');
			},
		}),
	),
	{
		fault: 'calls a tool that nobody offers',
		answers: [calls(callOf('call_1', 'files__delete', {path: 'a'})), says('I see.')],
		expected: finishes('I see.'),
		requests: 2,
		also: ({app}) =>
			expect(app.events.findLast(event => event.type === 'call-failed')).toMatchObject({
				failure: {code: 'unknown-tool', message: expect.stringContaining('files__delete')},
			}),
	},
	{
		fault: 'calls a tool whose name no provider would take back',
		answers: [calls(callOf('call_1', 'no such. tool!', {})), says('I see.')],
		expected: finishes('I see.'),
		requests: 2,
	},
	{
		fault: 'gives two calls the same id',
		answers: [
			calls(callOf('same', readTool, {path: 'a'}), callOf('same', readTool, {path: 'b'})),
			says('Both.'),
		],
		expected: finishes('Both.'),
		requests: 2,
		ran: 2,
		also: ({app}) => {
			const [one, other, ...rest] = endedCalls(app.events).slice(-2);
			expect(one).not.toBe(other);
			expect(rest).toEqual([]);
		},
	},
	{
		fault: 'gives a call the id of an earlier one',
		answers: [calls(callOf('call_0', readTool, {path: 'b'})), says('Again.')],
		expected: finishes('Again.'),
		requests: 2,
		ran: 1,
	},
	{
		fault: 'gives its calls no ids',
		answers: [calls(callOf('', readTool, {path: 'a'}), callOf('', readTool, {path: 'b'})), says('Both.')],
		expected: finishes('Both.'),
		requests: 2,
		ran: 2,
	},
	{
		fault: 'gives its calls ids that are too long and have odd characters',
		answers: [
			calls(callOf(`call:${'x'.repeat(200)}`, readTool, {}), callOf('call é 1', readTool, {})),
			says('Both.'),
		],
		expected: finishes('Both.'),
		requests: 2,
		ran: 2,
	},
	{
		fault: 'has 64 calls at once',
		answers: [calls(...many), says('All.')],
		expected: finishes('All.'),
		requests: 2,
		ran: 64,
		also: ({app}) => expect(new Set(endedCalls(app.events).slice(-64)).size).toBe(64),
	},
	{
		fault: 'says nothing at all and is done',
		answers: [{type: 'stream', parts: [], finish: 'stop'}],
		expected: finishes(''),
		requests: 1,
	},
	{
		fault: 'says that it calls tools and calls none',
		answers: [{...says('Well.'), finish: 'calls'}],
		expected: finishes('Well.'),
		requests: 1,
	},
];
