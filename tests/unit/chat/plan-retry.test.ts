import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {planRetry} from '../../../source/core/chat/plan-retry.ts';
import type {TroubleKind} from '../../../source/domain/model.ts';
import {trouble} from '../../helpers/scripted-model.ts';

const middle = () => 0.5;

/** The waits before each further attempt, until it is given up. */
const waitsFor = (kind: TroubleKind, retry: {after?: number} = {}): readonly number[] => {
	const waits: number[] = [];
	for (let tried = 1; ; tried++) {
		const plan = planRetry(trouble(kind, {retry}), tried, middle);
		if (plan.type === 'give-up') {
			return waits;
		}
		waits.push(plan.milliseconds);
	}
};

describe('a request that failed', () => {
	it.each(['overloaded', 'rate-limited'] as const)('is sent six times when the provider is %s', kind => {
		expect(waitsFor(kind)).toEqual([1000, 2000, 4000, 8000, 16_000]);
	});

	it.each(['provider-error', 'stalled', 'cut', 'unreachable'] as const)(
		'is sent three times when it is %s',
		kind => {
			expect(waitsFor(kind)).toEqual([1000, 2000]);
		},
	);

	it.each([
		...(['quota', 'no-key', 'wrong-key', 'no-access', 'unknown-model', 'bad-request'] as const),
		...(['garbled', 'context-full', 'bad-tool'] as const),
	])('is sent once when it is %s, whatever else is said', kind => {
		expect(waitsFor(kind)).toEqual([]);
	});

	it('is sent once when trying again does not help', () => {
		const {retry: _, ...hopeless} = trouble('overloaded');
		expect(planRetry(hopeless, 1, middle)).toEqual({type: 'give-up', failure: hopeless.failure});
	});

	it('waits as long as the provider asks', () => {
		expect(waitsFor('rate-limited', {after: 7500})).toEqual([7500, 7500, 7500, 7500, 7500]);
		expect(waitsFor('overloaded', {after: 600_000})).toHaveLength(5);
	});

	it('does not use up its attempts in a moment when the provider asks for no wait', () => {
		for (const after of [0, -5]) {
			expect(Math.min(...waitsFor('overloaded', {after}))).toBeGreaterThanOrEqual(250);
		}
		expect(waitsFor('overloaded', {after: Number.NaN})[0]).toBe(1000);
	});

	it.each([
		[25 * 60_000, '25 minutes'],
		[5 * 3_600_000, '5 hours'],
		[4 * 86_400_000, '4 days'],
	])('fails at once, and says when to come back, when the wait is too long: %i', (after, words) => {
		const plan = planRetry(trouble('rate-limited', {retry: {after}}), 1, middle);
		expect(plan).toEqual({
			type: 'give-up',
			failure: {
				code: 'rate-limited',
				message: `The provider is rate-limited. It can be tried again in ${words}, which is too long to wait here.`,
				hint: `Come back in ${words} and use /retry, or choose another model with /model.`,
			},
		});
	});

	it('says how often it was tried', () => {
		expect(planRetry(trouble('stalled'), 3, middle)).toMatchObject({
			failure: {code: 'stalled', message: 'The provider is stalled. It was tried 3 times.'},
		});
	});

	it('spreads its attempts around the pause, and never much beyond it', () => {
		fc.assert(
			fc.property(fc.double({min: 0, max: 1, noNaN: true}), random => {
				const plan = planRetry(trouble('overloaded'), 5, () => random);
				expect(plan.type === 'wait' && plan.milliseconds).toBeGreaterThanOrEqual(12_800);
				expect(plan.type === 'wait' && plan.milliseconds).toBeLessThanOrEqual(19_200);
			}),
		);
	});
});
