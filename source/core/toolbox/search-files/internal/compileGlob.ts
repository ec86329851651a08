import {McpToolError} from '../../shared/McpToolError.ts';

/** Whether a path relative to the searched folder, with slashes between its names, is meant. */
export type PathFilter = (relative: string) => boolean;

/** What stands for one item, or for any number of them. */
type Piece<Item> = 'run' | ((item: Item) => boolean);

const mostAlternatives = 20;

const mistake = (why: string): McpToolError =>
	new McpToolError(
		`The glob ${why}. Write it like "*.ts", "docs/**/*.md" or "*.{js,ts}"; a backslash makes the next character an ordinary one.`,
		'glob',
	);

/** The `{a,b}` that is opened first: what stands before it, its alternatives, and what follows. */
const findBraces = (
	glob: string,
): {readonly before: string; readonly options: readonly string[]; readonly after: string} | undefined => {
	let depth = 0;
	let start = 0;
	const commas: number[] = [];
	for (let index = 0; index < glob.length; index++) {
		const character = glob[index];
		if (character === '\\') index++;
		else if (character === '{') {
			if (depth === 0) start = index;
			depth++;
		} else if (character === ',' && depth === 1) commas.push(index);
		else if (character === '}' && depth > 0) {
			depth--;
			if (depth > 0) continue;
			const ends = [...commas, index];
			return {
				before: glob.slice(0, start),
				options: ends.map((end, number) => glob.slice((ends[number - 1] ?? start) + 1, end)),
				after: glob.slice(index + 1),
			};
		}
	}
	if (depth > 0) throw mistake('opens a { without closing it');
	return undefined;
};

const expandBraces = (glob: string): readonly string[] => {
	const done: string[] = [];
	const open = [glob];
	for (let next = open.shift(); next !== undefined; next = open.shift()) {
		const braces = findBraces(next);
		if (braces === undefined) done.push(next);
		else open.push(...braces.options.map(option => `${braces.before}${option}${braces.after}`));
		if (done.length + open.length > mostAlternatives) {
			throw mistake(`stands for more than ${mostAlternatives} others`);
		}
	}
	return done;
};

/** `[a-z]` or `[!abc]`, and where it ends. */
const readClass = (
	glob: readonly string[],
	start: number,
): {readonly fits: (character: string) => boolean; readonly end: number} => {
	const isNegated = glob[start + 1] === '!' || glob[start + 1] === '^';
	const first = start + (isNegated ? 2 : 1);
	// A bracket that comes first is one of the characters.
	const end = glob.indexOf(']', first + 1);
	if (end === -1) throw mistake('opens a [ without closing it');
	const ranges: (readonly [string, string])[] = [];
	for (let index = first; index < end; index++) {
		const from = glob[index] ?? '';
		const isRange = glob[index + 1] === '-' && index + 2 < end;
		ranges.push([from, isRange ? (glob[index + 2] ?? from) : from]);
		if (isRange) index += 2;
	}
	const isIn = (character: string): boolean =>
		ranges.some(([from, to]) => from <= character && character <= to);
	return {fits: character => isIn(character) !== isNegated, end};
};

const readName = (name: string): readonly Piece<string>[] => {
	const glob = Array.from(name);
	const pieces: Piece<string>[] = [];
	for (let index = 0; index < glob.length; index++) {
		const character = glob[index];
		if (character === '*') pieces.push('run');
		else if (character === '?') pieces.push(() => true);
		else if (character === '[') {
			const {fits, end} = readClass(glob, index);
			pieces.push(fits);
			index = end;
		} else {
			if (character === '\\') index++;
			const literal = glob[index] ?? '\\';
			pieces.push(found => found === literal);
		}
	}
	return pieces;
};

/** Going back to the last run is enough, so that no pattern takes longer than its length times that of the items. */
const fitsAll = <Item>(pieces: readonly Piece<Item>[], items: readonly Item[]): boolean => {
	let piece = 0;
	let run = {piece: -1, item: 0};
	for (let index = 0; index < items.length; ) {
		const current = pieces[piece];
		const item = items[index];
		if (current === 'run') {
			run = {piece, item: index};
			piece++;
		} else if (current !== undefined && item !== undefined && current(item)) {
			piece++;
			index++;
		} else if (run.piece === -1) {
			return false;
		} else {
			run = {piece: run.piece, item: run.item + 1};
			piece = run.piece + 1;
			index = run.item;
		}
	}
	return pieces.slice(piece).every(rest => rest === 'run');
};

/** The names of a path; each is taken apart once, however many patterns look at it. */
type PathNames = readonly (readonly string[])[];

const readPath = (pattern: string): readonly Piece<readonly string[]>[] => {
	const names = pattern
		.replace(/^(?:\.?\/)+/, '')
		.replace(/\/+$/, '/**')
		.split(/\/+/);
	// A name alone is looked for in every folder.
	return [...(names.length === 1 ? ['**'] : []), ...names].map(name => {
		if (name === '**') return 'run';
		const pieces = readName(name);
		return found => fitsAll(pieces, found);
	});
};

/** Throws McpToolError when it cannot be understood. Without regular expressions: these could be made to take for ever. */
export const compileGlob = (glob: string, isCaseSensitive: boolean): PathFilter => {
	const fold = (text: string): string => (isCaseSensitive ? text : text.toLowerCase());
	const patterns = expandBraces(fold(glob)).map(readPath);
	return relative => {
		const names: PathNames = fold(relative)
			.split('/')
			.map(name => Array.from(name));
		return patterns.some(pattern => fitsAll(pattern, names));
	};
};
