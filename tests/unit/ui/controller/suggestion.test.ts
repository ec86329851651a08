import {describe, expect, it} from 'vitest';
import {guardMilliseconds} from '../../../../source/ui/guard-time.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {hostile} from '../../../helpers/ui-samples.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';

describe('the suggestion', () => {
	it('is sent by enter on an empty draft', () => {
		const {press, fake, draw, clock} = controlChat();
		fake.suggestion = 'try this';
		draw();
		clock.advance(guardMilliseconds);
		press('enter');
		expect(fake.submitted).toEqual(['try this']);
	});

	it('is not sent by an enter from before the screen was there, or from its first moments', () => {
		const {press, type, fake, draw, clock, controller} = controlChat({drawsAtOnce: false});
		fake.suggestion = 'try this';
		const early = clock.now();
		press('enter');
		draw();
		clock.advance(guardMilliseconds - 1);
		press('enter');
		clock.advance(guardMilliseconds);
		draw();
		controller.onKey('enter', '', early);
		expect(fake.submitted).toEqual([]);
		type('mine');
		controller.onKey('enter', '', early);
		expect(fake.submitted).toEqual(['mine']);
	});

	it('is taken into the draft by tab, to be changed', () => {
		const {press, fake, draft} = controlChat();
		fake.suggestion = 'try this';
		press('tab', '!');
		expect(draft()).toBe('try this!');
		expect(fake.submitted).toEqual([]);
	});

	it('is neither sent nor taken while the model works or a draft is there', () => {
		const busy = controlChat();
		busy.fake.suggestion = 'try this';
		busy.startTurn();
		busy.press('enter', 'tab');
		expect([busy.fake.submitted, busy.draft()]).toEqual([[], '']);

		const drafting = controlChat();
		drafting.fake.suggestion = 'try this';
		drafting.press('a', 'tab');
		expect(drafting.draft()).toBe('a');
	});

	it('brings no control sequence into the draft, the history or the message', () => {
		const {press, fake, draft, clock} = controlChat();
		fake.suggestion = `a${hostile}`;
		press('tab');
		expect(unsafeLines(draft().split('\n'))).toEqual([]);
		press('ctrl+u', 'ctrl+c');
		clock.advance(guardMilliseconds);
		press('enter', 'up');
		expect(fake.submitted).toHaveLength(1);
		expect(unsafeLines(draft().split('\n'))).toEqual([]);
	});
});
