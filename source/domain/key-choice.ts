/**
 * What other keys can be chosen for, by name. Sending, stopping and every answer to a question are not among them: they
 * must work for whoever sits down at the keyboard.
 */
export const keyActions = [
	'newline',
	'quit-when-empty',
	'cycle-approvals',
	'show-keys',
	'open-palette',
	'search-history',
	'show-details',
	'show-thinking',
	'show-servers',
	'show-tools',
	'show-traffic',
	'show-sessions',
	'rewind',
	'edit-outside',
	'redraw',
	'suspend',
	'undo',
	'redo',
	'line-start',
	'line-end',
	'word-left',
	'word-right',
	'delete-word',
	'delete-word-before',
	'delete-word-after',
	'delete-to-start',
	'delete-to-end',
	'yank',
] as const;
export type KeyAction = (typeof keyActions)[number];

/** Keys in place of the usual ones. */
export type KeyChoices = {readonly [Action in KeyAction]?: readonly string[]};

export type KeyRead =
	/** By the name that the program has for it. */
	{readonly type: 'key'; readonly key: string} | {readonly type: 'refused'; readonly why: string};

const modifiers = ['ctrl', 'alt', 'shift'] as const;
const namedKeys = [
	'tab',
	'backspace',
	'delete',
	'up',
	'down',
	'left',
	'right',
	'home',
	'end',
	'enter',
	'esc',
	...Array.from({length: 12}, (_, index) => `f${index + 1}`),
];
const otherNames: Readonly<Record<string, string>> = {
	control: 'ctrl',
	meta: 'alt',
	option: 'alt',
	return: 'enter',
	escape: 'esc',
};

/** What a terminal sends for them is what it sends for another key. */
const sameAs: Readonly<Record<string, string>> = {
	'ctrl+i': 'tab',
	'ctrl+m': 'enter',
	'ctrl+[': 'esc',
	'ctrl+h': 'backspace',
};

/** They stop, send and answer, or move in whatever is open. */
const essential = ['esc', 'ctrl+c', 'enter', 'tab', 'up', 'down', 'left', 'right', 'backspace', 'delete'];

/** The one key that means something of its own when it is pressed twice. */
const twice = /^esc(?:ape)?\s+esc(?:ape)?$/i;

const refuse = (why: string): KeyRead => ({type: 'refused', why});

/** A key as a person writes it: `ctrl+k`, `Alt+Enter`. */
export const readKey = (written: string): KeyRead => {
	if (twice.test(written.trim())) {
		return {type: 'key', key: 'esc esc'};
	}
	const parts = written
		.trim()
		.toLowerCase()
		.split('+')
		.map(part => otherNames[part.trim()] ?? part.trim());
	const base = parts.at(-1) ?? '';
	const held = parts.slice(0, -1);
	const isCharacter = /^[!-~]$/.test(base);
	if (
		!(isCharacter || namedKeys.includes(base)) ||
		held.some(part => !modifiers.some(name => name === part))
	) {
		return refuse('is not a key; expected one such as ctrl+k, alt+enter or shift+tab');
	}
	// A terminal tells shift from its absence by the character, where there is one.
	const names = modifiers.filter(name => held.includes(name) && !(isCharacter && name === 'shift'));
	const key = [...names, base].join('+');
	const same = sameAs[key];
	if (same !== undefined) {
		return refuse(`cannot be told from ${same} in a terminal`);
	}
	if (essential.includes(key)) {
		return refuse('is needed as it is, to type, to stop or to answer questions');
	}
	return isCharacter && names.length === 0 && key !== '?'
		? refuse('is a character of messages; hold ctrl or alt with it')
		: {type: 'key', key};
};
