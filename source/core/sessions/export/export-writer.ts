import type {SessionEntry} from '../../../domain/session-entry.ts';
import type {SessionTotals} from '../../../domain/session-shelf.ts';
import {countOf} from '../../../support/count-of.ts';

/** What stands at the head of an export. */
export type ExportHead = {readonly sessionId: string; readonly title: string; readonly totals: SessionTotals};

/** Writes a session piece by piece, so that a long one needs no more memory than a short one. */
export type ExportWriter = {
	readonly begin: (head: ExportHead) => string;
	readonly entry: (entry: SessionEntry) => string;
	readonly end: () => string;
};

export const timeOf = (at: number | undefined): string =>
	at === undefined || !Number.isFinite(at) || Math.abs(at) > 8.64e15
		? 'unknown'
		: new Date(at)
				.toISOString()
				.replace('T', ' ')
				.replace(/\.\d+Z$/, ' UTC');

/** How a call went, as the end of a line. */
export const outcomeOf = ({outcome, milliseconds}: SessionEntry & {type: 'call'}): string =>
	[
		outcome === 'unknown' ? 'outcome unknown' : outcome,
		...(milliseconds === undefined ? [] : [`${(milliseconds / 1000).toFixed(1)} s`]),
	].join(', ');

/** The facts of the head, in order. */
export const factsOf = ({sessionId, totals}: ExportHead): readonly (readonly [string, string])[] => [
	['Session', sessionId],
	['Models', totals.models.join(', ') || 'none'],
	...(totals.cwd === undefined ? [] : [['Folder', totals.cwd] as const]),
	['Began', timeOf(totals.startedAt)],
	['Ended', timeOf(totals.endedAt)],
	['Messages', String(totals.messages)],
	['Tool calls', String(totals.calls)],
	['Tokens', `${totals.inputTokens} in, ${totals.outputTokens} out`],
	...(totals.cost === undefined ? [] : [['Cost', `$${totals.cost.toFixed(4)}`] as const]),
	...(totals.forkedFrom === undefined ? [] : [['Copy of', totals.forkedFrom] as const]),
	...(totals.damaged === 0
		? []
		: [['Left out', `${countOf(totals.damaged, 'damaged line')} of its file`] as const]),
	...(totals.unknown === 0
		? []
		: [['Left out', `${countOf(totals.unknown, 'record')} of a newer mcp-tui`] as const]),
];

export const endOf = ({outcome, text}: SessionEntry & {type: 'turn-end'}): string =>
	outcome === 'interrupted' ? 'Interrupted.' : `Failed: ${text}`;
