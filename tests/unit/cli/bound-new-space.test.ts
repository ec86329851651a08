import {expect, it} from 'vitest';
import {boundNewSpace} from '../../../source/cli/bound-new-space.ts';

const mebibyte = 1024 * 1024;

const open = () => {
	const growths: number[] = [];
	let size = 2 * mebibyte;
	const look = boundNewSpace({size: () => size, setGrowth: factor => growths.push(factor)});
	return {
		growths,
		look,
		grow: (to: number) => {
			size = to * mebibyte;
		},
	};
};

it('lets the space for new objects grow only after the start, and to 4 MB', () => {
	const {growths, look, grow} = open();
	expect(growths).toEqual([1]);
	expect([look(), look()]).toEqual([false, false]);
	expect(growths).toEqual([1, 2]);
	grow(4);
	expect(look()).toBe(true);
	expect(growths).toEqual([1, 2, 1]);
});

it('leaves it as it is where it is larger already', () => {
	const {growths, look, grow} = open();
	grow(16);
	expect(look()).toBe(true);
	expect(growths).toEqual([1]);
});
