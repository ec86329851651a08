import {describe, expect, it} from 'vitest';
import {createTerminalModes, plainSequence} from '../../../../source/ui/terminal/terminal-modes.ts';

const open = ({hasTitle = true} = {}) => {
	const written: string[] = [];
	const told: string[] = [];
	const modes = createTerminalModes({
		write: text => written.push(text),
		guard: {tell: (mode, isAsked) => told.push(`${isAsked ? '+' : '-'}${mode}`)},
		hasTitle,
	});
	return {modes, written, told};
};

describe('the modes of the terminal', () => {
	it('are those of a shell again at the end, and only what was asked for is taken back', () => {
		const {modes, told} = open();
		expect(modes.endOfAll()).toBe(plainSequence);
		expect(told).toEqual([]);
	});

	it('hear from Ink what it asks for, and tell the guard', () => {
		const {modes, told} = open();
		modes.notice('\u001b[?1049h');
		modes.notice('\u001b[>1u');
		modes.notice('some text');
		modes.notice(Buffer.from('more'));
		expect(told).toEqual(['+alternate', '+keyboard']);
		expect(modes.endOfScreen()).toBe('\u001b[?2004l\u001b[<u\u001b[?1049l\u001b[0m\u001b[?25h');
		expect(told.slice(2)).toEqual(['-keyboard', '-alternate']);
		expect(modes.endOfAll()).toBe(plainSequence);
	});

	it('keep what the next screen needs as well', () => {
		const {modes, written, told} = open();
		modes.ask();
		expect(written).toEqual(['\u001b[22;0t', '\u001b[?1004h']);
		expect(modes.endOfScreen()).not.toContain('\u001b[23;0t');
		expect(modes.endOfAll()).toBe(`\u001b[23;0t${plainSequence}`);
		expect(told).toEqual(['+title', '-title']);
	});

	it('leave the title alone where there is none', () => {
		const {modes, written} = open({hasTitle: false});
		modes.ask();
		expect(written).toEqual(['\u001b[?1004h']);
		expect(modes.endOfAll()).toBe(plainSequence);
	});

	it('remember that the terminal knows the keyboard protocol', () => {
		const {modes} = open();
		expect(modes.knowsKeyboard()).toBe(false);
		modes.notice('\u001b[>1u');
		modes.endOfAll();
		expect(modes.knowsKeyboard()).toBe(true);
	});

	it('show the title while the terminal is ours, and again when it is ours again', () => {
		const {modes, written} = open();
		modes.setTitle('one');
		expect([written, modes.isOurs()]).toEqual([[], false]);
		modes.ask();
		expect(written).toEqual(['\u001b[22;0t', '\u001b]0;one\u001b\\', '\u001b[?1004h']);
		expect(modes.isOurs()).toBe(true);
		modes.endOfAll();
		modes.setTitle('two');
		expect(written).toHaveLength(3);
		modes.ask();
		expect(written[4]).toBe('\u001b]0;two\u001b\\');
	});
});
