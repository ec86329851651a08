import {describe, expect, it} from 'vitest';
import {keyActions, readKey} from '../../../../source/domain/key-choice.ts';
import {actionOf, askBindings, createKeymap, promptBindings} from '../../../../source/ui/input/keymap.ts';

const fixed = ['submit', 'interrupt', 'clear-or-quit', 'up', 'down', 'accept-suggestion'];
const fixedEdits = ['backspace', 'delete', 'left', 'right'];

describe('keys of the user’s choice', () => {
	it('can be had for everything in the prompt but what must stay', () => {
		const names = promptBindings.map(({intent}) => actionOf(intent));
		expect(new Set(names)).toEqual(new Set([...keyActions, ...fixed, ...fixedEdits]));
	});

	it('take the place of the usual ones, and are taken from whoever had them', () => {
		const keymap = createKeymap({'open-palette': ['ctrl+k'], redraw: []});
		expect(keymap.find('prompt', 'ctrl+k')).toEqual({type: 'open-palette'});
		expect(keymap.find('prompt', 'ctrl+p')).toBeUndefined();
		expect(keymap.find('prompt', 'ctrl+l')).toBeUndefined();
		expect(keymap.find('prompt', 'ctrl+u')).toEqual({type: 'edit', edit: 'delete-to-start'});
		expect(keymap.prompt.find(({intent}) => intent.type === 'open-palette')?.keys).toEqual(['ctrl+k']);
	});

	it('take no key from a question and approve nothing', () => {
		for (const [context, {bindings}] of Object.entries(askBindings)) {
			for (const {keys, intent} of bindings) {
				for (const key of keys) {
					const choices = Object.fromEntries(keyActions.map(action => [action, [key]]));
					const keymap = createKeymap(choices);
					expect(keymap.find(context as keyof typeof askBindings, key)).toBe(intent);
				}
			}
			for (const action of keyActions) {
				const found = createKeymap({[action]: ['alt+q']}).find(context as keyof typeof askBindings, 'alt+q');
				expect(found === undefined || actionOf(found) === action).toBe(true);
				expect(found?.type ?? '').not.toMatch(/^choose/);
			}
		}
	});

	it('are another key for the same in a question, too', () => {
		const keymap = createKeymap({'cycle-approvals': ['ctrl+y']});
		expect(keymap.find('approval', 'ctrl+y')).toEqual({type: 'cycle-approvals'});
		expect(keymap.find('approval', 'shift+tab')).toEqual({type: 'cycle-approvals'});
	});

	it('can all be written as the tables write the usual ones', () => {
		for (const {keys, intent} of promptBindings.filter(binding =>
			keyActions.some(name => name === actionOf(binding.intent)),
		)) {
			for (const key of keys) {
				expect([actionOf(intent), readKey(key)]).toEqual([actionOf(intent), {type: 'key', key}]);
			}
		}
	});
});
