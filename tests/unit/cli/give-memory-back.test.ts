import {getHeapSpaceStatistics} from 'node:v8';
import {expect, it} from 'vitest';
import {giveMemoryBack} from '../../../source/cli/give-memory-back.ts';

const mebibyte = 1024 * 1024;

const open = (size = 16 * mebibyte) => {
	const waiting = new Set<() => void>();
	let listener: () => void = () => undefined;
	let isBusy = false;
	let keys = 0;
	let collections = 0;
	const stop = giveMemoryBack({
		subscribe(next) {
			listener = next;
			return () => {
				listener = () => undefined;
			};
		},
		isBusy: () => isBusy,
		countKeys: () => keys,
		schedule(run) {
			waiting.add(run);
			return () => waiting.delete(run);
		},
		newSpace: {
			size: () => size,
			collect() {
				collections += 1;
			},
		},
	});
	return {
		stop,
		collections: () => collections,
		pressKey() {
			keys += 1;
		},
		turn(is: 'begun' | 'over') {
			isBusy = is === 'begun';
			listener();
		},
		changeSomething: () => listener(),
		/** As long as a rest takes. Says whether anybody waited for it. */
		pass() {
			const due = [...waiting];
			waiting.clear();
			for (const run of due) {
				run();
			}
			return due.length > 0;
		},
	};
};

it('gives memory back when a turn is over and nobody does anything', () => {
	const {turn, pass, collections} = open();
	turn('begun');
	turn('over');
	expect(collections()).toBe(0);
	pass();
	expect(collections()).toBe(1);
	expect(pass()).toBe(false);
});

it('waits with that while somebody types', () => {
	const {turn, pass, pressKey, collections} = open();
	turn('begun');
	turn('over');
	pressKey();
	pass();
	expect(collections()).toBe(0);
	pass();
	expect(collections()).toBe(1);
});

it('leaves that to the end of the next turn where one has begun', () => {
	const {turn, pass, collections} = open();
	turn('begun');
	turn('over');
	turn('begun');
	pass();
	expect(collections()).toBe(0);
	turn('over');
	pass();
	expect(collections()).toBe(1);
});

it('does nothing where no turn was, or little is to be had', () => {
	const idle = open();
	idle.changeSomething();
	expect(idle.pass()).toBe(false);
	const small = open(2 * mebibyte);
	small.turn('begun');
	small.turn('over');
	expect(small.pass()).toBe(true);
	expect(small.collections()).toBe(0);
});

it('does nothing any more when it was ended', () => {
	const {turn, pass, stop, collections} = open();
	turn('begun');
	turn('over');
	stop();
	expect(pass()).toBe(false);
	expect(collections()).toBe(0);
});

it('empties the real space for new objects, and leaves no function of the collector behind', () => {
	const used = (): number =>
		getHeapSpaceStatistics().find(({space_name: name}) => name === 'new_space')?.space_used_size ?? 0;
	let isBusy = true;
	let tell: () => void = () => undefined;
	let atRest: () => void = () => undefined;
	giveMemoryBack({
		subscribe(listener) {
			tell = listener;
			return () => undefined;
		},
		isBusy: () => isBusy,
		countKeys: () => 0,
		schedule(run) {
			atRest = run;
			return () => undefined;
		},
	});
	tell();
	isBusy = false;
	tell();
	// More than survives two collections of a space that is still small.
	let kept: unknown[] = [];
	for (let round = 0; round < 40; round++) {
		kept = Array.from({length: 200_000}, (_, index) => ({round, index}));
	}
	expect(kept).toHaveLength(200_000);
	kept = [];
	const before = used();
	atRest();
	expect(used()).toBeLessThan(Math.max(before / 2, mebibyte));
	expect('gc' in globalThis).toBe(false);
});
