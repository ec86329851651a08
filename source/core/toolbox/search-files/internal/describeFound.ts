import {showName} from '../../shared/showName.ts';
import {looksLikeExpression} from './compileQuery.ts';
import {mostMatches, type SearchFilesInput} from './SearchFilesInputSchema.ts';
import type {FileMatch, SearchCut, SearchFilesOutput} from './SearchFilesOutputSchema.ts';
import type {SearchLimits} from './searchLimits.ts';

/** A path is shown whole: whoever reads it goes on with it. */
const longestPath = 4096;

const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;

const describeCut = (cut: SearchCut, shown: number, limits: SearchLimits): string => {
	switch (cut) {
		case 'matches':
			return `Only the first ${count(shown, 'match', 'matches')} are shown and there are more: narrow query, path or glob${shown < mostMatches ? ', or raise limit' : ''}.`;
		case 'characters':
			return `Only the first ${count(shown, 'match', 'matches')} are shown, because together they are long: narrow query, path or glob, or show fewer contextLines.`;
		case 'names':
			return `The search ended after ${limits.names} names of files and folders: search a folder further down with path.`;
		case 'files':
			return `The search ended after ${count(limits.files, 'file')}: narrow it with path or glob.`;
		case 'bytes':
			return `The search ended after ${limits.bytes / 1024 / 1024} MiB: narrow it with path or glob.`;
		case 'time':
			return `The search ended after ${limits.milliseconds / 1000} s: narrow it with path or glob.`;
	}
};

const describeLeftOut = (
	{folders, deep, binary, large, links, unreadable}: SearchFilesOutput['leftOut'],
	limits: SearchLimits,
): readonly string[] => {
	const parts = [
		...(folders > 0
			? [
					`${count(folders, 'folder')} of tools, such as .git and node_modules (to search one, name it as the path)`,
				]
			: []),
		...(deep > 0 ? [`${count(deep, 'folder')} more than ${limits.depth} levels down`] : []),
		...(binary > 0 ? [count(binary, 'binary file')] : []),
		...(large > 0 ? [`${count(large, 'file')} over ${limits.bytesOfFile / 1024 / 1024} MiB`] : []),
		...(links > 0 ? [count(links, 'link')] : []),
		...(unreadable > 0 ? [`${unreadable} that could not be read`] : []),
	];
	return parts.length === 0 ? [] : [`Not searched: ${parts.join(', ')}.`];
};

/** The lines of one file in their order, those around a match marked by a dash, gaps by an ellipsis. */
const writeLines = (matches: readonly FileMatch[]): readonly string[] => {
	const lines = new Map<number, {readonly text: string; readonly mark: string}>();
	for (const {line = 0, before = [], after = []} of matches) {
		for (const [index, text] of before.entries()) {
			lines.set(line - before.length + index, {text, mark: '-'});
		}
		for (const [index, text] of after.entries()) lines.set(line + 1 + index, {text, mark: '-'});
	}
	for (const {line = 0, text = ''} of matches) lines.set(line, {text, mark: ':'});
	const hasContext = matches.some(({before = [], after = []}) => before.length + after.length > 0);
	const numbers = [...lines.keys()].sort((one, other) => one - other);
	return numbers.flatMap((number, index) => {
		const {text, mark} = lines.get(number) ?? {text: '', mark: ':'};
		const isGap = hasContext && index > 0 && numbers[index - 1] !== number - 1;
		return [...(isGap ? ['  …'] : []), `  ${number}${mark} ${text}`];
	});
};

const writeMatches = (matches: readonly FileMatch[]): readonly string[] => {
	const files = new Map<string, FileMatch[]>();
	for (const match of matches) {
		const known = files.get(match.path);
		if (known === undefined) files.set(match.path, [match]);
		else known.push(match);
	}
	return [...files].flatMap(([file, found]) => [
		showName(file, longestPath),
		...(found[0]?.line === undefined ? [] : writeLines(found)),
	]);
};

const summarise = ({matches, files, searched}: SearchFilesOutput, isByName: boolean): string => {
	if (isByName) {
		return matches.length === 0
			? `No file of that name among ${searched}.`
			: `${count(matches.length, 'file')} of ${searched}:`;
	}
	return matches.length === 0
		? `No match in ${count(searched, 'file')}.`
		: `${count(matches.length, 'match', 'matches')} in ${count(files, 'file')} of ${searched}:`;
};

/** Models forget to say that a query is an expression. */
const describeMistake = (found: SearchFilesOutput, {query, isRegex}: SearchFilesInput): readonly string[] =>
	found.matches.length === 0 && query !== undefined && isRegex !== true && looksLikeExpression(query)
		? ['The query was searched for as it is; with isRegex it is a regular expression.']
		: [];

/** Every line of a file stands behind its number, so that none can pass for the name of another file. */
export const describeFound = (
	found: SearchFilesOutput,
	params: SearchFilesInput,
	limits: SearchLimits,
): string => {
	const notes = [
		...describeMistake(found, params),
		...(found.cutBy === undefined ? [] : [describeCut(found.cutBy, found.matches.length, limits)]),
		...describeLeftOut(found.leftOut, limits),
	];
	return [
		summarise(found, params.query === undefined),
		...writeMatches(found.matches),
		...(notes.length === 0 ? [] : [`[${notes.join(' ')}]`]),
	].join('\n');
};
