import type {Key} from 'ink';
import {describe, expect, it} from 'vitest';
import {keyName} from '../../../../source/ui/input/key-name.ts';
import {promptBindings} from '../../../../source/ui/input/keymap.ts';
import {approvalBindings} from '../../../../source/ui/input/trust-bindings.ts';

const none: Key = {
	upArrow: false,
	downArrow: false,
	leftArrow: false,
	rightArrow: false,
	pageDown: false,
	pageUp: false,
	home: false,
	end: false,
	return: false,
	escape: false,
	ctrl: false,
	shift: false,
	tab: false,
	backspace: false,
	delete: false,
	meta: false,
	super: false,
	hyper: false,
	capsLock: false,
	numLock: false,
};

const table: readonly (readonly [input: string, key: Partial<Key>, name: string])[] = [
	['y', {}, 'y'],
	['Y', {shift: true}, 'Y'],
	['?', {}, '?'],
	['漢', {}, '漢'],
	['👍🏽', {}, '👍🏽'],
	['', {return: true}, 'enter'],
	['\r', {return: true}, 'enter'],
	['', {return: true, shift: true}, 'shift+enter'],
	['', {return: true, meta: true}, 'alt+enter'],
	['\n', {}, 'ctrl+j'],
	['j', {ctrl: true}, 'ctrl+j'],
	['c', {ctrl: true}, 'ctrl+c'],
	['', {escape: true}, 'esc'],
	['', {escape: true, meta: true}, 'esc'],
	['', {tab: true}, 'tab'],
	['', {tab: true, shift: true}, 'shift+tab'],
	['', {backspace: true}, 'backspace'],
	['', {backspace: true, meta: true}, 'alt+backspace'],
	['', {delete: true}, 'delete'],
	['', {upArrow: true}, 'up'],
	['', {downArrow: true}, 'down'],
	['', {leftArrow: true, ctrl: true}, 'ctrl+left'],
	['', {rightArrow: true, meta: true}, 'alt+right'],
	['', {home: true}, 'home'],
	['', {end: true}, 'end'],
	['', {pageUp: true}, 'page-up'],
	['', {pageDown: true}, 'page-down'],
	['b', {meta: true}, 'alt+b'],
];

describe('the name of a key', () => {
	for (const [input, key, name] of table) {
		it(`is ${name} for ${JSON.stringify(input)} with ${Object.keys(key).join(' and ') || 'nothing'}`, () => {
			expect(keyName(input, {...none, ...key})).toBe(name);
		});
	}

	it('is never that of a command for several characters that arrive at once', () => {
		const bound = [...promptBindings, ...approvalBindings].flatMap(({keys}) => keys);
		const words = bound.filter(key => key.length > 1);
		expect(words).toContain('up');
		for (const word of [...words, ...words.map(word => word.replace(/^(?:ctrl|alt|shift)\+/, ''))]) {
			if (word.length > 1) {
				expect(bound, word).not.toContain(keyName(word, none));
			}
		}
	});
});
