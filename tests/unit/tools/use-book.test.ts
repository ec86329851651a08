import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createUseBook} from '../../../source/core/tools/use-book.ts';
import type {JsonObject} from '../../../source/domain/json.ts';
import type {StateFile} from '../../../source/domain/ports.ts';
import {
	addStatistics,
	mostDurations,
	noStatistics,
	percentile,
	statisticsOf,
	type ToolUse,
} from '../../../source/domain/tool-statistics.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const use = (change: Partial<ToolUse> = {}): ToolUse => ({
	server: 'files',
	tool: 'read',
	outcome: 'succeeded',
	at: 1000,
	duration: 20,
	bytes: 100,
	...change,
});

const anyUse: fc.Arbitrary<ToolUse> = fc.record({
	server: fc.constantFrom('files', '__proto__'),
	tool: fc.constantFrom('read', 'constructor'),
	outcome: fc.constantFrom('succeeded', 'failed', 'cancelled'),
	at: fc.nat(),
	duration: fc.nat({max: 60_000}),
	bytes: fc.nat(),
});

/** A file of state in memory, which fails as often as a test wants. */
const createFakeState = () => {
	let content: JsonObject = {};
	const state: StateFile & {fails: boolean; writes: number} = {
		fails: false,
		writes: 0,
		read: async () => content,
		async change(edit) {
			state.writes += 1;
			if (state.fails) {
				return {code: 'state-not-saved', message: 'ENOSPC'};
			}
			content = JSON.parse(JSON.stringify(edit(content))) as JsonObject;
			return undefined;
		},
	};
	return state;
};

describe('percentiles', () => {
	it('are values that were measured, and so many of a hundred do not exceed them', () => {
		fc.assert(
			fc.property(
				fc.array(fc.nat({max: 10_000}), {minLength: 1, maxLength: 100}),
				fc.constantFrom(50, 95),
				(durations, hundredth) => {
					const found = percentile(durations, hundredth) ?? -1;
					expect(durations).toContain(found);
					const notMore = durations.filter(duration => duration <= found).length;
					expect(notMore).toBeGreaterThanOrEqual((durations.length * hundredth) / 100);
					const less = durations.filter(duration => duration < found).length;
					expect(less).toBeLessThan((durations.length * hundredth) / 100);
				},
			),
		);
	});

	it('do not exist where nothing was measured', () => {
		expect(percentile([], 95)).toBeUndefined();
	});
});

describe('the use of tools', () => {
	it('is the same however it is divided among instances', () => {
		fc.assert(
			fc.property(fc.array(anyUse, {maxLength: mostDurations}), fc.array(fc.boolean()), (uses, turns) => {
				const isFirst = (index: number): boolean => turns[index] ?? false;
				const sum = (list: readonly ToolUse[]) => list.map(statisticsOf).reduce(addStatistics, noStatistics);
				const sorted = ({durations, ...rest}: ReturnType<typeof sum>) => ({
					...rest,
					durations: durations.toSorted((one, other) => one - other),
				});
				const first = sum(uses.filter((_, index) => isFirst(index)));
				const second = sum(uses.filter((_, index) => !isFirst(index)));
				expect(sorted(addStatistics(first, second))).toEqual(sorted(sum(uses)));
			}),
		);
	});

	it('counts calls, errors and what was broken off, which has no duration', () => {
		const book = createUseBook({schedule: createFakeClock().schedule});
		book.note(use());
		book.note(use({outcome: 'failed', at: 3000, duration: 40}));
		book.note(use({outcome: 'cancelled', at: 2000, duration: 9000, bytes: 0}));
		expect(book.of({server: 'files', tool: 'read'})).toEqual({
			calls: 3,
			errors: 1,
			cancelled: 1,
			lastUsed: 3000,
			bytes: 200,
			durations: [20, 40],
		});
		expect(book.of({server: 'files', tool: 'write'})).toBeUndefined();
	});

	it('remembers a bounded number of durations, the newest', () => {
		const book = createUseBook({schedule: createFakeClock().schedule});
		for (let duration = 1; duration <= mostDurations + 20; duration += 1) {
			book.note(use({duration}));
		}
		const {durations = [], calls} = book.of(use()) ?? {};
		expect(calls).toBe(mostDurations + 20);
		expect(durations).toHaveLength(mostDurations);
		expect(durations.at(-1)).toBe(mostDurations + 20);
	});

	it('is written once for many calls, some time after the first', async () => {
		const clock = createFakeClock();
		const state = createFakeState();
		const book = createUseBook({state, schedule: clock.schedule});
		for (let count = 0; count < 50; count += 1) {
			book.note(use());
		}
		expect(state.writes).toBe(0);
		expect(clock.timers()).toBe(1);
		clock.advance(5000);
		await book.flush();
		expect(state.writes).toBe(1);
		expect(book.of(use())?.calls).toBe(50);
	});

	it('keeps what two instances counted at once, in a real file', async () => {
		const folder = createTemporaryFolder();
		const open = () =>
			createUseBook({
				state: createOpenState({folder})('statistics'),
				schedule: createFakeClock().schedule,
			});
		const [one, other] = [open(), open()];
		for (let count = 0; count < 20; count += 1) {
			one.note(use());
			other.note(use({tool: count % 2 === 0 ? 'read' : 'write', server: '__proto__'}));
			other.note(use());
		}
		await Promise.all([one.flush(), other.flush()]);
		const third = open();
		await third.refresh();
		expect(third.of(use())?.calls).toBe(40);
		expect(third.of({server: '__proto__', tool: 'write'})?.calls).toBe(10);
		expect(third.of(use())?.durations).toHaveLength(40);
	});

	it('outlives a disk that is full, and is written when there is room again', async () => {
		const state = createFakeState();
		const book = createUseBook({state, schedule: createFakeClock().schedule});
		state.fails = true;
		book.note(use());
		await book.flush();
		expect(book.of(use())?.calls).toBe(1);
		state.fails = false;
		book.note(use());
		await book.flush();
		const other = createUseBook({state, schedule: createFakeClock().schedule});
		await other.refresh();
		expect(other.of(use())?.calls).toBe(2);
	});

	it('leaves out what a damaged file says', async () => {
		const folder = createTemporaryFolder();
		const tools = [
			{server: 'files', tool: 'read', calls: 'many', errors: -1, durations: [5, 'x', null]},
			{server: 4},
			'nothing',
		];
		writeFileSync(join(folder, 'statistics.json'), JSON.stringify({tools}));
		const book = createUseBook({
			state: createOpenState({folder})('statistics'),
			schedule: createFakeClock().schedule,
		});
		await book.refresh();
		expect(book.of(use())).toMatchObject({calls: 0, errors: 0, durations: [5]});
		book.note(use());
		await book.flush();
		expect(book.of(use())).toMatchObject({calls: 1, durations: [5, 20]});
	});
});
