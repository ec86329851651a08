import {type EditorDraft, toggleInList, toggleServer, toolUse} from './editor-draft.ts';
import {type EditorRow, isFocusable} from './editor-rows.ts';

/** What became of a key; `why` says why nothing did. */
export type Chosen = {readonly draft: EditorDraft; readonly why?: string};

/** The row with the keyboard after some steps up or down. */
export const moveFocus = (rows: readonly EditorRow[], focus: number, step: number): number => {
	let place = focus;
	for (let left = Math.abs(step); left > 0; left--) {
		const at = place;
		const next =
			step > 0
				? rows.findIndex((row, index) => index > at && isFocusable(row))
				: rows.findLastIndex((row, index) => index < at && isFocusable(row));
		if (next === -1) break;
		place = next;
	}
	return place;
};

const chooseTool = (draft: EditorDraft, row: EditorRow & {type: 'tool'}): Chosen => {
	const {isUsed, usedBy} = toolUse(draft, row.ref);
	return !isUsed && usedBy !== undefined
		? {draft, why: `${usedBy} leaves it out: change the lists above.`}
		: {draft: toggleInList(draft, 'excludeTools', row.ref)};
};

/** A server is used or not, a setting is taken, a tool is used or not. */
export const chooseRow = (
	draft: EditorDraft,
	row: EditorRow | undefined,
	servers: readonly string[],
): Chosen => {
	switch (row?.type) {
		case 'server':
			return {draft: toggleServer(draft, row.name, servers)};
		case 'mode':
			return {draft: {...draft, toolApproval: row.mode}};
		case 'tool':
			return chooseTool(draft, row);
		default:
			return {draft};
	}
};

export const trustRow = (draft: EditorDraft, row: EditorRow | undefined): Chosen => {
	if (row?.type !== 'tool') {
		return {draft};
	}
	const {trustedBy} = toolUse(draft, row.ref);
	return trustedBy === undefined
		? {draft: toggleInList(draft, 'trustedTools', row.ref)}
		: {draft, why: `"${trustedBy}" trusts it: change the list above.`};
};
