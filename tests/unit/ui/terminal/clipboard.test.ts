import {describe, expect, it} from 'vitest';
import {clipboardWrite} from '../../../../source/ui/terminal/clipboard.ts';

const plain = '\u001b]52;c;aGVsbG8=\u0007';

describe('copying', () => {
	it('sends the text as base64, and says how much', () => {
		const {sequence, says} = clipboardWrite('hello', {TERM: 'xterm-256color'});
		expect(sequence).toBe(plain);
		expect(says).toMatch(/^Copied 5 characters\. If it does not arrive/);
	});

	it('counts lines where there are several', () => {
		expect(clipboardWrite('a\nb\nc\n', {}).says).toMatch(/^Copied 3 lines\./);
	});

	it('copies only what can be seen, with its lines and tabs', () => {
		const {sequence} = clipboardWrite('a\tb\n\u001b[201~rm -rf ~\u202e\u001b[31m\t\u001b[0m', {});
		const copied = Buffer.from(sequence.slice('\u001b]52;c;'.length, -1), 'base64').toString();
		expect(copied).toBe('a\tb\nrm -rf ~\t');
	});

	it('tells tmux itself and the terminal around it', () => {
		const {sequence} = clipboardWrite('hello', {TMUX: '/tmp/tmux-1/default,1,0'});
		expect(sequence).toBe(`${plain}\u001bPtmux;\u001b${plain}\u001b\\`);
	});

	it('goes through GNU screen in pieces that add up to the sequence', () => {
		const text = 'x'.repeat(1000);
		const {sequence} = clipboardWrite(text, {STY: '1.pts-0.host'});
		const pieces = sequence.split('\u001b\\').filter(piece => piece !== '');
		expect(pieces.every(piece => piece.startsWith('\u001bP') && piece.length < 256)).toBe(true);
		expect(pieces.map(piece => piece.slice(2)).join('')).toBe(clipboardWrite(text, {}).sequence);
	});

	it('sends nothing of a text that terminals would drop, and says so', () => {
		const {sequence, says} = clipboardWrite('x'.repeat(60_000), {});
		expect(sequence).toBe('');
		expect(says).toBe('Not copied: 60 kB are more than terminals take at once (56 kB). Copy a part of it.');
		expect(clipboardWrite('x'.repeat(55_500), {}).sequence.length).toBeLessThanOrEqual(74_008);
	});

	it.each(['dumb', 'linux'])('knows that a %s terminal has no clipboard', TERM => {
		expect(clipboardWrite('hello', {TERM})).toEqual({
			sequence: '',
			says: 'Not copied: this terminal has no clipboard.',
		});
	});

	it('has nothing to do for an empty text', () => {
		expect(clipboardWrite('', {})).toEqual({sequence: '', says: 'There is nothing to copy.'});
	});
});
