const plainWord = /^[\w@%+=:,./-]+$/;

/** Everything that a terminal would not show as it is: controls, invisible characters, halves of pairs, odd spaces. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const everyUnseen = new RegExp(unseen, 'gu');

const escaped = (character: string): string => {
	const code = character.codePointAt(0) ?? 0;
	const [letter, width] = code < 0x80 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8];
	return `\\${letter}${code.toString(16).padStart(width, '0')}`;
};

/** The text with everything spelled out that could not be seen. */
export const spellOut = (text: string): string => text.replaceAll(everyUnseen, escaped);

/** A word as a shell takes it. What cannot be seen is spelled out, so that nothing of it is hidden. */
export const quoteWord = (word: string): string => {
	if (plainWord.test(word)) {
		return word;
	}
	if (unseen.test(word)) {
		return `$'${spellOut(word.replaceAll(/[\\']/g, found => `\\${found}`))}'`;
	}
	return `'${word.replaceAll("'", `'\\''`)}'`;
};

/** A command that can be pasted into a shell and does exactly this. */
export const quoteCommand = (words: readonly string[]): string => words.map(quoteWord).join(' ');

/** What only a shell can do: pipes, redirections, other commands. */
const shellOnly = /[|&;<>()`\n]/;

/**
 * The words of a command that was typed or pasted; undefined where it needs a shell or a quote is not closed. References
 * such as `${NAME}` stay as they are.
 */
export const splitCommandLine = (text: string): readonly string[] | undefined => {
	const words: string[] = [];
	let word: string | undefined;
	let quote = '';
	const line = text.replaceAll(/\\\r?\n/g, ' ');
	for (let index = 0; index < line.length; index += 1) {
		const character = line.charAt(index);
		if (quote !== '') {
			const next = line.charAt(index + 1);
			if (character === quote) {
				quote = '';
			} else if (quote === '"' && character === '\\' && ['"', '\\', '$', '`'].includes(next)) {
				word += next;
				index += 1;
			} else {
				word += character;
			}
		} else if (character === '"' || character === "'") {
			quote = character;
			word ??= '';
		} else if (line.startsWith('${', index) && line.includes('}', index)) {
			const end = line.indexOf('}', index);
			word = (word ?? '') + line.slice(index, end + 1);
			index = end;
		} else if (character === '\\' && index + 1 < line.length) {
			word = (word ?? '') + line.charAt(index + 1);
			index += 1;
		} else if (character === ' ' || character === '\t' || character === '\r') {
			if (word !== undefined) words.push(word);
			word = undefined;
		} else if (shellOnly.test(character)) {
			return undefined;
		} else {
			word = (word ?? '') + character;
		}
	}
	if (quote !== '') {
		return undefined;
	}
	return word === undefined ? words : [...words, word];
};
