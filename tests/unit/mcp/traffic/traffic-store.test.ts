import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {describe, expect, it} from 'vitest';
import {createTrafficStore} from '../../../../source/core/mcp/traffic/traffic-store.ts';
import type {TrafficEntry} from '../../../../source/domain/traffic.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const entryOf = (number: number): TrafficEntry => ({
	number,
	at: 0,
	server: 'one',
	direction: 'in',
	kind: 'notification',
	method: 'notifications/message',
	size: 600,
});

const collectGarbage = (): void => {
	setFlagsFromString('--expose-gc');
	runInNewContext('gc')();
};

describe('what is let go', () => {
	it('does not stay in memory, long before there are too many', async () => {
		const store = createTrafficStore({count: 10_000, bytes: 5000});
		const held: WeakRef<TrafficEntry>[] = [];
		for (let number = 1; number <= 100; number += 1) {
			const entry = entryOf(number);
			held.push(new WeakRef(entry));
			store.add(entry, {text: 'x'.repeat(600), size: 600, isCut: false});
		}
		expect(store.letGo()).toBe(95);
		await waitUntil(() => {
			collectGarbage();
			return held.slice(0, 90).every(each => each.deref() === undefined);
		});
		expect(store.all().map(({number}) => number)).toEqual([96, 97, 98, 99, 100]);
	});
});
