import {exportPath} from '../domain/export-path.ts';
import {rewindWords, type SessionEntry} from '../domain/session-entry.ts';
import type {ExportFormat, SessionHit, SessionShelf, ShelfSession} from '../domain/session-shelf.ts';
import {alignColumns} from '../support/align-columns.ts';
import {countOf} from '../support/count-of.ts';
import {sanitise, sanitiseLine} from '../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from './command-output.ts';

type Run = {readonly shelf: SessionShelf; readonly output: CommandOutput};

const titleOf = ({title}: ShelfSession): string => sanitiseLine(title ?? '(nothing was said)');

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');

/** What is deleted is gone for good: a few characters say too little. */
const leastToDelete = 8;

type Ended = {readonly type: 'ended'; readonly code: number};
type Found = {readonly type: 'found'; readonly session: ShelfSession} | Ended;

const findId = async (
	{shelf, output}: Run,
	named: string,
	least?: number,
): Promise<{readonly type: 'found'; readonly id: string} | Ended> => {
	const found = await shelf.find(named, least);
	switch (found.type) {
		case 'found':
			return {type: 'found', id: found.sessionId};
		case 'unknown':
			return {type: 'ended', code: output.refuse(found.failure)};
		case 'unreadable':
			return {type: 'ended', code: output.fail(found.failure)};
	}
};

const findSession = async (run: Run, named: string, signal: AbortSignal, least?: number): Promise<Found> => {
	const {shelf, output} = run;
	const found = await findId(run, named, least);
	if (found.type === 'ended') {
		return found;
	}
	const list = await shelf.list(signal);
	if (list.type !== 'listed') {
		const code = list.type === 'unreadable' ? output.fail(list.failure) : commandExitCodes.failed;
		return {type: 'ended', code};
	}
	const session = list.sessions.find(({sessionId}) => sessionId === found.id);
	return session === undefined
		? {type: 'ended', code: output.fail({code: 'no-session', message: 'This session was deleted just now.'})}
		: {type: 'found', session};
};

/** `sessions list`: every one, also those that cannot be read. */
export const listAllSessions = async ({shelf, output}: Run, signal: AbortSignal): Promise<number> => {
	const list = await shelf.list(signal);
	if (list.type !== 'listed') {
		return list.type === 'unreadable' ? output.fail(list.failure) : commandExitCodes.failed;
	}
	if (output.isJson) {
		output.printJson(list.sessions.map(({isCurrent: _, ...session}) => session));
		return commandExitCodes.ok;
	}
	const rows = list.sessions.map(session => {
		const note = session.note === undefined ? '' : `  (${sanitiseLine(session.note)})`;
		return [
			sanitiseLine(session.sessionId),
			`${dateOf(session.modified)}  ${titleOf(session)}${note}`,
		] as const;
	});
	for (const row of alignColumns(rows)) {
		output.print(row);
	}
	if (rows.length === 0) {
		output.say('There is no session yet.');
	}
	return commandExitCodes.ok;
};

const entryLines = (entry: SessionEntry): string => {
	switch (entry.type) {
		case 'user':
			return `> ${sanitise(entry.text)}`;
		case 'call':
			return sanitise(`[${entry.server} ${entry.tool}: ${entry.outcome}]`);
		case 'turn-end':
			return `[${entry.outcome}]`;
		case 'answer':
		case 'compaction':
			return sanitise(entry.text);
		case 'rewind':
			return sanitise(`[${rewindWords(entry)}]`);
	}
};

/** `sessions show`. */
export const showSession = async (run: Run, named: string, signal: AbortSignal): Promise<number> => {
	const {shelf, output} = run;
	const found = await findId(run, named);
	if (found.type === 'ended') {
		return found.code;
	}
	const {id} = found;
	const preview = await shelf.preview(id, signal);
	if (preview.type !== 'read') {
		return preview.type === 'failed' ? output.fail(preview.failure) : commandExitCodes.failed;
	}
	const {totals, first, between, last} = preview;
	if (output.isJson) {
		output.printJson({sessionId: id, ...totals, first, between, last});
		return commandExitCodes.ok;
	}
	output.print(
		`${totals.messages} messages, ${totals.calls} calls, ${totals.inputTokens} tokens in, ${totals.outputTokens} out`,
	);
	if (totals.damaged > 0) {
		output.say(`Skipped ${countOf(totals.damaged, 'damaged line')} of this session.`);
	}
	if (totals.unknown > 0) {
		output.say(`Skipped ${countOf(totals.unknown, 'record')} of this session: a newer mcp-tui wrote them.`);
	}
	for (const text of [
		...first.map(entryLines),
		...(between === 0 ? [] : [`… ${between} more …`]),
		...last.map(entryLines),
	]) {
		output.print(`\n${text}`);
	}
	return commandExitCodes.ok;
};

/** `sessions search`: ends with 1 where nothing is found, like grep. */
export const findInSessions = async (
	{shelf, output}: Run,
	query: string,
	signal: AbortSignal,
): Promise<number> => {
	const hits: SessionHit[] = [];
	const end = await shelf.search(
		query,
		{
			onHit(hit) {
				hits.push(hit);
				if (!output.isJson) {
					output.print(sanitiseLine(`${hit.sessionId}  ${hit.before}${hit.match}${hit.after}`));
				}
			},
		},
		signal,
	);
	if (end.type === 'failed') {
		return output.fail(end.failure);
	}
	if (output.isJson) {
		output.printJson(hits);
	} else if (hits.length === 0 && end.type === 'searched') {
		output.say('No session has these words in one message, answer or call.');
	}
	if (end.type === 'searched' && end.unreadable > 0) {
		output.say(`Sessions that could not be read: ${end.unreadable}.`);
	}
	return hits.length === 0 ? commandExitCodes.failed : commandExitCodes.ok;
};

type ExportWish = {
	readonly id: string;
	readonly format: ExportFormat;
	readonly path: string | undefined;
	readonly mayReplace: boolean;
};

/** `sessions export`. */
export const exportOneSession = async (
	{shelf, output}: Run,
	{id: named, format, path, mayReplace}: ExportWish,
	signal: AbortSignal,
): Promise<number> => {
	const found = await findSession({shelf, output}, named, signal);
	if (found.type === 'ended') {
		return found.code;
	}
	const {session} = found;
	const {sessionId: id} = session;
	const end = await shelf.export(
		{sessionId: id, format, path: path ?? exportPath(session, format), mayReplace},
		signal,
	);
	switch (end.type) {
		case 'failed':
			return output.fail(end.failure);
		case 'exists':
			return output.fail({
				code: 'file-exists',
				message: `${end.path} exists already.`,
				hint: 'Choose another name with --output, or say --yes to replace it.',
			});
		case 'written':
			if (output.isJson) {
				output.printJson({sessionId: id, format, path: end.path});
			} else {
				output.print(end.path);
			}
			return commandExitCodes.ok;
	}
};

/** `sessions delete`: never without a yes. */
export const deleteOneSession = async (
	{shelf, output}: Run,
	{
		id: named,
		isYes,
		ask,
	}: {readonly id: string; readonly isYes: boolean; readonly ask: (question: string) => Promise<boolean>},
	signal: AbortSignal,
): Promise<number> => {
	const found = await findSession({shelf, output}, named, signal, leastToDelete);
	if (found.type === 'ended') {
		return found.code;
	}
	const {session} = found;
	const {sessionId: id} = session;
	if (!isYes && !(await ask(`Delete "${titleOf(session)}" for good? [y/N] `))) {
		return output.fail({
			code: 'not-deleted',
			message: 'Nothing is deleted.',
			hint: 'To delete it without a question: --yes',
		});
	}
	const failure = await shelf.remove(id);
	if (failure !== undefined) {
		return output.fail(failure);
	}
	if (output.isJson) {
		output.printJson({sessionId: id, deleted: true});
	} else {
		output.print('Deleted.');
	}
	return commandExitCodes.ok;
};
