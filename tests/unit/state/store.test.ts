import {describe, expect, it} from 'vitest';
import {createStore} from '../../../source/state/store.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';

const createCounter = () => {
	const clock = createFakeClock();
	const store = createStore<number, number>({
		reduce: (state, amount) => state + amount,
		initial: 0,
		schedule: clock.schedule,
		interval: 33,
	});
	const seen: number[] = [];
	const unsubscribe = store.subscribe(() => seen.push(store.getState()));
	return {clock, store, seen, unsubscribe};
};

describe('the store', () => {
	it('tells of a change at once after a quiet time', () => {
		const {store, seen} = createCounter();
		store.apply(1);
		expect(seen).toEqual([1]);
	});

	it('changes its state at once even when nobody is told yet', () => {
		const {store, seen} = createCounter();
		store.apply(1);
		store.apply(2);
		expect(store.getState()).toBe(3);
		expect(seen).toEqual([1]);
	});

	it('joins the changes of one interval into one notification', () => {
		const {clock, store, seen} = createCounter();
		store.apply(1);
		store.apply(2);
		store.apply(3);
		clock.advance(32);
		expect(seen).toEqual([1]);
		clock.advance(1);
		expect(seen).toEqual([1, 6]);
	});

	it('turns a thousand changes in one second into about thirty notifications', () => {
		const {clock, store, seen} = createCounter();
		for (let index = 0; index < 1000; index++) {
			store.apply(1);
			clock.advance(1);
		}
		clock.advance(33);
		expect(seen.at(-1)).toBe(1000);
		expect(seen.length).toBeLessThanOrEqual(32);
	});

	it('runs no timer when nothing moves', () => {
		const {clock, store, seen} = createCounter();
		expect(clock.timers()).toBe(0);
		store.apply(1);
		store.apply(1);
		clock.advance(1000);
		expect(clock.timers()).toBe(0);
		expect(seen).toEqual([1, 2]);
	});

	it('is quick again after a quiet time', () => {
		const {clock, store, seen} = createCounter();
		store.apply(1);
		clock.advance(33);
		store.apply(1);
		expect(seen).toEqual([1, 2]);
	});

	it('says nothing, and starts no timer, when an event changes nothing', () => {
		const {clock, store, seen} = createCounter();
		store.apply(0);
		expect(seen).toEqual([]);
		expect(clock.timers()).toBe(0);
	});

	it('does not tell those who have left', () => {
		const {store, seen, unsubscribe} = createCounter();
		unsubscribe();
		store.apply(1);
		expect(seen).toEqual([]);
	});

	it('tells every listener', () => {
		const {store, seen} = createCounter();
		let others = 0;
		store.subscribe(() => {
			others += 1;
		});
		store.apply(1);
		expect([seen.length, others]).toEqual([1, 1]);
	});

	it('goes on when a listener throws: the others hear, and the one who spoke does not', () => {
		const clock = createFakeClock();
		const errors: unknown[] = [];
		const store = createStore<number, number>({
			reduce: (state, amount) => state + amount,
			initial: 0,
			schedule: clock.schedule,
			onListenerError: error => errors.push(error),
		});
		const broken = new Error('broken screen');
		store.subscribe(() => {
			throw broken;
		});
		let heard = 0;
		store.subscribe(() => {
			heard += 1;
		});
		store.apply(1);
		store.apply(1);
		clock.advance(50);
		expect([store.getState(), heard, errors]).toEqual([2, 2, [broken, broken]]);
	});

	it('batches a change that a listener makes while it is told', () => {
		const {clock, store, seen} = createCounter();
		const unsubscribe = store.subscribe(() => {
			unsubscribe();
			store.apply(10);
		});
		store.apply(1);
		expect(seen).toEqual([1]);
		clock.advance(33);
		expect(seen).toEqual([1, 11]);
	});
});
