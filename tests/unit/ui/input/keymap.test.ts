import {describe, expect, it} from 'vitest';
import type {Ask} from '../../../../source/domain/ask.ts';
import {approvalChoices, choicesOf, contextOf} from '../../../../source/ui/asks/ask-choices.ts';
import {
	addressBindings,
	approvalBindings,
	askBindings,
	findIntent,
	formBindings,
	formLabels,
	promptBindings,
	samplingBindings,
	signInBindings,
} from '../../../../source/ui/input/keymap.ts';
import {addressAsk, samplingAsk, signInAsk} from '../../../helpers/ui-samples.ts';

const contexts = {
	prompt: promptBindings,
	approval: approvalBindings,
	address: addressBindings,
	sampling: samplingBindings,
	'sign-in': signInBindings,
	form: formBindings,
	'long-turn': askBindings['long-turn'].bindings,
	'full-context': askBindings['full-context'].bindings,
} as const;

describe('the keymap', () => {
	for (const [name, bindings] of Object.entries(contexts)) {
		it(`binds no key twice for the ${name}`, () => {
			const keys = bindings.flatMap(binding => binding.keys);
			expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
			expect(keys.length).toBeGreaterThan(9);
		});

		it(`finds every binding of the ${name} by its key`, () => {
			for (const {keys, intent} of bindings) {
				for (const key of keys) {
					expect(findIntent(name as keyof typeof contexts, key)).toBe(intent);
				}
			}
		});
	}

	it('knows no key that is not in the tables', () => {
		for (const key of ['a', 'Y', 'space', '', 'toString', 'ctrl+x']) {
			expect(findIntent('prompt', key)).toBeUndefined();
		}
		expect(findIntent('approval', 'a')).toBeUndefined();
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
		const promised = {y: 'once', s: 'session', n: 'deny', r: 'reason', esc: 'stop'};
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

	it('does what every other question says for each of its keys, and highlights deny first', () => {
		const asks: readonly Ask[] = [
			addressAsk(),
			{...addressAsk(), browser: 'missing'},
			samplingAsk(),
			signInAsk,
			{...signInAsk, browser: 'started'},
		];
		for (const ask of asks) {
			for (const {key, choice} of choicesOf(ask)) {
				expect(findIntent(contextOf(ask), key)).toEqual({type: 'choose', choice});
			}
			expect(choicesOf(ask)[0]?.choice).toBe('deny');
		}
		for (const {key, choice} of formLabels(false)) {
			expect(findIntent('form', key)).toEqual({type: 'form', step: choice});
		}
	});

	it('lets ctrl+c out of every context', () => {
		for (const context of ['approval', 'address', 'sampling', 'sign-in', 'form'] as const) {
			expect(findIntent('prompt', 'ctrl+c')).toEqual(findIntent(context, 'ctrl+c'));
		}
	});
});
