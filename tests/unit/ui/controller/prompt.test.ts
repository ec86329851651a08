import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {textArbitrary, unsafeLines} from '../../../helpers/ui-text.ts';

describe('sending', () => {
	it('submits the draft by enter and empties it', () => {
		const {type, press, fake, draft} = controlChat();
		type('hello');
		press('enter');
		expect(fake.submitted).toEqual(['hello']);
		expect(draft()).toBe('');
	});

	it('sends nothing when there is nothing', () => {
		const {type, press, fake, draft} = controlChat();
		press('enter');
		type('  ');
		press('enter');
		expect(fake.submitted).toEqual([]);
		expect(draft()).toBe('  ');
	});

	it('makes a new line by ctrl+j, alt+enter, shift+enter and a backslash before enter', () => {
		const {type, press, fake, draft} = controlChat();
		type('a');
		press('ctrl+j', 'b', 'alt+enter', 'c', 'shift+enter', 'd', '\\', 'enter', 'e');
		expect(draft()).toBe('a\nb\nc\nd\ne');
		expect(fake.submitted).toEqual([]);
	});

	it('makes the new line where the cursor is', () => {
		const {type, press, draft} = controlChat();
		type('ab\\cd');
		press('left', 'left', 'enter');
		expect(draft()).toBe('ab\ncd');
	});

	it('sends while the model works: the app queues it', () => {
		const {type, press, fake, startTurn} = controlChat();
		startTurn();
		type('and then');
		press('enter');
		expect(fake.submitted).toEqual(['and then']);
	});

	it('brings sent messages back by up', () => {
		const {type, press, draft} = controlChat();
		type('one');
		press('enter');
		type('draft');
		press('up');
		expect(draft()).toBe('one');
		press('down');
		expect(draft()).toBe('draft');
	});
});

describe('pasting', () => {
	it('never submits, and keeps every line', () => {
		const {controller, fake, press} = controlChat();
		const text = Array.from({length: 10_000}, (_, index) => `line ${index}`).join('\n');
		controller.onPaste(`${text}\n`);
		expect(fake.submitted).toEqual([]);
		press('enter');
		expect(fake.submitted).toEqual([`${text}\n`]);
	});

	it('turns the carriage returns of a terminal into lines', () => {
		const {controller, draft} = controlChat();
		controller.onPaste('a\rb\r\nc');
		expect(draft()).toBe('a\nb\nc');
	});

	it('goes to the cursor', () => {
		const {controller, type, press, draft} = controlChat();
		type('ac');
		press('left');
		controller.onPaste('b');
		expect(draft()).toBe('abc');
	});

	it('loses nothing of ordinary text', () => {
		fc.assert(
			fc.property(textArbitrary, text => {
				const {controller, draft} = controlChat();
				controller.onPaste(text);
				expect(draft()).toBe(text);
			}),
		);
	});

	it('leaves no control sequence in the draft', () => {
		const {controller, draft} = controlChat();
		controller.onPaste(`a${hostile}b`);
		expect(unsafeLines(draft().split('\n'))).toEqual([]);
		expect(draft()).toMatch(/^a.*b$/s);
	});
});

describe('typing', () => {
	it('keeps a vowel sign with the letter typed before it', () => {
		const {press, draft} = controlChat();
		press('ก', 'ี', '่', ' ', 'न', 'ि');
		expect(draft()).toBe('กี่ नि');
	});

	it('gives a mark that has no letter a circle to stand on', () => {
		const {press, draft} = controlChat();
		press('\u0301');
		expect(draft()).toBe('◌\u0301');
	});

	it('ignores keys that have no meaning and no text', () => {
		const {press, draft, controller} = controlChat();
		const before = controller.getView();
		press('ctrl+x', 'page-up', 'alt+q');
		expect(draft()).toBe('');
		expect(controller.getView()).toBe(before);
	});

	it('shows the keys by ? on an empty prompt only, until any key', () => {
		const {press, draft, controller} = controlChat();
		press('?');
		expect(controller.getView().isKeysOpen).toBe(true);
		press('x');
		expect(controller.getView().isKeysOpen).toBe(false);
		expect(draft()).toBe('');
		press('a', '?');
		expect(controller.getView().isKeysOpen).toBe(false);
		expect(draft()).toBe('a?');
	});

	it('turns the pages of the keys where they do not fit, and closes them by any other key', () => {
		const {press, controller, limitScroll, draft} = controlChat();
		press('?');
		limitScroll(3);
		const page = (): number => controller.getView().keysScroll;
		press('up');
		expect(page()).toBe(0);
		press('down', ' ');
		expect(page()).toBe(2);
		press('page-down', 'right');
		expect(page()).toBe(3);
		press('page-up', 'left');
		expect([page(), controller.getView().isKeysOpen]).toEqual([1, true]);
		press('x');
		expect([controller.getView().isKeysOpen, draft()]).toEqual([false, '']);
		press('?');
		expect(page()).toBe(0);
		limitScroll(0);
		press('down');
		expect(controller.getView().isKeysOpen).toBe(false);
	});

	it('cycles the approval mode by shift+tab, leaving the draft alone', () => {
		const {press, type, fake, draft} = controlChat();
		type('x');
		press('shift+tab');
		expect(fake.count.cycles).toBe(1);
		expect(draft()).toBe('x');
	});
});

describe('quitting', () => {
	it('takes ctrl+c twice, and the first clears the draft into the history', () => {
		const {press, type, draft, quits, controller} = controlChat();
		type('precious');
		press('ctrl+c');
		expect([draft(), quits(), controller.getView().isQuitArmed]).toEqual(['', 0, true]);
		press('up');
		expect(draft()).toBe('precious');
		press('ctrl+c');
		expect(quits()).toBe(1);
	});

	it('forgets the first ctrl+c after two seconds', () => {
		const {press, quits, clock, controller} = controlChat();
		press('ctrl+c');
		clock.advance(1999);
		expect(controller.getView().isQuitArmed).toBe(true);
		clock.advance(1);
		expect(controller.getView().isQuitArmed).toBe(false);
		press('ctrl+c');
		expect(quits()).toBe(0);
	});

	it('forgets it when something is typed', () => {
		const {press, quits, draft} = controlChat();
		press('ctrl+c', 'a', 'ctrl+c');
		expect(quits()).toBe(0);
		expect(draft()).toBe('');
	});

	it('counts two seconds from the last ctrl+c, not from an earlier one', () => {
		const {press, quits, clock} = controlChat();
		press('ctrl+c');
		clock.advance(1500);
		press('a', 'ctrl+c');
		clock.advance(1000);
		press('ctrl+c');
		expect(quits()).toBe(1);
	});

	it('leaves no timer behind when the screen goes', () => {
		const {press, clock, controller, fake} = controlChat();
		press('ctrl+c');
		controller.dispose();
		expect(clock.waiting()).toBe(0);
		expect(fake.count.listeners).toBe(0);
	});

	it('happens by ctrl+d on an empty draft; otherwise it deletes', () => {
		const {press, type, quits, draft} = controlChat();
		type('ab');
		press('home', 'ctrl+d');
		expect([draft(), quits()]).toEqual(['b', 0]);
		press('ctrl+d', 'ctrl+d');
		expect(quits()).toBe(1);
	});
});

describe('esc', () => {
	it('interrupts and keeps the draft', () => {
		const {press, type, fake, draft, quits, startTurn} = controlChat();
		startTurn();
		type('mine');
		press('esc');
		expect([fake.count.interrupts, draft(), quits()]).toEqual([1, 'mine', 0]);
	});

	it('brings queued messages back to the draft, before what is there', () => {
		const {press, type, fake, draft, startTurn} = controlChat();
		startTurn();
		fake.emit({type: 'message-queued', messageId: 'm2', text: 'first'});
		fake.emit({type: 'message-queued', messageId: 'm3', text: 'second'});
		type('mine');
		press('esc');
		expect(draft()).toBe('first\nsecond\nmine');
		expect(fake.app.getState().queue).toEqual([]);
	});

	it('does not let the history take what came back from the queue', () => {
		const {press, type, fake, draft, startTurn} = controlChat();
		type('old');
		press('enter');
		startTurn();
		fake.emit({type: 'message-queued', messageId: 'm2', text: 'queued'});
		press('up', 'esc', 'down');
		expect(draft()).toBe('queued\nold');
	});
});
