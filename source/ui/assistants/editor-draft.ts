import type {ApprovalMode} from '../../domain/approval.ts';
import type {Assistant} from '../../domain/assistant.ts';
import type {ToolRef} from '../../domain/tool.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {allowsTool, coversTool, joinedName} from '../../support/tool-rule.ts';
import {bufferOf, sanitiseTyped, type TextBuffer} from '../input/text-buffer.ts';

/** What is typed, by what it says. */
const typedFields = [
	'name',
	'description',
	'model',
	'instructions',
	'trustedTools',
	'includeTools',
	'excludeTools',
] as const;

export type TypedField = (typeof typedFields)[number];

/** An assistant as it is being changed. */
export type EditorDraft = Readonly<Record<TypedField, TextBuffer>> & {
	/** Undefined means all of them. */
	readonly servers: readonly string[] | undefined;
	readonly toolApproval: ApprovalMode | undefined;
	/** As it was before anybody changed it. */
	readonly original: Assistant;
};

const listText = (items: readonly string[] | undefined): string => (items ?? []).join(', ');

const listOf = (text: string): readonly string[] => [
	...new Set(text.split(/[,\s]+/).filter(item => item !== '')),
];

/** As it is shown and changed: a file may hold anything. */
const textOf = (assistant: Assistant, field: TypedField): string => {
	const value = assistant[field];
	const text = typeof value === 'string' ? value : listText(value);
	return field === 'instructions' ? sanitiseTyped(text) : sanitiseLine(text);
};

export const draftOf = (assistant: Assistant): EditorDraft => {
	const buffer = (field: TypedField): TextBuffer => bufferOf(textOf(assistant, field));
	return {
		name: buffer('name'),
		description: buffer('description'),
		model: buffer('model'),
		instructions: {...buffer('instructions'), cursor: 0},
		trustedTools: buffer('trustedTools'),
		includeTools: buffer('includeTools'),
		excludeTools: buffer('excludeTools'),
		servers: assistant.servers,
		toolApproval: assistant.toolApproval,
		original: assistant,
	};
};

/** What nobody has changed stays the same value. */
export const assistantOf = (draft: EditorDraft): Assistant => {
	const {original, servers, toolApproval} = draft;
	const isSame = (field: TypedField): boolean => draft[field].text === textOf(original, field);
	const text = (field: 'description' | 'model' | 'instructions'): string | undefined => {
		if (isSame(field)) return original[field];
		return draft[field].text.trim() === '' ? undefined : draft[field].text;
	};
	const list = (field: 'trustedTools' | 'includeTools' | 'excludeTools'): readonly string[] =>
		isSame(field) ? (original[field] ?? []) : listOf(draft[field].text);
	const description = text('description');
	const model = text('model')?.trim();
	const instructions = text('instructions');
	const includes = isSame('includeTools') ? original.includeTools : listOf(draft.includeTools.text);
	const {temperature, maxTokens} = original;
	return {
		name: draft.name.text,
		...(description === undefined ? {} : {description}),
		...(model === undefined ? {} : {model}),
		...(instructions === undefined ? {} : {instructions}),
		...(temperature === undefined ? {} : {temperature}),
		...(maxTokens === undefined ? {} : {maxTokens}),
		...(servers === undefined ? {} : {servers}),
		...(includes === undefined || (includes.length === 0 && !isSame('includeTools'))
			? {}
			: {includeTools: includes}),
		excludeTools: list('excludeTools'),
		...(toolApproval === undefined ? {} : {toolApproval}),
		trustedTools: list('trustedTools'),
		askOnUntrustedContent: original.askOnUntrustedContent,
	};
};

export const isChanged = (draft: EditorDraft): boolean =>
	typedFields.some(field => draft[field].text !== textOf(draft.original, field)) ||
	JSON.stringify(draft.servers) !== JSON.stringify(draft.original.servers) ||
	draft.toolApproval !== draft.original.toolApproval;

/** All of them, or some: from all, choosing one leaves the others out. */
export const toggleServer = (
	draft: EditorDraft,
	name: string | undefined,
	all: readonly string[],
): EditorDraft => {
	const {servers} = draft;
	if (name === undefined) {
		return {...draft, servers: servers === undefined ? [] : undefined};
	}
	if (servers === undefined) {
		return {...draft, servers: [name]};
	}
	const next = servers.includes(name) ? servers.filter(each => each !== name) : [...servers, name];
	// In the order of the configuration, with what it does not know at the end.
	const place = (each: string): number => (all.includes(each) ? all.indexOf(each) : all.length);
	return {...draft, servers: next.toSorted((one, other) => place(one) - place(other))};
};

export type ToolUse = {
	readonly isUsed: boolean;
	readonly isTrusted: boolean;
	/** The entry that decides, where it is about more than this one tool. */
	readonly usedBy?: string;
	readonly trustedBy?: string;
};

/** What the lists say about one tool of a server that is chosen. */
export const toolUse = (draft: EditorDraft, ref: ToolRef): ToolUse => {
	const own = joinedName(ref);
	const excluding = listOf(draft.excludeTools.text).find(glob => coversTool(glob, ref));
	const includes = listOf(draft.includeTools.text);
	const isIncluded = includes.length === 0 || includes.some(glob => allowsTool(glob, ref));
	const trusting = listOf(draft.trustedTools.text).find(glob => allowsTool(glob, ref));
	const usedBy = excluding ?? (isIncluded ? undefined : 'the list of the only tools');
	return {
		isUsed: excluding === undefined && isIncluded,
		isTrusted: trusting !== undefined,
		...(usedBy === undefined || usedBy === own ? {} : {usedBy}),
		...(trusting === undefined || trusting === own ? {} : {trustedBy: trusting}),
	};
};

/** Adds a tool to a list, or takes it out of it. */
export const toggleInList = (
	draft: EditorDraft,
	field: 'trustedTools' | 'includeTools' | 'excludeTools',
	ref: ToolRef,
): EditorDraft => {
	const items = listOf(draft[field].text);
	const name = joinedName(ref);
	const next = items.includes(name) ? items.filter(item => item !== name) : [...items, name];
	return {...draft, [field]: bufferOf(listText(next))};
};
