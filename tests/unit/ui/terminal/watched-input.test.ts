import {PassThrough} from 'node:stream';
import {describe, expect, it} from 'vitest';
import {watchInput} from '../../../../source/ui/terminal/watched-input.ts';

const open = () => {
	const source = new PassThrough();
	const {stream, isFocused} = watchInput(source as unknown as NodeJS.ReadStream);
	stream.setEncoding('utf8');
	const read = (bytes: string): unknown => {
		source.write(bytes);
		return stream.read();
	};
	return {read, isFocused, stream};
};

describe('the watched input', () => {
	it('takes the window for the one with the keyboard until the terminal says otherwise', () => {
		const {read, isFocused} = open();
		expect(isFocused()).toBe(true);
		read('hello');
		expect(isFocused()).toBe(true);
		read('\u001b[O');
		expect(isFocused()).toBe(false);
		read('\u001b[I');
		expect(isFocused()).toBe(true);
	});

	it('believes the last of several reports', () => {
		const {read, isFocused} = open();
		read('a\u001b[Ob\u001b[I\u001b[O');
		expect(isFocused()).toBe(false);
	});

	it('understands a report that comes in pieces', () => {
		const {read, isFocused} = open();
		read('x\u001b');
		read('[');
		read('O');
		expect(isFocused()).toBe(false);
	});

	it('hands everything on as it came', () => {
		const {read, stream} = open();
		expect(read('a\u001b[Ob')).toBe('a\u001b[Ob');
		expect(stream.read()).toBeNull();
	});
});
