import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createSequence} from '../../../source/support/sequence.ts';

describe('a sequence', () => {
	it('reads like the array with the same values', () => {
		fc.assert(
			fc.property(
				fc.array(fc.array(fc.nat(), {maxLength: 4})),
				fc.integer({min: -9, max: 9}),
				(parts, index) => {
					const values = parts.flat();
					const sequence = parts.reduce((list, part) => list.append(...part), createSequence<number>());
					// What is added later must not show.
					sequence.append(1, 2, 3);
					expect([...sequence]).toEqual(values);
					expect(sequence.length).toBe(values.length);
					expect(sequence.at(index)).toBe(values.at(index));
					expect(sequence.slice(index)).toEqual(values.slice(index));
				},
			),
		);
	});

	it('may go on in two ways', () => {
		const both = createSequence([1]).append(2);
		const [left, right] = [both.append(3), both.append(4)];
		expect([[...both], [...left], [...right]]).toEqual([
			[1, 2],
			[1, 2, 3],
			[1, 2, 4],
		]);
	});
});
