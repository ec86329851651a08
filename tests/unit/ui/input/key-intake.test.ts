import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createKeyIntake} from '../../../../source/ui/input/key-intake.ts';
import {createClock} from '../../../helpers/ui-clock.ts';

const start = () => {
	const clock = createClock();
	const heard: string[] = [];
	const intake = createKeyIntake({
		onKey: (name, text) => heard.push(text === '' ? `<${name}>` : text),
		onPaste: text => heard.push(`[${text}]`),
		now: clock.now,
		schedule: clock.schedule,
	});
	return {
		clock,
		heard,
		intake,
		/** What a terminal sends, in one piece. */
		send(piece: string): void {
			const names: Readonly<Record<string, string>> = {'\r': 'enter', '\n': 'ctrl+j', '\t': 'tab'};
			const name = names[piece] ?? (piece.length > 1 ? 'text' : piece);
			intake.read(name, names[piece] === undefined ? piece : '');
		},
	};
};

describe('reading keys', () => {
	it('hands over letters at once and enter after a moment', () => {
		const {send, heard, clock} = start();
		for (const key of ['h', 'i']) {
			send(key);
			clock.advance(30);
		}
		send('\r');
		expect(heard).toEqual(['h', 'i']);
		clock.advance(30);
		expect(heard).toEqual(['h', 'i', '<enter>']);
	});

	it('takes enter for a key right after a text that a script has typed', () => {
		const {send, heard, clock} = start();
		send('hello world');
		send('\r');
		clock.advance(30);
		expect(heard).toEqual(['hello world', '<enter>']);
	});

	it('keeps the order when another key follows enter at once', () => {
		const {send, heard, intake} = start();
		send('\r');
		intake.read('esc', '');
		expect(heard).toEqual(['<enter>', '<esc>']);
	});

	it('hands over lines that were typed early at once, and takes a line break that follows them at once for the next', () => {
		const {send, heard, intake, clock} = start();
		intake.readAhead('a\nb');
		expect(heard).toEqual(['[a\nb]']);
		send('\r');
		clock.advance(70);
		send('\r');
		clock.advance(30);
		expect(heard).toEqual(['[a\nb]', '[\n]', '<enter>']);
	});

	it('lets enter send what was pasted with brackets just before', () => {
		const {send, heard, intake, clock} = start();
		intake.readPaste('a\nb');
		send('\r');
		clock.advance(30);
		expect(heard).toEqual(['[a\nb]', '<enter>']);
	});
});

describe('a paste without brackets', () => {
	it('never submits, wherever it is cut, and is whole', () => {
		const piece = fc.stringMatching(/^[ab\r\t]{1,6}$/);
		fc.assert(
			fc.property(fc.array(piece, {minLength: 1, maxLength: 20}), pieces => {
				const {send, heard, clock} = start();
				const text = `${pieces.join('')}\rend`;
				send('first line');
				clock.advance(5);
				for (const each of [...pieces, '\r', 'end']) {
					send(each);
					clock.advance(10);
				}
				clock.advance(70);
				expect(heard).not.toContain('<enter>');
				const all = heard.map(part => part.replace(/^\[|\]$/g, '')).join('');
				expect(all.replaceAll('\r', '\n')).toBe(`first line${text}`.replaceAll('\r', '\n'));
			}),
		);
	});

	it('does not submit when its first or last piece is a line break', () => {
		const {send, heard, clock} = start();
		for (const piece of ['\r', 'one line', '\r']) {
			send(piece);
			clock.advance(10);
		}
		clock.advance(70);
		expect(heard).toEqual(['[\none line\n]']);
	});

	it('does not submit a long line whose end comes alone', () => {
		const {send, heard, clock} = start();
		send('x'.repeat(4095));
		clock.advance(10);
		send('\r');
		clock.advance(70);
		expect(heard).toEqual(['x'.repeat(4095), '[\n]']);
	});
});
