import {PassThrough} from 'node:stream';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {backgroundOf, watchBackground} from '../../../../source/ui/terminal/background.ts';

const light = '\u001B]11;rgb:ffff/ffff/ffff\u0007';
const setUp = (env: Readonly<Record<string, string>> = {TERM: 'xterm'}) => {
	const stream = new PassThrough();
	const written: string[] = [];
	const late: (() => void)[] = [];
	let clock = 0;
	const watch = watchBackground({
		stdin: stream as unknown as NodeJS.ReadStream,
		stdout: {write: (text: unknown) => written.push(String(text)) > 0},
		env,
		now: () => clock,
		schedule: run => {
			late.push(run);
			return () => {
				late.splice(late.indexOf(run), 1);
			};
		},
	});
	watch.ask();
	const readAll = (): string => {
		let text = '';
		for (let chunk: unknown = watch.stdin.read(); chunk !== null; chunk = watch.stdin.read()) {
			text += String(chunk);
		}
		return text;
	};
	const type = (text: string): string => {
		stream.write(text);
		return readAll();
	};
	return {
		...watch,
		written,
		type,
		readAll,
		wait: () => {
			for (const run of [...late]) {
				late.splice(late.indexOf(run), 1);
				run();
			}
		},
		pass: (milliseconds: number) => {
			clock += milliseconds;
		},
	};
};

describe('the background of the terminal', () => {
	it('is asked for, and the answer is no text that was typed', () => {
		const terminal = setUp();
		let news = 0;
		terminal.subscribe(() => {
			news++;
		});
		expect(terminal.written).toEqual(['\u001B]11;?\u0007']);
		expect(terminal.type(`he${light}llo`)).toBe('hello');
		expect([terminal.background(), news]).toEqual(['light', 1]);
	});

	it('is understood wherever the answer is cut, and whatever is typed around it', () => {
		const parts = fc.constantFrom('\u0007', '\u001B\\');
		fc.assert(
			fc.property(
				parts,
				fc.array(fc.nat({max: 40}), {maxLength: 4}),
				fc.constantFrom('', 'a', 'é日'),
				(end, cuts, typed) => {
					const terminal = setUp();
					const bytes = Buffer.from(`${typed}\u001B]11;rgb:10/10/20${end}${typed}`);
					const places = [...new Set(cuts.map(cut => Math.min(cut, bytes.length)))].toSorted((a, b) => a - b);
					const pieces = [0, ...places].map((start, index) =>
						bytes.subarray(start, places[index] ?? bytes.length),
					);
					const read: Buffer[] = [];
					for (const piece of pieces) {
						terminal.stdin.push(piece);
						for (let chunk: unknown = terminal.stdin.read(); chunk !== null; chunk = terminal.stdin.read()) {
							read.push(chunk as Buffer);
						}
					}
					expect(Buffer.concat(read).toString()).toBe(typed + typed);
					expect(terminal.background()).toBe('dark');
				},
			),
		);
	});

	it('never keeps a key: esc, and what only begins like the answer, come a moment later', () => {
		const terminal = setUp();
		for (const typed of ['\u001B', '\u001B]', '\u001B]11;x']) {
			expect(terminal.type(typed)).toBe('');
			terminal.wait();
			expect(terminal.readAll()).toBe(typed);
		}
		terminal.pass(3000);
		expect(terminal.type('\u001B')).toBe('\u001B');
		expect(terminal.type(light)).toBe('');
		expect(terminal.background()).toBe('light');
	});

	it('is taken from the environment where it is there, and terminals that cannot answer are not asked', () => {
		expect(setUp({TERM: 'rxvt', COLORFGBG: '0;default;15'})).toMatchObject({written: []});
		expect(setUp({TERM: 'rxvt', COLORFGBG: '0;15'}).background()).toBe('light');
		expect(setUp({TERM: 'rxvt', COLORFGBG: '15;0'}).background()).toBe('dark');
		for (const TERM of ['dumb', 'linux', 'screen', '']) {
			expect(setUp({TERM}).written).toEqual([]);
		}
		expect(setUp({TERM: 'screen', TMUX: '/x'}).written).toHaveLength(1);
	});

	it('is light or dark by what the eye sees', () => {
		expect(backgroundOf('rgb:fdfd/f6f6/e3e3')).toBe('light');
		expect(backgroundOf('rgb:00/2b/36')).toBe('dark');
		expect(backgroundOf('rgb:f/f/f')).toBe('light');
		expect(backgroundOf('nonsense')).toBeUndefined();
	});
});
