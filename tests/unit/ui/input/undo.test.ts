import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {boundariesOf, textArbitrary} from '../../../helpers/ui-text.ts';

const keys = fc.constantFrom(
	...['left', 'right', 'home', 'end', 'up', 'down', 'alt+b', 'alt+f', 'alt+d', 'alt+backspace'],
	...['ctrl+w', 'ctrl+u', 'ctrl+k', 'ctrl+y', 'ctrl+j', 'backspace', 'delete', 'tab', 'alt+z', 'alt+y'],
);
const step = fc.oneof(
	keys.map(key => ({type: 'key' as const, key})),
	textArbitrary.map(text => ({type: 'paste' as const, text})),
	fc.integer({min: 11, max: 30}).map(count => ({type: 'paste' as const, text: 'x\n'.repeat(count)})),
	fc.constantFrom('a', ' ', '漢', '\u0301', '👍🏽').map(text => ({type: 'text' as const, text})),
);

const play = (steps: readonly (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]) => {
	const chat = controlChat();
	chat.controller.drawn({maxScroll: 0, draftWidth: 12});
	for (const each of steps) {
		if (each.type === 'key') {
			chat.press(each.key);
		} else if (each.type === 'text') {
			chat.controller.onKey(each.text, each.text);
		} else {
			chat.controller.onPaste(each.text);
		}
		const {text, cursor} = chat.controller.getView().draft;
		expect(boundariesOf(text).has(cursor)).toBe(true);
	}
	return chat;
};

describe('any sequence of keys', () => {
	it('leaves the cursor between graphemes, and is undone and done again', () => {
		fc.assert(
			fc.property(fc.array(step, {maxLength: 30}), steps => {
				const chat = play(steps);
				const press = (key: string): void => {
					for (let index = 0; index < 60; index++) {
						chat.press(key);
					}
				};
				// Steps that were undone on the way are done again first.
				press('alt+y');
				const last = chat.draft();
				press('alt+z');
				expect(chat.draft()).toBe('');
				press('alt+y');
				expect(chat.draft()).toBe(last);
			}),
			{numRuns: 150},
		);
	});
});

describe('undo', () => {
	it('remembers a bounded number of steps', () => {
		const chat = controlChat();
		for (let index = 0; index < 300; index++) {
			chat.controller.onPaste(`${index} `);
		}
		for (let index = 0; index < 300; index++) {
			chat.press('alt+z');
		}
		expect(chat.draft().split(' ')).toHaveLength(101);
	});
});
