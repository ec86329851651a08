import {createHash} from 'node:crypto';
import type {PartChange} from '../../../domain/definition-change.ts';
import {isInstructions} from '../../../domain/server-instructions.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import {coarseDifference, differenceOf} from './word-difference.ts';

export const partNames = [
	'title',
	'description',
	'parameters',
	'result',
	'annotations',
	'instructions',
	'arguments',
	'name',
	'media type',
] as const;

type PartName = (typeof partNames)[number];

/** A part of a definition as text, or what is kept of one that is too long. */
export type PinnedPart =
	| string
	| {readonly start: string; readonly characters: number; readonly print: string};

export type PinnedParts = {readonly [part in PartName]?: PinnedPart};

/** The parts of a definition as texts that can be compared. */
export type Parts = {readonly [part in PartName]?: string};

export const maxKept = 64_000;
/** Of a part that is not kept whole: of a long definition, and where there is no room for more. */
const keptStart = 1000;
const keptAtLeast = 60;

const annotationLines = (annotations: ToolDefinition['annotations'] | undefined): string =>
	Object.entries(annotations ?? {})
		.filter(([, value]) => value !== undefined)
		.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
		.sort()
		.join('\n');

export const partsOf = (tool: ToolDefinition): Parts => {
	const {title, description, inputSchema, outputSchema, annotations} = tool;
	if (isInstructions(tool)) return {instructions: description};
	return {
		...(title === undefined ? {} : {title}),
		description,
		parameters: canonicalJson(inputSchema, {isPretty: true}),
		...(outputSchema === undefined ? {} : {result: canonicalJson(outputSchema, {isPretty: true})}),
		annotations: annotationLines(annotations),
	};
};

const printOf = (text: string): string =>
	createHash('sha256').update(JSON.stringify(text)).digest('base64url').slice(0, 22);

const shorten = (text: string, limit: number): PinnedPart =>
	text.length <= limit ? text : {start: text.slice(0, limit), characters: text.length, print: printOf(text)};

/** What is kept of a definition so that a later one can be shown beside it: all of it unless it is very long. */
export const keptParts = (tool: ToolDefinition, room: number): PinnedParts => {
	const parts = partsOf(tool);
	const size = Object.values(parts).reduce((sum, text) => sum + text.length, 0);
	if (size <= Math.min(maxKept, room)) return parts;
	const limit = room < keptStart ? keptAtLeast : keptStart;
	return Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, shorten(text, limit)]));
};

/** How many characters these take. */
export const sizeOfParts = (parts: PinnedParts): number =>
	Object.values(parts).reduce((sum, part) => sum + (typeof part === 'string' ? part : part.start).length, 0);

const isSame = (pinned: PinnedPart | undefined, now: string | undefined): boolean =>
	typeof pinned === 'object' && now !== undefined ? pinned.print === printOf(now) : pinned === now;

/** The parts of a definition that are not as they were. `isCoarse` saves the work of looking closer. */
export const changedParts = async (
	pinned: PinnedParts,
	now: Parts,
	isCoarse: boolean,
): Promise<readonly PartChange[]> => {
	const changes: PartChange[] = [];
	for (const part of partNames) {
		const [before, after] = [pinned[part], now[part]];
		if (isSame(before, after)) continue;
		const compare = isCoarse ? coarseDifference : differenceOf;
		const runs = await compare(before ?? '', after ?? '');
		// There was none and now it is empty, or the other way round.
		const type = before === undefined ? 'added' : 'removed';
		changes.push({part, difference: runs.length > 0 ? runs : [{type, text: '(empty)'}]});
	}
	return changes;
};

/** Shown in place of what was accepted where nobody knows any more what that was. */
export const unreadable = '(what was accepted cannot be read)';

/** All parts of a definition beside one that cannot be read. */
export const lostParts = (tool: ToolDefinition): readonly PartChange[] => {
	const now = partsOf(tool);
	return partNames.flatMap((part): readonly PartChange[] => {
		const text = now[part];
		if (text === undefined || text === '') return [];
		return [
			{
				part,
				difference: [
					{type: 'removed', text: unreadable},
					{type: 'added', text},
				],
			},
		];
	});
};
