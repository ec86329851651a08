import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {imagesLeftOut} from '../../../../source/core/models/anthropic/recent-images.ts';
import type {Message} from '../../../../source/domain/message.ts';

const megabyte = 1024 * 1024;

const answer: Message = {role: 'assistant', blocks: [{type: 'text', text: 'Next.'}]};
const result = (images: number, characters = 8): Message => ({
	role: 'tool',
	callId: 'c',
	outcome: 'succeeded',
	content: [
		{type: 'text', text: 'here'},
		...Array.from({length: images}, () => ({
			type: 'image' as const,
			mimeType: 'image/png',
			data: 'x'.repeat(characters),
		})),
	],
});
const history = (steps: readonly number[]): readonly Message[] =>
	steps.flatMap(images => [answer, result(images)]);
const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
const leftOutOf = (steps: readonly number[], limit?: number): number =>
	sum(imagesLeftOut(history(steps), limit));

const one = (length: number): readonly number[] => Array.from({length}, () => 1);

describe('the images that do not fit into a request any more', () => {
	it('are none up to the limit, half of them beyond it, and the same ones until it is reached again', () => {
		expect(leftOutOf(one(90))).toBe(0);
		for (const steps of [91, 92, 120, 136]) expect(leftOutOf(one(steps))).toBe(46);
		for (const steps of [137, 182]) expect(leftOutOf(one(steps))).toBe(92);
	});

	it('are the oldest, image by image', () => {
		expect(imagesLeftOut(history([2, 2, 1]), 4)).toEqual([0, 2, 0, 1, 0, 0]);
	});

	it('are not those that the model has just got, as long as these fit', () => {
		expect(leftOutOf([21], 20)).toBe(1);
		expect(leftOutOf([5, 15], 20)).toBe(0);
		expect(leftOutOf([6, 15], 20)).toBe(6);
		expect(leftOutOf([1, 1], 1)).toBe(1);
	});

	it('are counted by their size, too', () => {
		const steps = Array.from({length: 6}, () => [answer, result(1, 4 * megabyte)]).flat();
		expect(sum(imagesLeftOut(steps.slice(0, 10)))).toBe(0);
		expect(sum(imagesLeftOut(steps))).toBe(4);
	});

	it('stay the same while the conversation grows, except for few times, and are never too few', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({min: 0, max: 6}), {maxLength: 120}),
				fc.integer({min: 1, max: 30}),
				(steps, limit) => {
					let before = 0;
					let changes = 0;
					for (let length = 1; length <= steps.length; length += 1) {
						const now = leftOutOf(steps.slice(0, length), limit);
						expect(now).toBeGreaterThanOrEqual(before);
						if (now > before) changes += 1;
						before = now;
					}
					expect(sum(steps) - before).toBeLessThanOrEqual(limit);
					if (limit >= 12) expect(changes).toBeLessThanOrEqual(Math.ceil(sum(steps) / (limit / 2)));
				},
			),
			{numRuns: 200},
		);
	});
});
