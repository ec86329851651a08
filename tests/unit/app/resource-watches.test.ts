import {describe, expect, it} from 'vitest';
import {createResourceWatches} from '../../../source/app/resource-watches.ts';
import type {Fetched} from '../../../source/domain/catalogue.ts';

const done: Fetched<undefined> = {type: 'fetched', value: undefined, raw: {}};
const refused: Fetched<undefined> = {type: 'failed', failure: {code: 'refused', message: 'No.'}};
const {signal} = new AbortController();

const setUp = (answer: Fetched<undefined> = done) => {
	const asked: string[] = [];
	const watches = createResourceWatches({
		servers: () => ({
			watchResource: async (server, uri) => {
				asked.push(`watch ${server} ${uri}`);
				return answer;
			},
			unwatchResource: async (server, uri) => {
				asked.push(`unwatch ${server} ${uri}`);
				return answer;
			},
		}),
		now: () => 5000,
	});
	let told = 0;
	watches.subscribe(() => {
		told += 1;
	});
	return {watches, asked, told: () => told};
};

describe('watched resources', () => {
	it('say how often and when they changed, until nobody wants to know', async () => {
		const {watches, asked, told} = setUp();
		expect(await watches.watch('one', 'a://b', signal)).toBe(done);
		expect(watches.find('one', 'a://b')).toEqual({server: 'one', uri: 'a://b', changes: 0});
		watches.heard('one', 'a://b');
		watches.heard('one', 'a://b');
		expect(watches.find('one', 'a://b')).toMatchObject({changes: 2, changedAt: 5000});
		expect(told()).toBe(3);
		await watches.unwatch('one', 'a://b', signal);
		expect(watches.find('one', 'a://b')).toBeUndefined();
		expect(asked).toEqual(['watch one a://b', 'unwatch one a://b']);
	});

	it('are only those that the server agreed to', async () => {
		const {watches} = setUp(refused);
		expect(await watches.watch('one', 'a://b', signal)).toBe(refused);
		expect(watches.count()).toBe(0);
	});

	it('do not count what nobody asked for', () => {
		const {watches, told} = setUp();
		watches.heard('one', 'a://b');
		expect(watches.count()).toBe(0);
		expect(told()).toBe(0);
	});

	it('are forgotten with their server', async () => {
		const {watches} = setUp();
		await watches.watch('one', 'a://b', signal);
		await watches.watch('two', 'a://b', signal);
		watches.forget('one');
		expect(watches.count()).toBe(1);
		expect(watches.find('two', 'a://b')).toBeDefined();
	});
});
