import {describe, expect, it} from 'vitest';
import {createTrafficLog} from '../../../../source/core/mcp/traffic/traffic-log.ts';
import type {TrafficEntry} from '../../../../source/domain/traffic.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

type Limits = {readonly count: number; readonly bytes: number; readonly message: number};
const roomy: Limits = {count: 1000, bytes: 1_000_000, message: 10_000};

const setUp = (limits: Partial<Limits> = {}) => {
	let time = 0;
	const {log, record} = createTrafficLog({
		now: () => 1000 + time,
		elapsed: () => time,
		redact: value => value,
		limits: {...roomy, ...limits},
	});
	return {
		log,
		record,
		pass: (milliseconds: number) => {
			time += milliseconds;
		},
	};
};

const request = (id: string | number, method = 'tools/list', params: object = {}) => ({
	jsonrpc: '2.0',
	id,
	method,
	params,
});
const response = (id: string | number, result: object = {}) => ({jsonrpc: '2.0', id, result});

const last = (entries: readonly TrafficEntry[]): TrafficEntry | undefined => entries.at(-1);

describe('what is recorded', () => {
	it('tells number, time, server, direction, kind, method, id and size of a message', () => {
		const {log, record} = setUp();
		const sent = request(7, 'tools/call', {name: 'echo', arguments: {text: 'grün'}});
		record('one').sent(sent);
		expect(log.entries()).toEqual([
			{
				number: 1,
				at: 1000,
				server: 'one',
				direction: 'out',
				kind: 'request',
				method: 'tools/call',
				id: 7,
				subject: 'echo',
				size: Buffer.byteLength(JSON.stringify(sent)),
			},
		]);
		expect(log.messageOf(1)).toEqual(sent);
	});

	it('matches an answer with its request, and says how long it took', () => {
		const {log, record, pass} = setUp();
		const one = record('one');
		one.sent(request(1));
		one.sent(request(2, 'prompts/get', {name: 'tour'}));
		pass(40);
		one.received(response(2));
		expect(log.find(3)).toMatchObject({
			kind: 'response',
			direction: 'in',
			method: 'prompts/get',
			subject: 'tour',
			latency: 40,
			other: 2,
		});
		expect(log.find(2)?.other).toBe(3);
		expect(log.find(1)?.other).toBeUndefined();
	});

	it('matches the requests of a server with our answers, under the same ids', () => {
		const {log, record} = setUp();
		const one = record('one');
		one.sent(request(1, 'tools/call'));
		one.received(request(1, 'elicitation/create'));
		one.sent(response(1));
		one.received(response(1));
		expect(log.entries().map(({method, other}) => [method, other])).toEqual([
			['tools/call', 4],
			['elicitation/create', 3],
			['elicitation/create', 2],
			['tools/call', 1],
		]);
	});

	it('takes no answer for that of another connection or of another kind of id', () => {
		const {log, record} = setUp();
		record('one').sent(request(1));
		record('one').received(response(1));
		const again = record('one');
		again.sent(request(2));
		again.received(response('2'));
		expect(log.entries().every(({other}) => other === undefined)).toBe(true);
	});

	it('tells notifications, errors and failed tools apart', () => {
		const {log, record} = setUp();
		const one = record('one');
		one.received({jsonrpc: '2.0', method: 'notifications/progress', params: {progress: 1}});
		one.received({jsonrpc: '2.0', id: 9, error: {code: -32_602, message: 'Unknown tool'}});
		one.received(response(8, {isError: true, content: [{type: 'text', text: 'the disk is full'}]}));
		one.received({jsonrpc: '2.0', id: 7, error: 'no object'});
		expect(log.entries().map(({kind, error}) => [kind, error])).toEqual([
			['notification', undefined],
			['error', '-32602 Unknown tool'],
			['response', 'the disk is full'],
			['error', 'An error that is not described.'],
		]);
	});

	it('says of a request that never got its answer what happened instead', () => {
		const {log, record} = setUp();
		const one = record('one');
		one.sent(request(1, 'initialize'));
		one.noted('The server exited with code 1.', {isTrouble: true, id: 1});
		expect(log.find(1)?.other).toBe(2);
		expect(log.find(2)).toMatchObject({
			kind: 'connection',
			method: 'initialize',
			id: 1,
			other: 1,
			error: 'The server exited with code 1.',
		});
		expect(log.messageOf(2)).toBeUndefined();
	});

	it('says of every request without an answer how the connection ended', () => {
		const {log, record} = setUp();
		const one = record('one');
		one.sent(request(1));
		one.received(request(1, 'ping'));
		one.sent(request(2));
		one.received(response(1));
		one.noted('The connection was closed.', {isEnd: true});
		expect(log.entries().map(({other}) => other)).toEqual([4, 5, 5, 1, undefined]);
		expect(log.find(5)).not.toHaveProperty('error');
	});

	it('survives a message that cannot be written as JSON', () => {
		const {log, record} = setUp();
		const circle: Record<string, unknown> = {jsonrpc: '2.0', method: 'notifications/odd'};
		circle.params = circle;
		record('one').received(circle);
		expect(log.messageOf(1)).toContain('cannot be written');
		record('one').received('no message');
		expect(log.entries()).toHaveLength(1);
	});
});

describe('limits', () => {
	it('lets the oldest go when there are too many, and counts them', () => {
		const {log, record} = setUp({count: 3});
		const one = record('one');
		for (let id = 1; id <= 10; id += 1) one.sent(request(id));
		expect(log.entries().map(({number}) => number)).toEqual([8, 9, 10]);
		expect(log.letGo()).toBe(7);
		expect(log.find(7)).toBeUndefined();
		expect(log.messageOf(7)).toBeUndefined();
		expect(log.messageOf(9)).toEqual(request(9));
		one.received(response(2));
		expect(log.find(11)).toMatchObject({method: 'tools/list', other: 2});
	});

	it('lets the oldest go when they take too much memory', () => {
		const {log, record} = setUp({bytes: 5000});
		const one = record('one');
		for (let id = 1; id <= 10; id += 1) one.sent(request(id, 'tools/call', {text: 'x'.repeat(1000)}));
		expect(log.entries().map(({number}) => number)).toEqual([8, 9, 10]);
		one.sent(request(11, 'tools/call', {text: 'x'.repeat(9000)}));
		expect(log.entries().map(({number}) => number)).toEqual([11]);
	});

	it('keeps both ends of a long text and the beginning of a long list, and marks the cut', () => {
		const {log, record} = setUp({message: 2000});
		const text = `begin ${'x'.repeat(50_000)} end`;
		const list = Array.from({length: 5000}, (_, index) => index);
		const message = response(1, {content: [{type: 'text', text}], list});
		record('one').received(message);
		expect(log.find(1)).toMatchObject({isCut: true, size: Buffer.byteLength(JSON.stringify(message))});
		const kept = JSON.stringify(log.messageOf(1));
		expect(kept.length).toBeLessThan(4000);
		expect(kept).toMatch(/begin x+ … \d+ characters left out … x+ end/);
		expect(kept).toMatch(/\d+ more left out/);
	});

	it('stays within them for any number of messages', () => {
		const {log, record} = setUp({count: 100});
		const one = record('one');
		for (let id = 1; id <= 5000; id += 1) {
			one.sent(request(id));
			one.received(response(id));
		}
		expect(log.entries()).toHaveLength(100);
		expect(last(log.entries())).toMatchObject({number: 10_000, other: 9999});
	});

	it('forgets everything when it is cleared, and goes on counting', () => {
		const {log, record} = setUp({count: 2});
		for (let id = 1; id <= 3; id += 1) record('one').sent(request(id));
		log.clear();
		expect(log.entries()).toEqual([]);
		expect(log.letGo()).toBe(0);
		record('one').sent(request(4));
		expect(log.entries().map(({number}) => number)).toEqual([4]);
		expect(log.messageOf(4)).toEqual(request(4));
	});
});

describe('latency', () => {
	it('is the newest and the median of what a server took to answer us', () => {
		const {log, record, pass} = setUp();
		expect(log.latencyOf('one')).toBeUndefined();
		const one = record('one');
		for (const [id, time] of [10, 30, 20].entries()) {
			one.sent(request(id));
			pass(time);
			one.received(response(id));
		}
		one.received(request(1, 'ping'));
		pass(5000);
		one.sent(response(1));
		expect(log.latencyOf('one')).toEqual({last: 20, p50: 20, count: 3});
		expect(log.latencyOf('two')).toBeUndefined();
	});
});

describe('whoever looks', () => {
	it('is told once about many messages, and not after leaving', async () => {
		const {log, record} = setUp();
		let told = 0;
		const leave = log.subscribe(() => {
			told += 1;
		});
		for (let id = 1; id <= 100; id += 1) record('one').sent(request(id));
		expect(told).toBe(0);
		await waitUntil(() => told > 0);
		expect(told).toBe(1);
		leave();
		let others = 0;
		log.subscribe(() => {
			others += 1;
		});
		record('one').sent(request(1));
		await waitUntil(() => others > 0);
		expect(told).toBe(1);
	});

	it('gets the same list while nothing has changed', () => {
		const {log, record} = setUp();
		record('one').sent(request(1));
		const entries = log.entries();
		expect(log.entries()).toBe(entries);
		record('one').sent(request(2));
		expect(log.entries()).not.toBe(entries);
	});
});
