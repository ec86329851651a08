import {type ApprovalMode, approvalModes} from '../../domain/approval.ts';
import type {AssistantProblem} from '../../domain/assistant-admin.ts';
import type {ServerStatus} from '../../domain/server.ts';
import type {ToolRef} from '../../domain/tool.ts';
import type {EditorDraft, TypedField} from './editor-draft.ts';

/** A row of the editor. Every row but a heading and a note can have the keyboard. */
export type EditorRow =
	| {readonly type: 'heading'; readonly text: string; readonly note?: string}
	| {readonly type: 'note'; readonly text: string}
	| {readonly type: 'field'; readonly field: TypedField; readonly label: string; readonly isLong?: true}
	/** Without a name: all of them. */
	| {readonly type: 'server'; readonly name?: string}
	/** Without a mode: whatever the chat has. */
	| {readonly type: 'mode'; readonly mode?: ApprovalMode}
	| {readonly type: 'tool'; readonly ref: ToolRef};

export type RowSources = {
	readonly draft: EditorDraft;
	/** Where the instructions are, when they are in a file of their own. */
	readonly instructionsFile?: string;
	readonly servers: readonly string[];
	readonly statuses: ReadonlyMap<string, ServerStatus>;
	readonly tools: readonly ToolRef[];
};

export const isFocusable = ({type}: EditorRow): boolean => type !== 'heading' && type !== 'note';

const field = (name: TypedField, label: string): EditorRow => ({type: 'field', field: name, label});

/** Servers that the assistant names and the configuration does not have are shown, too. */
export const shownServers = ({draft, servers}: Pick<RowSources, 'draft' | 'servers'>): readonly string[] => [
	...new Set([...servers, ...(draft.original.servers ?? []), ...(draft.servers ?? [])]),
];

/** Everything of the editor from top to bottom. */
export const editorRows = (sources: RowSources): readonly EditorRow[] => {
	const {draft, instructionsFile, tools} = sources;
	const isChosen = (server: string): boolean => draft.servers === undefined || draft.servers.includes(server);
	const offered = tools.filter(({server}) => isChosen(server));
	return [
		field('name', 'Name'),
		field('description', 'Description'),
		field('model', 'Model'),
		...(instructionsFile === undefined
			? [{type: 'field', field: 'instructions', label: 'Instructions', isLong: true} as const]
			: [{type: 'note', text: `Instructions  in ${instructionsFile}; change them there`} as const]),
		{type: 'heading', text: 'Servers', note: 'which it works with'},
		{type: 'server'},
		...shownServers(sources).map((name): EditorRow => ({type: 'server', name})),
		{type: 'heading', text: 'Tool approval', note: 'when its tool calls ask first'},
		{type: 'mode'},
		...approvalModes.map((mode): EditorRow => ({type: 'mode', mode})),
		{type: 'heading', text: 'Tools', note: 'server__tool, * stands for anything'},
		field('trustedTools', 'Trusted'),
		field('includeTools', 'Only these'),
		field('excludeTools', 'Not these'),
		...(offered.length === 0
			? [
					{
						type: 'note',
						text: 'No tool of the chosen servers is known yet: they are here as soon as one is ready.',
					} as const,
				]
			: offered.map((ref): EditorRow => ({type: 'tool', ref}))),
	];
};

/** What is wrong with what a row says. */
export const problemOf = (row: EditorRow, problems: readonly AssistantProblem[]): string | undefined =>
	row.type === 'field' ? problems.find(problem => problem.field === row.field)?.text : undefined;
