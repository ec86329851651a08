import {describe, expect, it} from 'vitest';
import {createEventCutter} from '../../../../source/support/network/event-cutter.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

const toBytes = (piece: Uint8Array | string): Uint8Array =>
	typeof piece === 'string' ? bytes(piece) : piece;

/** What comes out of the cutter for each chunk, and what is left. */
const cut = (chunks: readonly string[], maxBytes = 1000) => {
	const cutter = createEventCutter(maxBytes);
	const pieces = chunks.map(chunk => {
		const events = cutter.push(bytes(chunk));
		return events === 'too-long' ? events : events.map(event => Buffer.from(event).toString('utf8'));
	});
	return {pieces, rest: Buffer.from(cutter.rest()).toString('utf8')};
};

describe('the cutter of events', () => {
	it.each(['\n', '\r\n', '\r'])('holds back what is not whole, with line break %j', line => {
		const end = `${line}${line}`;
		const {pieces, rest} = cut([`data: a${end}data: b${line}`, `data: c${line}`, `${line}data: d`]);
		expect(pieces).toEqual([['data: a\n\n'], [], ['data: b\ndata: c\n\n']]);
		expect(rest).toBe('data: d');
	});

	it.each(['\n', '\r\n', '\r'])('hands an event on with its last line end %j, wherever it is cut', line => {
		const event = `id: 1${line}data: é${line}${line}`;
		const lastBreak = bytes(event).length - line.length + 1;
		for (let border = 1; border < bytes(event).length; border += 1) {
			const cutter = createEventCutter(1000);
			const [before, after] = [bytes(event).subarray(0, border), bytes(event).subarray(border)];
			const pieces = [before, after].map(chunk => Buffer.concat([cutter.push(chunk)].flat().map(toBytes)));
			expect(Buffer.concat(pieces).toString('utf8')).toBe('id: 1\ndata: é\n\n');
			// As soon as the blank line has begun to end, no further byte is waited for.
			expect(pieces[0]?.length === 0).toBe(border < lastBreak);
		}
	});

	it('loses nothing, wherever the chunks are cut', () => {
		const whole = 'id: 1\r\ndata: é\r\n\r\n: note\n\ndata: x\ndata: y\n\r\ndata: z\r\rdata: w\n\n';
		for (let size = 1; size < 12; size += 1) {
			const chunks = whole.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
			const {pieces, rest} = cut(chunks);
			expect(pieces.flat().join('') + rest).toBe(whole.replaceAll(/\r\n?/g, '\n'));
		}
	});

	it('counts each event for itself', () => {
		expect(
			cut(
				Array.from({length: 50}, () => 'data: 123456789\n\n'),
				30,
			).pieces,
		).not.toContain('too-long');
	});

	it('notices an event that is too long before it ends', () => {
		expect(cut(['data: ', 'x'.repeat(20), 'x'.repeat(20)], 30).pieces.at(-1)).toBe('too-long');
		expect(cut([`data: ${'x'.repeat(40)}\n\ndata: y\n\n`], 30).pieces).toEqual(['too-long']);
	});

	it('hands a crowd of events on in pieces', () => {
		const {pieces} = cut(['data: 12345678\n\n'.repeat(2000)]);
		expect(pieces[0]?.length).toBeGreaterThan(2);
	});
});
