/** A piece of a word, in single quotes, in double quotes, behind a backslash or bare; or what parts words. */
const piece = /'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|\\([\s\S])|([^\s'"\\]+)|\s+/y;

/**
 * Splits a command into words as a shell does, with quotes and backslashes, and does nothing else that a shell
 * does. Undefined when a quote is left open.
 */
export const splitWords = (command: string): readonly string[] | undefined => {
	const words: string[] = [];
	let word: string | undefined;
	const endWord = (): void => {
		if (word !== undefined) {
			words.push(word);
			word = undefined;
		}
	};
	piece.lastIndex = 0;
	while (piece.lastIndex < command.length) {
		const found = piece.exec(command);
		if (found === null) {
			return undefined;
		}
		const [, single, double, escaped, bare] = found;
		const text = single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? bare;
		if (text === undefined) {
			endWord();
		} else {
			word = (word ?? '') + text;
		}
	}
	endWord();
	return words;
};

type Env = Readonly<Record<string, string | undefined>>;

type EditorChoice =
	| {readonly type: 'editor'; readonly file: string; readonly args: readonly string[]}
	| {readonly type: 'none'; readonly why: string};

/** What there may be where nobody has chosen. */
const usual: Readonly<Record<string, readonly string[]>> = {win32: ['notepad']};
const usualElsewhere = ['vi', 'nano'] as const;

/** The user's editor: VISUAL, else EDITOR, else one that is usually there. */
export const chooseEditor = async (
	env: Env,
	platform: string,
	isThere: (program: string) => Promise<boolean>,
): Promise<EditorChoice> => {
	for (const name of ['VISUAL', 'EDITOR'] as const) {
		const command = env[name]?.trim() ?? '';
		if (command !== '') {
			// A backslash is part of a path there.
			const words = splitWords(platform === 'win32' ? command.replaceAll('\\', '\\\\') : command);
			const [file, ...args] = words ?? [];
			return file === undefined
				? {type: 'none', why: `${name} cannot be read: ${command}. Check its quotes.`}
				: {type: 'editor', file, args};
		}
	}
	for (const program of usual[platform] ?? usualElsewhere) {
		if (await isThere(program)) {
			return {type: 'editor', file: program, args: []};
		}
	}
	return {
		type: 'none',
		why: 'No editor was found. Set EDITOR to the one you use, for instance: export EDITOR=nano',
	};
};
