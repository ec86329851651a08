import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {approvalBindings} from '../../../../source/ui/input/trust-bindings.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {askOf} from '../../../helpers/ui-samples.ts';

describe('a question whose frame has not been drawn', () => {
	for (const {keys} of approvalBindings) {
		for (const key of keys) {
			it(`is not answered by ${key}, however long it has been asked`, () => {
				const chat = controlChat({drawsAtOnce: false});
				chat.raise(askOf());
				chat.clock.advance(60_000);
				expect(chat.controller.isAskFocused()).toBe(false);
				chat.press(key);
				expect(chat.fake.answers).toEqual([]);
				expect(chat.controller.getView().ask?.line).toBeUndefined();
			});
		}
	}

	it('counts its 300 ms from the end of the draw', () => {
		const early = controlChat({drawsAtOnce: false});
		early.raise(askOf());
		early.clock.advance(60_000);
		early.draw();
		early.clock.advance(299);
		early.press('y');
		expect(early.fake.answers).toEqual([]);

		const late = controlChat({drawsAtOnce: false});
		late.raise(askOf());
		late.clock.advance(60_000);
		late.draw();
		late.clock.advance(200);
		late.draw();
		late.clock.advance(100);
		late.press('y');
		expect(late.fake.answers).toHaveLength(1);
	});

	it('is not taken for the one before, whose frame is still on the screen', () => {
		const chat = controlChat({drawsAtOnce: false});
		chat.raise(askOf(), askOf({askId: 'ask-2', callId: 'call-2'}));
		chat.draw();
		chat.clock.advance(1000);
		chat.press('n');
		chat.controller.drawn({askId: 'ask-1', maxScroll: 0});
		chat.clock.advance(1000);
		chat.press('y');
		expect(chat.fake.answers.map(({askId}) => askId)).toEqual(['ask-1']);
	});

	it('is not answered any more when a later frame has no room for it', () => {
		const chat = controlChat({drawsAtOnce: false});
		chat.raise(askOf());
		chat.draw();
		chat.clock.advance(1000);
		chat.controller.drawn({maxScroll: 0});
		chat.press('y');
		expect(chat.fake.answers).toEqual([]);
	});

	it('is hidden by the keys until the frame without them is drawn', () => {
		const chat = controlChat({drawsAtOnce: false});
		chat.raise(askOf());
		chat.draw();
		chat.clock.advance(100);
		chat.press('?');
		chat.clock.advance(5000);
		chat.press('x', 'y');
		expect(chat.fake.answers).toEqual([]);
	});

	it('keeps a reason that is being typed until it can be seen again', () => {
		const chat = controlChat({drawsAtOnce: false});
		chat.raise(askOf());
		chat.draw();
		chat.clock.advance(1000);
		chat.press('r', 'n', 'o');
		chat.controller.drawn({maxScroll: 0});
		chat.press('enter');
		expect(chat.fake.answers).toEqual([]);
		chat.draw();
		chat.press('enter');
		expect(chat.fake.answers.map(({answer}) => answer)).toEqual([{type: 'deny', reason: 'no'}]);
	});

	it('is never answered before its frame has been there for 300 ms, whatever is pressed and drawn when', () => {
		const step = fc.oneof(
			{
				weight: 4,
				arbitrary: fc.constantFrom(
					'y',
					's',
					'n',
					'r',
					'a',
					't',
					'e',
					'enter',
					'esc',
					'tab',
					'backspace',
					'?',
				),
			},
			{weight: 1, arbitrary: fc.constantFrom('draw', 'raise')},
			{weight: 2, arbitrary: fc.integer({min: 1, max: 500})},
		);
		fc.assert(
			fc.property(fc.array(step, {maxLength: 60}), steps => {
				const chat = controlChat({drawsAtOnce: false});
				const drawnAt = new Map<string, number>();
				let raised = 0;
				for (const next of steps) {
					const before = chat.fake.answers.length;
					const asked = chat.controller.getView();
					if (typeof next === 'number') {
						chat.clock.advance(next);
					} else if (next === 'raise') {
						raised += 1;
						chat.raise(askOf({askId: `ask-${raised}`, callId: `call-${raised}`, canKeep: true}));
					} else if (next === 'draw') {
						chat.draw();
						const shown = asked.isKeysOpen ? undefined : asked.ask?.askId;
						if (shown !== undefined) {
							drawnAt.set(shown, drawnAt.get(shown) ?? chat.clock.now());
						}
					} else {
						chat.press(next);
					}
					for (const {askId} of chat.fake.answers.slice(before)) {
						expect(chat.clock.now() - (drawnAt.get(askId) ?? Number.NaN)).toBeGreaterThanOrEqual(300);
					}
				}
			}),
			{numRuns: 500},
		);
	});
});
