import path from 'node:path';
import {timeLimit} from '../../../../support/limited-signal.ts';
import {visibleText} from '../../../../support/sanitise.ts';
import type {GrantedFolders, Place} from '../../shared/createGrantedFolders.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import type {PathFilter} from './compileGlob.ts';
import type {Expression} from './compileQuery.ts';
import type {FoundLine, LineFinder} from './createLineFinder.ts';
import {readInOrder} from './readInOrder.ts';
import type {SearchedFile} from './readSearchedFile.ts';
import type {FileMatch, SearchCut, SearchFilesOutput} from './SearchFilesOutputSchema.ts';
import type {SearchLimits} from './searchLimits.ts';
import {readingFlags, type WalkEnd, type WalkedFile, walkFiles} from './walkFiles.ts';

export type Search = {
	readonly place: Place;
	readonly isFolder: boolean;
	/** Which files; all when absent. */
	readonly filter: PathFilter | undefined;
	/** What a line has to contain; without it files are searched by name alone. */
	readonly expression: Expression | undefined;
	readonly context: number;
	/** Matches to find. */
	readonly most: number;
};

type SearchDeps = {
	readonly folders: GrantedFolders;
	readonly finder: LineFinder;
	readonly limits: SearchLimits;
};

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, {length}) => sum + length, 0);

/** Throws McpToolError when the expression cannot be run to its end. */
export const searchFiles = async (
	{place, isFolder, filter, expression, context, most}: Search,
	{folders, finder, limits}: SearchDeps,
	signal: AbortSignal,
): Promise<SearchFilesOutput> => {
	const late = timeLimit(limits.milliseconds);
	const leftOut = {folders: 0, deep: 0, binary: 0, large: 0, links: 0, unreadable: 0};
	const matches: FileMatch[] = [];
	const matching = new Set<string>();
	let searched = 0;
	let bytes = 0;
	let characters = 0;

	const add = (match: FileMatch): SearchCut | undefined => {
		if (matches.length === most) return 'matches';
		const {before = [], text = '', after = []} = match;
		const isNew = !matching.has(match.path);
		characters += lengthOf([...before, text, ...after, isNew ? match.path : '']);
		if (characters > limits.characters) return 'characters';
		matching.add(match.path);
		matches.push(match);
		return undefined;
	};

	const addLines = (file: string, lines: readonly FoundLine[]): SearchCut | undefined => {
		for (const {line, text, before, after} of lines) {
			const around = context === 0 ? {} : {before: before.map(visibleText), after: after.map(visibleText)};
			const cut = add({path: file, line, text: visibleText(text), ...around});
			if (cut !== undefined) return cut;
		}
		return undefined;
	};

	const whyStop = (): SearchCut | undefined => {
		if (searched === limits.files) return 'files';
		if (bytes >= limits.bytes) return 'bytes';
		return late.aborted ? 'time' : undefined;
	};

	const searchContent = async (
		content: SearchedFile,
		shown: string,
		search: Expression,
	): Promise<WalkEnd | undefined> => {
		const stop = whyStop();
		if (stop !== undefined) return stop;
		if (content.type !== 'read') {
			leftOut[content.type] += 1;
			return undefined;
		}
		searched += 1;
		bytes += content.bytes.length;
		const question = {
			bytes: content.bytes,
			expression: search,
			context,
			// One more than is shown tells whether there are more.
			most: most - matches.length + 1,
		};
		// Others may be searching, too: waiting for them is part of the time.
		const found = await finder.find(question, limits.millisecondsOfFile, AbortSignal.any([signal, late]));
		signal.throwIfAborted();
		if (found.type === 'found') return addLines(shown, found.lines);
		if (late.aborted) return 'time';
		const why =
			found.type === 'too-long'
				? `took longer than ${limits.millisecondsOfFile / 1000} s`
				: 'could not be run';
		return new McpToolError(
			`The search was given up: the query ${why} on ${showName(shown)}. Write a simpler one, without repetitions inside of repetitions, or leave isRegex out.`,
			'query',
		);
	};

	const visit = async (files: readonly WalkedFile[]): Promise<WalkEnd | undefined> => {
		const wanted = files.filter(({relative}) => filter?.(relative) !== false);
		const show = ({relative}: WalkedFile): string =>
			isFolder ? path.join(place.given, relative) : place.given;
		if (expression !== undefined) {
			const take = (content: SearchedFile, file: WalkedFile) =>
				searchContent(content, show(file), expression);
			return readInOrder(wanted, {limits, whyStop, take}, signal);
		}
		searched += files.length;
		for (const file of wanted) {
			const end = add({path: show(file)});
			if (end !== undefined) return end;
		}
		return undefined;
	};

	const visitOne = (): Promise<WalkEnd | undefined> =>
		folders.withFolder(place, path.dirname(place.real), anchor => {
			const name = path.basename(place.real);
			const open = () => folders.openFile(place, `${anchor}/${name}`, readingFlags);
			return visit([{relative: name, open}]);
		});

	const end = isFolder
		? await walkFiles({folders, place, limits, leftOut, isLate: () => late.aborted}, visit, signal)
		: await visitOne();
	if (end instanceof McpToolError) throw end;
	return {
		matches,
		files: matching.size,
		searched,
		...(end === undefined ? {} : {cutBy: end}),
		leftOut,
	};
};
