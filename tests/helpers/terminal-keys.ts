const letters: Readonly<Record<string, string>> = {
	up: 'A',
	down: 'B',
	right: 'C',
	left: 'D',
	home: 'H',
	end: 'F',
};

const numbers: Readonly<Record<string, number>> = {
	insert: 2,
	delete: 3,
	pageup: 5,
	pagedown: 6,
	f5: 15,
	f6: 17,
	f7: 18,
	f8: 19,
	f9: 20,
	f10: 21,
	f11: 23,
	f12: 24,
};

const plain: Readonly<Record<string, string>> = {
	enter: '\r',
	escape: '\u001b',
	tab: '\t',
	'shift+tab': '\u001b[Z',
	'shift+enter': '\u001b[13;2u',
	space: ' ',
	backspace: '\u007f',
	'ctrl+backspace': '\b',
	'ctrl+space': '\u0000',
	'ctrl+\\': '\u001c',
	'ctrl+]': '\u001d',
	'ctrl+_': '\u001f',
	f1: '\u001bOP',
	f2: '\u001bOQ',
	f3: '\u001bOR',
	f4: '\u001bOS',
};

const modifierBits: Readonly<Record<string, number>> = {shift: 1, alt: 2, ctrl: 4};

/** The bytes a terminal sends for a key such as `enter`, `ctrl+c`, `alt+b`, `shift+up` or `x`. */
export const keyBytes = (name: string, applicationCursorKeys = false): string => {
	const known = plain[name];
	if (known !== undefined) return known;

	const parts = name.length > 1 ? name.split('+') : [name];
	const base = parts.at(-1) ?? '';
	const modifiers = parts.slice(0, -1);
	const bits = modifiers.map(modifier => modifierBits[modifier]);
	if (bits.includes(undefined)) throw new Error(`There is no key called ${name}`);
	const modifier = 1 + bits.reduce<number>((sum, bit) => sum + (bit ?? 0), 0);

	const letter = letters[base];
	if (letter !== undefined) {
		if (modifier > 1) return `\u001b[1;${modifier}${letter}`;
		return applicationCursorKeys ? `\u001bO${letter}` : `\u001b[${letter}`;
	}
	const number = numbers[base];
	if (number !== undefined) return modifier > 1 ? `\u001b[${number};${modifier}~` : `\u001b[${number}~`;

	if (modifiers[0] === 'alt') return `\u001b${keyBytes(parts.slice(1).join('+'))}`;
	if (name.length === 1) return name;
	if (modifiers.join() === 'ctrl' && /^[a-z]$/.test(base)) {
		return String.fromCharCode(base.charCodeAt(0) - 96);
	}
	throw new Error(`There is no key called ${name}`);
};
