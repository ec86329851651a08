import {join} from 'node:path';
import {findSession} from '../core/sessions/find-session.ts';
import {createJournal, openJournal} from '../core/sessions/journal.ts';
import {type LoadReport, loadSession} from '../core/sessions/load-session.ts';
import {createRecentPast} from '../core/sessions/recent-past.ts';
import {listSessions, sessionFile} from '../core/sessions/session-files.ts';
import type {SessionEvent} from '../domain/event.ts';
import type {Failure} from '../domain/failure.ts';
import type {Journal} from '../domain/ports.ts';
import {countOf} from '../support/count-of.ts';
import {sanitiseLine} from '../support/sanitise.ts';

export type SessionChoice =
	| {readonly type: 'none'}
	| {readonly type: 'new'; readonly sessionId: string}
	/** `forkAs` is the id of a copy to go on with: the session itself stays as it is. */
	| {readonly type: 'last'; readonly forkAs?: string}
	| {readonly type: 'resume'; readonly sessionId: string; readonly forkAs?: string};

export type OpenedSession =
	| {
			readonly type: 'opened';
			readonly sessionId: string;
			readonly journal: Journal;
			/** What happened before; empty in a new session. */
			readonly past: readonly SessionEvent[];
			readonly notices: readonly string[];
	  }
	| {readonly type: 'refused'; readonly failure: Failure};

type SessionDeps = {
	readonly folder: string;
	readonly now: () => number;
	readonly onTrouble: (failure: Failure) => void;
	readonly onRecovered: () => void;
};

const refuse = (message: string, hint?: string): OpenedSession => ({
	type: 'refused',
	failure: {code: 'no-session', message, ...(hint === undefined ? {} : {hint})},
});

const noJournal: Journal = {
	append: () => undefined,
	flush: async () => undefined,
	close: async () => undefined,
};

const describeDamage = ({damaged, unknown, missing}: LoadReport): readonly string[] => {
	// A damaged line leaves a gap in the numbers, too; it is told once.
	const lost = Math.max(0, missing - damaged);
	return [
		...(damaged === 0 ? [] : [`Skipped ${countOf(damaged, 'damaged line')} of this session.`]),
		...(lost === 0 ? [] : [`Lost from this session's file: ${countOf(lost, 'record')}.`]),
		...(unknown === 0 ? [] : [`Skipped ${countOf(unknown, 'record')} that need a newer mcp-tui.`]),
	];
};

const describeLeftOut = (messages: number, sessionId: string): readonly string[] =>
	messages === 0
		? []
		: [
				`This session is very long: its first ${countOf(messages, 'message')} and what came of them are not shown here, and the model does not see them. They are still in its file: mcp-tui sessions export ${sessionId}`,
			];

const never = new AbortController().signal;

/** A session in which nothing was said is nothing to go on with. */
const findLast = async (folder: string): Promise<string | undefined> => {
	const list = await listSessions(folder, never);
	return list.type === 'listed' ? list.sessions.find(({isEmpty}) => !isEmpty)?.sessionId : undefined;
};

const resume = async (sessionId: string, deps: SessionDeps): Promise<OpenedSession> => {
	const file = sessionFile(deps.folder, sessionId);
	if (file === undefined) {
		return refuse(`"${sanitiseLine(sessionId)}" is not the id of a session.`, 'Rename its file.');
	}
	const recent = createRecentPast();
	// The lock comes first: what is read must not grow under our hands.
	const opened = await openJournal({...deps, file});
	if (opened.type === 'refused') {
		return opened;
	}
	const loaded = await loadSession(file, recent.take, never);
	if (loaded.type !== 'loaded') {
		await opened.journal.close();
		return loaded.type === 'unreadable'
			? {type: 'refused', failure: loaded.failure}
			: refuse('This session is gone: its file does not exist any more.');
	}
	const {past, leftOut} = recent.end();
	const notices = [...describeDamage(loaded.report), ...describeLeftOut(leftOut, sessionId)];
	return {type: 'opened', sessionId, journal: opened.journal, past, notices};
};

const resumeOrFork = async (
	from: string,
	forkAs: string | undefined,
	deps: SessionDeps,
): Promise<OpenedSession> => {
	if (forkAs === undefined) {
		return resume(from, deps);
	}
	const request = {folder: deps.folder, from, sessionId: forkAs, at: deps.now()};
	const {forkSession} = await import('../core/sessions/fork-session.ts');
	const failure = await forkSession(request, never);
	return failure === undefined ? resume(forkAs, deps) : {type: 'refused', failure};
};

/** Opens the log of a new session, or of an earlier one together with what it holds. */
export const openSession = async (choice: SessionChoice, deps: SessionDeps): Promise<OpenedSession> => {
	switch (choice.type) {
		case 'none':
			return {type: 'opened', sessionId: '', journal: noJournal, past: [], notices: []};
		case 'new': {
			const {sessionId} = choice;
			const journal = createJournal({...deps, file: join(deps.folder, `${sessionId}.jsonl`)});
			return {type: 'opened', sessionId, journal, past: [], notices: []};
		}
		case 'last': {
			const sessionId = await findLast(deps.folder);
			return sessionId === undefined
				? refuse('There is no session to continue yet.', 'Start one with mcp-tui.')
				: resumeOrFork(sessionId, choice.forkAs, deps);
		}
		case 'resume': {
			const found = await findSession(deps.folder, choice.sessionId);
			return found.type === 'found'
				? resumeOrFork(found.sessionId, choice.forkAs, deps)
				: {type: 'refused', failure: found.failure};
		}
	}
};
