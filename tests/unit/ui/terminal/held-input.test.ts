import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {holdInput} from '../../../../source/ui/terminal/held-input.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const hold = () => {
	const modes: boolean[] = [];
	let interrupts = 0;
	const stdin = Object.assign(new PassThrough(), {setRawMode: (isRaw: boolean) => modes.push(isRaw)});
	const start = () =>
		holdInput(stdin as unknown as NodeJS.ReadStream, () => {
			interrupts += 1;
		});
	const send = async (text: string): Promise<void> => {
		stdin.write(text);
		await waitUntil(() => stdin.readableLength === 0);
	};
	return {stdin, start, send, modes, interrupts: () => interrupts};
};

describe('what is typed before there is a screen', () => {
	it('goes to the next reader', async () => {
		const {stdin, start, send} = hold();
		const held = start();
		await send('ab');
		await send('c');
		held.release();
		expect(String(stdin.read())).toBe('abc');
	});

	it.each([
		['\r', ''],
		['\n', ''],
		['\r\r', ''],
		['\u001b[A\r', '\u001b[A'],
		['\u007f\r', '\u007f'],
		['\u001b[A\rhi\r', '\u001b[A\nhi\n'],
		['hi\u007f\r', 'hi\u007f\n'],
		['\u001b[200~a\rb\u001b[201~\r', '\u001b[200~a\rb\u001b[201~\n'],
		['\u001b[200~a\rb', '\u001b[200~a\rb'],
		['hi\u001b\r', 'hi\u001b\r'],
	])('has no enter in it that could send something: %j', async (typed, released) => {
		const {stdin, start, send} = hold();
		const held = start();
		await send(typed);
		expect(held.takeText()).toBe('');
		held.release();
		expect(String(stdin.read() ?? '')).toBe(released);
	});

	it('is handed over at once where it is nothing but text', async () => {
		const {stdin, start, send} = hold();
		const held = start();
		await send('hällo');
		await send(' 日本');
		expect(held.takeText()).toBe('hällo 日本');
		expect(held.takeText()).toBe('');
		await send('!');
		held.release();
		expect(String(stdin.read())).toBe('!');
	});

	it.each([
		['hello\r', 'hello\n'],
		['one\rtwo\r\nthree\n', 'one\ntwo\nthree\n'],
		['\ré\r', '\né\n'],
		[`${'x'.repeat(300)}\r`, `${'x'.repeat(300)}\n`],
	])('is handed over with line breaks in the place of enters: %j', async (typed, text) => {
		const {stdin, start, send} = hold();
		const held = start();
		await send(typed);
		expect(held.takeText()).toBe(text);
		held.release();
		expect(stdin.read()).toBeNull();
	});

	it.each(['\u001b[A', '\u001b[200~pasted\u001b[201~', 'x'.repeat(201), Buffer.from([0x61, 0xe6])])(
		'goes to the next reader as it came where it may be anything else: %j',
		async typed => {
			const {stdin, start} = hold();
			const held = start();
			stdin.write(typed);
			await waitUntil(() => stdin.readableLength === 0);
			expect(held.takeText()).toBe('');
			held.release();
			expect(stdin.read()).toEqual(Buffer.from(typed as string));
		},
	);

	it('ends a start that hangs with ctrl+c', async () => {
		const {start, send, modes, interrupts} = hold();
		start();
		await send('\u0003');
		await waitUntil(() => interrupts() === 1);
		expect(modes).toEqual([true, false]);
	});
});
