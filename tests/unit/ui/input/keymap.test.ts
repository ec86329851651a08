import {describe, expect, it} from 'vitest';
import type {Ask} from '../../../../source/domain/ask.ts';
import {approvalChoices, choicesOf, contextOf, inputChoices} from '../../../../source/ui/asks/ask-choices.ts';
import {argumentsLabels, formLabels} from '../../../../source/ui/input/form-bindings.ts';
import {askBindings, findIntent, promptBindings} from '../../../../source/ui/input/keymap.ts';
import {editorLabels} from '../../../../source/ui/input/trust-bindings.ts';
import {
	addressAsk,
	askOf,
	definitionAsk,
	folderAsk,
	formAsk,
	resultAsk,
	samplingAsk,
	signInAsk,
	turnAsk,
} from '../../../helpers/ui-samples.ts';

type Context = Parameters<typeof findIntent>[0];

const contexts = [
	['prompt', promptBindings],
	...Object.entries(askBindings).map(([name, {bindings}]) => [name as Context, bindings] as const),
] as const;

describe('the keymap', () => {
	for (const [name, bindings] of contexts) {
		it(`binds no key twice for the ${name}`, () => {
			const keys = bindings.flatMap(binding => binding.keys);
			expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
			expect(keys.length).toBeGreaterThan(6);
		});

		it(`finds every binding of the ${name} by its key`, () => {
			for (const {keys, intent} of bindings) {
				for (const key of keys) {
					expect(findIntent(name, key)).toBe(intent);
				}
			}
		});
	}

	it('knows no key that is not in the tables', () => {
		for (const key of ['a', 'Y', 'space', '', 'toString', 'ctrl+x']) {
			expect(findIntent('prompt', key)).toBeUndefined();
		}
		expect(findIntent('approval', 'q')).toBeUndefined();
	});

	it('has the keys of the prompt that the product promises in this version', () => {
		const promised = {
			enter: 'submit',
			'ctrl+j': 'newline',
			'alt+enter': 'newline',
			'shift+enter': 'newline',
			esc: 'interrupt',
			'ctrl+c': 'clear-or-quit',
			'ctrl+d': 'quit-when-empty',
			'shift+tab': 'cycle-approvals',
			tab: 'accept-suggestion',
			'?': 'show-keys',
		};
		for (const [key, wanted] of Object.entries(promised)) {
			const intent = findIntent('prompt', key);
			expect(intent?.type === 'edit' ? intent.edit : intent?.type, key).toBe(wanted);
		}
	});

	it('has the keys of the approval card that the product promises in this version', () => {
		const promised = {
			y: 'once',
			s: 'session',
			a: 'always',
			e: 'edit',
			n: 'deny',
			r: 'reason',
			esc: 'stop',
		};
		for (const [key, choice] of Object.entries(promised)) {
			expect(findIntent('approval', key), key).toEqual({type: 'choose', choice});
		}
		expect(findIntent('approval', 'enter')).toEqual({type: 'choose-highlighted'});
	});

	it('does what the card says for each of its keys, and highlights deny first', () => {
		for (const {key, choice} of approvalChoices) {
			expect(findIntent('approval', key)).toEqual({type: 'choose', choice});
		}
		expect(approvalChoices[0].choice).toBe('deny');
	});

	it('does what every question says for each of its keys, and highlights what does nothing first', () => {
		const asks: readonly (readonly [ask: Ask, first: string])[] = [
			[askOf(), 'deny'],
			[askOf({canKeep: true}), 'deny'],
			[addressAsk(), 'deny'],
			[formAsk({}), 'deny'],
			[{...addressAsk(), browser: 'missing'}, 'deny'],
			[samplingAsk(), 'deny'],
			[signInAsk, 'deny'],
			[{...signInAsk, browser: 'started'}, 'deny'],
			[turnAsk(), 'stop'],
			[definitionAsk(), 'deny'],
			[resultAsk(), 'withhold'],
			[folderAsk(), 'later'],
		];
		for (const [ask, first] of asks) {
			for (const {key, choice} of choicesOf(ask)) {
				expect(findIntent(contextOf(ask), key)).toEqual({type: 'choose', choice});
			}
			expect(choicesOf(ask)[0]?.choice).toBe(first);
		}
	});

	it('does what the second question about an "always" says, and highlights the way back', () => {
		const ask = askOf({canKeep: true});
		for (const {key, choice} of choicesOf(ask, true)) {
			expect(findIntent(contextOf(ask, true), key)).toEqual({type: 'choose', choice});
		}
		expect(choicesOf(ask, true)[0]?.choice).toBe('back');
	});

	it('does what every field says for each of its keys', () => {
		for (const {key, choice} of formLabels(false)) {
			expect(findIntent('form', key)).toEqual({type: 'form', step: choice});
		}
		for (const {key, choice} of [...argumentsLabels(false), ...argumentsLabels(true)]) {
			expect(findIntent('arguments', key)).toEqual({type: 'form', step: choice});
		}
		for (const {key, choice} of inputChoices) {
			expect(findIntent('input', key)).toEqual({type: 'choose', choice});
		}
		for (const {key, choice} of [...editorLabels('result', false), ...editorLabels('arguments', true)]) {
			expect(findIntent('editor', key)).toEqual(
				choice === 'newline' ? {type: 'edit', edit: 'newline'} : {type: 'editor', step: choice},
			);
		}
	});

	it('lets ctrl+c out of every context', () => {
		for (const [name] of contexts) {
			expect(findIntent(name, 'ctrl+c'), name).toEqual({type: 'clear-or-quit'});
		}
	});
});
