import {expect, it} from 'vitest';
import {createJoinedFrame} from '../../../../source/ui/terminal/joined-frame.ts';

const begin = '\u001B[?2026h';
const end = '\u001B[?2026l';

const writeAll = (pieces: readonly string[], urgent: readonly string[] = []) => {
	const join = createJoinedFrame();
	return pieces.flatMap(piece => join(piece, urgent.includes(piece)) ?? []);
};

it('writes a frame that comes in pieces in one go', () => {
	const pieces = [begin, '\u001B[J', 'printed\n', 'frame\n', end];
	expect(writeAll(['before', ...pieces, 'after', ...pieces])).toEqual([
		'before',
		pieces.join(''),
		'after',
		pieces.join(''),
	]);
});

it('keeps nobody waiting who wants to know when it is written, and loses nothing', () => {
	expect(writeAll([begin, 'frame', 'last', end, 'after'], ['last'])).toEqual([
		`${begin}framelast`,
		end,
		'after',
	]);
});

it('writes a frame that never ended with the next one', () => {
	expect(writeAll([begin, 'half', begin, 'whole', end])).toEqual([`${begin}half${begin}whole${end}`]);
});
