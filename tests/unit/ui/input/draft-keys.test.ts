import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {editDraft, moveVertically, putDraftAway, typeText} from '../../../../source/ui/input/draft-keys.ts';
import {initialView, type ViewState} from '../../../../source/ui/view-state.ts';

const type = (view: ViewState, text: string): ViewState => typeText(view, text, 0);
const send = (view: ViewState, text: string): ViewState => putDraftAway(type(view, text), 0);
const up = (view: ViewState): ViewState => moveVertically(view, 'up');
const down = (view: ViewState): ViewState => moveVertically(view, 'down');

const withHistory = (...texts: readonly string[]): ViewState => texts.reduce(send, initialView);

describe('typing and editing', () => {
	it('notes when a key was typed and takes back a half-given wish to quit', () => {
		const armed = {...initialView, isQuitArmed: true};
		expect(typeText(armed, 'a', 42)).toMatchObject({lastTypedAt: 42, isQuitArmed: false});
		expect(editDraft(armed, 'backspace', 43)).toMatchObject({lastTypedAt: 43, isQuitArmed: false});
	});

	it('inserts at the cursor', () => {
		const view = editDraft(type(initialView, 'ac'), 'left', 0);
		expect(type(view, 'b').draft).toEqual({text: 'abc', cursor: 2});
	});
});

describe('putting the draft away', () => {
	it('empties it and keeps it in the history', () => {
		const view = send(initialView, 'hello');
		expect(view.draft.text).toBe('');
		expect(view.history).toEqual(['hello']);
	});

	it('does not keep blanks', () => {
		expect(send(initialView, ' \n ').history).toEqual([]);
	});

	it('does not keep the same message twice in a row', () => {
		expect(withHistory('a', 'a', 'b', 'a').history).toEqual(['a', 'b', 'a']);
	});
});

describe('history', () => {
	it('goes back message by message and stops at the oldest', () => {
		const view = withHistory('one', 'two');
		expect(up(view).draft.text).toBe('two');
		expect(up(up(view)).draft.text).toBe('one');
		expect(up(up(up(view))).draft.text).toBe('one');
	});

	it('brings the set-aside draft back, with its cursor', () => {
		const draft = editDraft(type(withHistory('one', 'two'), 'half a thought'), 'word-left', 0);
		const back = down(down(up(up(draft))));
		expect(back.draft).toEqual(draft.draft);
		expect(back.historyIndex).toBeUndefined();
	});

	it('stays on the draft when there is nothing later or nothing at all', () => {
		const draft = type(withHistory('one'), 'mine');
		expect(down(draft)).toEqual(draft);
		expect(up(type(initialView, 'mine'))).toEqual(type(initialView, 'mine'));
	});

	it('moves inside a draft of several lines first', () => {
		const draft = type(withHistory('one'), 'a\nb');
		expect(up(draft).draft).toEqual({text: 'a\nb', cursor: 1});
		expect(up(up(draft)).draft.text).toBe('one');
	});

	it('walks through a recalled message of several lines before the next one', () => {
		const view = up(withHistory('one', 'a\nb'));
		expect(view.draft.text).toBe('a\nb');
		expect(up(view).draft.text).toBe('a\nb');
		expect(up(up(view)).draft.text).toBe('one');
	});

	it('starts from the newest again after a message was sent', () => {
		const view = putDraftAway(up(up(withHistory('one', 'two'))), 0);
		expect(view.history).toEqual(['one', 'two', 'one']);
		expect(up(view).draft.text).toBe('one');
		expect(up(up(view)).draft.text).toBe('two');
	});

	it('keeps a recalled message that was changed, and the draft that was set aside for it', () => {
		const changed = type(up(type(withHistory('one', 'two'), 'my own')), ' and more');
		expect(changed.draft.text).toBe('two and more');
		expect(down(up(changed)).draft.text).toBe('two and more');
		expect(up(changed).draft.text).toBe('my own');
	});

	it('never loses a text that was typed, whatever up and down do', () => {
		const step = fc.oneof(
			fc.constant({type: 'up' as const}),
			fc.constant({type: 'down' as const}),
			fc.record({type: fc.constant('type' as const), text: fc.constantFrom('a', 'b', 'c d')}),
		);
		fc.assert(
			fc.property(fc.array(step, {maxLength: 40}), steps => {
				let view = withHistory('one', 'two');
				let own = '';
				for (const action of steps) {
					if (action.type === 'type') {
						view = type(view, action.text);
						own = view.draft.text;
					} else {
						view = moveVertically(view, action.type);
					}
					const kept = [view.draft.text, view.setAside.text, ...view.history];
					expect(own === '' || kept.includes(own)).toBe(true);
				}
			}),
		);
	});
});
