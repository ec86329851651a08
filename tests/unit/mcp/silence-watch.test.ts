import type {JSONRPCMessage} from '@modelcontextprotocol/client';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createSilenceWatch} from '../../../source/core/mcp/transports/silence-watch.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

const call: JSONRPCMessage = {jsonrpc: '2.0', id: 1, method: 'tools/call'};
const answer: JSONRPCMessage = {jsonrpc: '2.0', id: 1, result: {}};
const takeBack: JSONRPCMessage = {
	jsonrpc: '2.0',
	method: 'notifications/cancelled',
	params: {requestId: 1},
};

const start = () => {
	const asked: JSONRPCMessage[] = [];
	const onSilent = vi.fn();
	const watch = createSilenceWatch({limit: 1000, ask: message => asked.push(message), onSilent});
	return {watch, asked, onSilent};
};

describe('a silent server', () => {
	it('is left alone while it owes nothing', () => {
		const {watch, asked, onSilent} = start();
		watch.sent(call);
		watch.received(answer);
		vi.advanceTimersByTime(100_000);
		expect(asked).toEqual([]);
		expect(onSilent).not.toHaveBeenCalled();
	});

	it('is asked for a sign of life, and given up without one', () => {
		const {watch, asked, onSilent} = start();
		watch.sent(call);
		vi.advanceTimersByTime(1000);
		expect(asked).toMatchObject([{method: 'ping'}]);
		expect(onSilent).not.toHaveBeenCalled();
		vi.advanceTimersByTime(1000);
		expect(onSilent).toHaveBeenCalledOnce();
	});

	it('goes on when it gives one, which nobody else sees', () => {
		const {watch, asked, onSilent} = start();
		watch.sent(call);
		vi.advanceTimersByTime(1500);
		watch.alive();
		const [ping] = asked;
		if (ping === undefined || !('id' in ping) || ping.id === undefined) throw new Error('not asked');
		expect(watch.received({jsonrpc: '2.0', id: ping.id, result: {}})).toBe(true);
		vi.advanceTimersByTime(900);
		expect(onSilent).not.toHaveBeenCalled();
		expect(watch.received(answer)).toBe(false);
	});

	it('is watched also after the request was taken back, until it says anything', () => {
		const {watch, onSilent} = start();
		watch.sent(call);
		watch.sent(takeBack);
		vi.advanceTimersByTime(500);
		watch.alive();
		vi.advanceTimersByTime(100_000);
		expect(onSilent).not.toHaveBeenCalled();
		watch.sent({...call, id: 2});
		watch.sent({...takeBack, params: {requestId: 2}});
		vi.advanceTimersByTime(2000);
		expect(onSilent).toHaveBeenCalledOnce();
	});

	it('is nobody’s business any more once the watch stops', () => {
		const {watch, onSilent} = start();
		watch.sent(call);
		watch.stop();
		vi.advanceTimersByTime(100_000);
		expect(onSilent).not.toHaveBeenCalled();
	});
});
