import type {Key} from 'ink';
import {graphemesOf} from '../text/graphemes.ts';

const named: readonly (readonly [keyof Key, string])[] = [
	['return', 'enter'],
	['escape', 'esc'],
	['tab', 'tab'],
	['backspace', 'backspace'],
	['delete', 'delete'],
	['upArrow', 'up'],
	['downArrow', 'down'],
	['leftArrow', 'left'],
	['rightArrow', 'right'],
	['home', 'home'],
	['end', 'end'],
	['pageUp', 'page-up'],
	['pageDown', 'page-down'],
];

/** What is longer is not looked at: it may be a paste. */
const longestGrapheme = 64;

/** The name by which the keymap knows a key, such as `ctrl+c`, `shift+tab` or `y`. */
export const keyName = (input: string, key: Key): string => {
	// A terminal sends ctrl+j as a line feed; enter is a carriage return.
	if (input === '\n') {
		return 'ctrl+j';
	}
	const special = named.find(([flag]) => key[flag])?.[1];
	// Keys typed faster than they are read arrive together: text, even if it spells "up" or "esc".
	if (special === undefined && (input.length > longestGrapheme || graphemesOf(input).length > 1)) {
		return 'text';
	}
	const base = special ?? input;
	const modifiers = [
		key.ctrl ? 'ctrl+' : '',
		// Ink marks a lone escape as meta, too.
		key.meta && special !== 'esc' ? 'alt+' : '',
		key.shift && special !== undefined ? 'shift+' : '',
	];
	return modifiers.join('') + base;
};
