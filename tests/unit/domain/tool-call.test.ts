import {describe, expect, it} from 'vitest';
import {callDuration, isCallOver, type ToolCall} from '../../../source/domain/tool-call.ts';

const base = {
	callId: 'c1',
	server: 'files',
	tool: 'read',
	modelName: 'files__read',
	arguments: {},
	requestedAt: 50,
};
const failure = {code: 'broken', message: 'It broke.'};

const open: readonly ToolCall[] = [
	{...base, status: 'pending'},
	{...base, status: 'awaiting-approval', askId: 'a1'},
	{...base, status: 'running', startedAt: 100},
];
const over: readonly ToolCall[] = [
	{...base, status: 'succeeded', result: {content: []}, startedAt: 100, endedAt: 130},
	{...base, status: 'failed', failure, startedAt: 100, endedAt: 130},
	{...base, status: 'denied', rule: 'a rule', startedAt: 100, endedAt: 130},
	{...base, status: 'cancelled', outcomeUnknown: true, startedAt: 100, endedAt: 130},
];

describe('isCallOver', () => {
	it.each(open)('is false while a call is $status', call => {
		expect(isCallOver(call)).toBe(false);
	});

	it.each(over)('is true once a call has $status', call => {
		expect(isCallOver(call)).toBe(true);
	});
});

describe('callDuration', () => {
	it('is unknown before a call was sent', () => {
		expect(callDuration({...base, status: 'pending'}, 500)).toBeUndefined();
		expect(callDuration({...base, status: 'awaiting-approval', askId: 'a1'}, 500)).toBeUndefined();
	});

	it('grows with the clock while a call runs', () => {
		const call: ToolCall = {...base, status: 'running', startedAt: 100};
		expect(callDuration(call, 100)).toBe(0);
		expect(callDuration(call, 350)).toBe(250);
	});

	it.each(over)('no longer depends on the clock once a call has $status', call => {
		expect(callDuration(call, 0)).toBe(30);
		expect(callDuration(call, 9999)).toBe(30);
	});

	it('stays unknown for a call that ended without having been sent', () => {
		expect(callDuration({...base, status: 'denied', rule: 'a rule', endedAt: 130}, 500)).toBeUndefined();
	});

	it('is never negative when the clock is set back', () => {
		expect(callDuration({...base, status: 'running', startedAt: 100}, 40)).toBe(0);
		expect(
			callDuration({...base, status: 'succeeded', result: {content: []}, startedAt: 100, endedAt: 40}, 0),
		).toBe(0);
	});
});
