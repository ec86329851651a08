import {describe, expect, it} from 'vitest';
import {approvalChoices} from '../../../../source/ui/asks/ask-choices.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

const asked = (count = 1): ControlledChat => {
	const chat = controlChat();
	chat.raise(
		...Array.from({length: count}, (_, index) =>
			askOf({askId: `ask-${index + 1}`, callId: `call-${index + 1}`}),
		),
	);
	chat.clock.advance(1000);
	return chat;
};

const answersOf = ({fake}: ControlledChat): readonly unknown[] => fake.answers.map(({answer}) => answer);

describe('the keys of a question', () => {
	const table = [
		['y', {type: 'allow', scope: 'once'}],
		['s', {type: 'allow', scope: 'session'}],
		['n', {type: 'deny'}],
		['esc', {type: 'stop'}],
	] as const;
	for (const [key, answer] of table) {
		it(`answer ${JSON.stringify(answer)} by ${key}, once`, () => {
			const chat = asked();
			chat.press(key);
			expect(chat.fake.answers).toEqual([{askId: 'ask-1', answer}]);
			expect(chat.controller.getView().ask).toBeUndefined();
		});
	}

	it('deny by enter alone, because deny is highlighted first', () => {
		const chat = asked();
		expect(chat.controller.getView().ask?.highlight).toBe('deny');
		chat.press('enter');
		expect(answersOf(chat)).toEqual([{type: 'deny'}]);
	});

	it('choose by enter what was highlighted with the arrows', () => {
		const chat = asked();
		chat.press('right', 'right', 'left', 'enter');
		expect(answersOf(chat)).toEqual([{type: 'allow', scope: 'once'}]);
	});

	it('go around through every answer by tab and by left', () => {
		const chat = asked();
		const choices = approvalChoices.map(({choice}) => choice).filter(choice => choice !== 'always');
		const forward = choices.map(() => {
			chat.press('tab');
			return chat.controller.getView().ask?.highlight;
		});
		expect(forward).toEqual([...choices.slice(1), choices[0]]);
		chat.press('left');
		expect(chat.controller.getView().ask?.highlight).toBe('stop');
	});

	it('stop the turn by enter on the last answer', () => {
		const chat = asked();
		chat.press('left', 'enter');
		expect(answersOf(chat)).toEqual([{type: 'stop'}]);
	});

	it('bring queued messages back to the draft when they stop the turn, and only then', () => {
		const pressed = (key: string) => {
			const chat = asked();
			chat.fake.emit({type: 'message-queued', messageId: 'm2', text: 'next'});
			// What is still queued when the turn ends is sent.
			const queued: number[] = [];
			const {answer} = chat.fake.app;
			Object.assign(chat.fake.app, {
				answer: (...given: Parameters<typeof answer>) => {
					queued.push(chat.fake.app.getState().queue.length);
					answer(...given);
				},
			});
			chat.press(key);
			return [answersOf(chat), queued, chat.draft()];
		};
		expect(pressed('esc')).toEqual([[{type: 'stop'}], [0], 'next']);
		expect(pressed('n')).toEqual([[{type: 'deny'}], [1], '']);
	});

	it('let a letter without a meaning begin a draft, which then has the keyboard', () => {
		const chat = asked();
		chat.press('h');
		chat.clock.advance(1000);
		chat.press('y');
		expect(chat.fake.answers).toEqual([]);
		expect(chat.draft()).toBe('hy');
	});

	it('show all keys by ?, which then hide the question', () => {
		const chat = asked();
		chat.press('?');
		expect(chat.controller.getView().isKeysOpen).toBe(true);
		expect(chat.draft()).toBe('');
		chat.press('y', 'y');
		expect(chat.fake.answers).toEqual([]);
	});

	it('still cycle the approval mode and quit', () => {
		const chat = asked();
		chat.press('shift+tab', 'ctrl+c', 'ctrl+c');
		expect(chat.fake.count.cycles).toBe(1);
		expect(chat.quits()).toBe(1);
	});

	it('take no newline or paste for an answer', () => {
		const chat = asked();
		chat.controller.onPaste('y\n');
		expect(chat.fake.answers).toEqual([]);
		expect(chat.draft()).toBe('y\n');
	});
});

describe('scrolling the arguments', () => {
	it('stays between the first line and the last that the layout allows', () => {
		const chat = asked();
		const scroll = () => chat.controller.getView().ask?.scroll;
		chat.limitScroll(2);
		chat.press('up');
		expect(scroll()).toBe(0);
		chat.press('down', 'down', 'down', 'down');
		expect(scroll()).toBe(2);
		chat.press('up');
		expect(scroll()).toBe(1);
	});
});

describe('several questions', () => {
	it('are answered in order, each with deny highlighted and nothing scrolled', () => {
		const chat = asked(3);
		chat.limitScroll(5);
		chat.press('right', 'down', 'y');
		expect(chat.controller.getView().ask).toMatchObject({askId: 'ask-2', highlight: 'deny', scroll: 0});
		chat.clock.advance(300);
		chat.press('n');
		chat.clock.advance(300);
		chat.press('s');
		expect(chat.fake.answers.map(({askId}) => askId)).toEqual(['ask-1', 'ask-2', 'ask-3']);
	});

	it('leave the keyboard with the draft again after tab answered one', () => {
		const chat = controlChat();
		chat.type('x');
		chat.raise(askOf(), askOf({askId: 'ask-2', callId: 'call-2'}));
		chat.clock.advance(1000);
		chat.press('tab', 'n');
		chat.clock.advance(1000);
		chat.press('y');
		expect(answersOf(chat)).toEqual([{type: 'deny'}]);
		expect(chat.draft()).toBe('xy');
	});

	it('vanish when the turn ends without an answer', () => {
		const chat = asked(2);
		chat.fake.emit({type: 'turn-interrupted', turnId: 'turn-1'});
		expect(chat.controller.getView().ask).toBeUndefined();
		chat.press('y');
		expect(chat.fake.answers).toEqual([]);
		expect(chat.draft()).toBe('y');
	});

	it('are followed by the key that comes before the listeners are told', () => {
		const chat = asked();
		let told = 0;
		chat.controller.subscribe(() => {
			told += 1;
		});
		chat.press('n');
		expect(told).toBeGreaterThan(0);
		expect(chat.controller.isAskFocused()).toBe(false);
	});
});

describe('a denial with a reason', () => {
	it('scrolls the arguments while it is typed', () => {
		const chat = asked();
		chat.limitScroll(15);
		chat.press('r', 'n', 'down', 'page-down', 'up', 'o');
		expect(chat.controller.getView().ask).toMatchObject({scroll: 10, line: {text: 'no'}});
	});

	it('sends what was typed, without the blanks around it', () => {
		const chat = asked();
		chat.press('r');
		chat.type(' use the other folder? ');
		chat.press('enter');
		expect(answersOf(chat)).toEqual([{type: 'deny', reason: 'use the other folder?'}]);
		expect(chat.draft()).toBe('');
	});

	it('is a plain denial when nothing was typed', () => {
		const chat = asked();
		chat.press('r', ' ', 'enter');
		expect(answersOf(chat)).toEqual([{type: 'deny'}]);
	});

	it('does not take the letters of other answers for answers', () => {
		const chat = asked();
		chat.press('r');
		chat.type('yes sir, no');
		expect(chat.fake.answers).toEqual([]);
		expect(chat.controller.getView().ask?.line?.text).toBe('yes sir, no');
	});

	it('is edited with the keys of the draft', () => {
		const chat = asked();
		chat.press('r');
		chat.type('one two');
		chat.press('ctrl+w', 'backspace', 'home', 'delete');
		expect(chat.controller.getView().ask?.line).toEqual({text: 'ne', cursor: 0});
	});

	it('goes back to the question by esc, answering nothing', () => {
		const chat = asked();
		chat.press('r', 'x', 'esc');
		expect(chat.controller.getView().ask?.line).toBeUndefined();
		expect(chat.fake.answers).toEqual([]);
		chat.clock.advance(300);
		chat.press('esc');
		expect(answersOf(chat)).toEqual([{type: 'stop'}]);
	});

	it('takes a paste, cleaned of control sequences', () => {
		const chat = asked();
		chat.press('r');
		chat.controller.onPaste('be\u001b[2Jcause');
		expect(chat.controller.getView().ask?.line?.text).toBe('because');
		expect(chat.draft()).toBe('');
	});

	it('still quits by ctrl+c twice', () => {
		const chat = asked();
		chat.press('r', 'ctrl+c', 'ctrl+c');
		expect(chat.quits()).toBe(1);
	});

	it('comes back as a draft when the question vanishes while it is typed', () => {
		const chat = asked();
		chat.press('r');
		chat.type('because');
		chat.fake.emit({type: 'call-cancelled', callId: 'call-1', outcomeUnknown: false});
		expect(chat.controller.getView().ask).toBeUndefined();
		expect(chat.draft()).toBe('because');
		chat.type(' of this');
		expect(chat.draft()).toBe('because of this');
	});

	it('leaves the draft as it was', () => {
		const chat = controlChat();
		chat.type('mine');
		chat.raise(askOf());
		chat.clock.advance(1000);
		chat.press('tab', 'r');
		chat.type('no');
		chat.press('enter');
		expect(answersOf(chat)).toEqual([{type: 'deny', reason: 'no'}]);
		expect(chat.draft()).toBe('mine');
	});
});
