import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';
import {approvalBindings} from '../../../../source/ui/input/trust-bindings.ts';
import {type ControlledChat, controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';
import {graphemes} from '../../../helpers/ui-text.ts';

const answersAfter = (prepare: (chat: ControlledChat) => void): readonly unknown[] => {
	const chat = controlChat();
	prepare(chat);
	return chat.fake.answers;
};

/** Whether a key has led on to something, without being an answer yet. */
const hasReacted = ({controller}: ControlledChat): boolean => {
	const {ask} = controller.getView();
	return ask?.line !== undefined || ask?.editor !== undefined || ask?.isKeeping !== undefined;
};

describe('a key soon after a question appeared', () => {
	for (const key of ['y', 's', 'a', 'e', 'n', 'r']) {
		it(`goes into the draft when it is ${key} after 299 ms, and counts after 300 ms`, () => {
			const early = controlChat();
			early.raise(askOf({canKeep: true}));
			early.clock.advance(299);
			early.press(key);
			expect(early.fake.answers).toEqual([]);
			expect(hasReacted(early)).toBe(false);
			expect(early.draft()).toBe(key);

			const late = controlChat();
			late.raise(askOf({canKeep: true}));
			late.clock.advance(300);
			late.press(key);
			expect(late.draft()).toBe('');
			expect(late.fake.answers.length === 1 || hasReacted(late)).toBe(true);
		});
	}

	it('does not choose the highlighted answer by enter', () => {
		expect(
			answersAfter(({raise, clock, press}) => {
				raise(askOf());
				clock.advance(299);
				press('enter');
			}),
		).toEqual([]);
	});

	it('counts from when it was pressed, however long enter is held back', () => {
		const {raise, clock, controller, fake} = controlChat();
		raise(askOf());
		clock.advance(299);
		controller.intake.read('enter', '');
		clock.advance(40);
		expect(fake.answers).toEqual([]);
		controller.intake.read('enter', '');
		clock.advance(40);
		expect(fake.answers).toHaveLength(1);
	});

	it('does not move the keyboard to the question by tab', () => {
		const {raise, clock, press, type, fake, draft} = controlChat();
		type('half a ');
		raise(askOf());
		clock.advance(100);
		press('tab');
		clock.advance(1000);
		press('y');
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('half a y');
	});

	it('waits as long again for the next question of the queue', () => {
		const {raise, clock, press, fake, draft} = controlChat();
		raise(askOf(), askOf({askId: 'ask-2', callId: 'call-2'}));
		clock.advance(1000);
		press('y', 'y');
		expect(fake.answers.map(({askId}) => askId)).toEqual(['ask-1']);
		expect(draft()).toBe('y');
	});

	it('counts from the moment the details of the call are closed, which ctrl+o opens from the question', async () => {
		const {raise, clock, press, fake, draft, detailed, closeExplorer, controller} = controlChat();
		raise(askOf(), askOf({askId: 'ask-2', callId: 'call-2'}));
		clock.advance(1000);
		press('ctrl+o');
		expect(detailed).toEqual(['call-1']);
		clock.advance(1000);
		closeExplorer();
		await vi.waitFor(() => expect(controller.getView().ask?.isHeld).toBe(true), {timeout: 20_000});
		press('y');
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('');
		clock.advance(300);
		press('y');
		expect(fake.answers.map(({askId}) => askId)).toEqual(['ask-1']);
	});

	it('counts from the moment the key overlay stops hiding the question', () => {
		const {raise, clock, press, fake, draft, startTurn} = controlChat();
		startTurn();
		press('?');
		raise(askOf());
		clock.advance(5000);
		press('y', 'y');
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('y');
	});
});

describe('a key soon after another', () => {
	it('goes on with the draft although the draft has just become empty', () => {
		const {raise, clock, press, fake, draft} = controlChat();
		raise(askOf());
		clock.advance(1000);
		press('h', 'backspace', 'y');
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('y');
	});

	it('goes into the next message when the one before was sent a moment ago', () => {
		const {raise, clock, press, type, fake, draft} = controlChat();
		raise(askOf());
		type('ok');
		clock.advance(2000);
		press('enter');
		clock.advance(100);
		press('y');
		expect(fake.submitted).toEqual(['ok']);
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('y');
	});

	it('goes into the draft when the one before was cleared a moment ago', () => {
		const {raise, clock, press, type, fake} = controlChat();
		raise(askOf());
		type('ok');
		clock.advance(2000);
		press('ctrl+c', 'y');
		expect(fake.answers).toEqual([]);
	});

	it('goes into the draft after a paste', () => {
		const {raise, clock, press, controller, fake, draft} = controlChat();
		raise(askOf());
		clock.advance(1000);
		controller.onPaste('y\n');
		press('ctrl+u', 'backspace', 'backspace', 'y');
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('y');
	});
});

describe('a draft that is not empty', () => {
	for (const {keys} of approvalBindings) {
		for (const key of keys.filter(name => name !== 'tab')) {
			it(`keeps ${key} from answering, however long the question has been there`, () => {
				expect(
					answersAfter(({raise, clock, press, type}) => {
						type('x');
						raise(askOf());
						clock.advance(60_000);
						press(key);
					}),
				).toEqual([]);
			});
		}
	}

	it('gives the keyboard to the question by tab, and takes it back by typing', () => {
		const {raise, clock, press, type, fake, draft, controller} = controlChat();
		type('x');
		raise(askOf());
		clock.advance(1000);
		press('tab');
		expect(controller.isAskFocused()).toBe(true);
		press('h');
		clock.advance(1000);
		press('y');
		expect(fake.answers).toEqual([]);
		expect(draft()).toBe('xhy');
	});

	it('is kept when the question is answered after tab', () => {
		const {raise, clock, press, type, fake, draft} = controlChat();
		type('my thought');
		raise(askOf());
		clock.advance(1000);
		press('tab', 'y');
		expect(fake.answers).toEqual([{askId: 'ask-1', answer: {type: 'allow', scope: 'once'}}]);
		expect(draft()).toBe('my thought');
	});
});

const steadily = (keys: readonly string[], appearAt: number, gap: number): ControlledChat => {
	const chat = controlChat();
	chat.startTurn();
	keys.forEach((key, index) => {
		if (index === appearAt) {
			chat.raise(askOf({canKeep: true}), askOf({askId: 'ask-2', callId: 'call-2'}));
		}
		chat.press(key);
		chat.clock.advance(gap);
	});
	return chat;
};

describe('somebody who types 30 keys a second', () => {
	const characters = fc.array(
		fc.constantFrom(...graphemes, 'y', 's', 'a', 't', 'e', 'n', 'r', 'y', ' ', '?'),
		{
			minLength: 1,
			maxLength: 80,
		},
	);

	it('never answers a question that appears meanwhile, and loses no character', () => {
		fc.assert(
			fc.property(characters, fc.nat({max: 80}), (typed, appearAt) => {
				// A question mark on an empty prompt asks for the keys: it is no text there.
				const keys = typed[0] === '?' ? ['a', ...typed] : typed;
				const chat = steadily(keys, appearAt % keys.length, 33);
				expect(chat.fake.answers).toEqual([]);
				expect(chat.draft()).toBe(keys.join(''));
			}),
			{numRuns: 300},
		);
	});

	it('never answers one while sending, deleting and moving, either', () => {
		const keys = fc.array(
			fc.constantFrom('y', 's', 'a', 'enter', 'backspace', 'ctrl+u', 'ctrl+w', 'left', 'up', 'down', 'tab'),
			{minLength: 1, maxLength: 60},
		);
		fc.assert(
			fc.property(keys, fc.nat({max: 60}), fc.integer({min: 1, max: 33}), (pressed, appearAt, gap) => {
				const chat = steadily(['a', ...pressed], appearAt % (pressed.length + 1), gap);
				expect(chat.fake.answers).toEqual([]);
				expect(hasReacted(chat)).toBe(false);
			}),
			{numRuns: 300},
		);
	});
});
