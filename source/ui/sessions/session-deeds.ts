import {exportPath} from '../../domain/export-path.ts';
import type {Failure} from '../../domain/failure.ts';
import {
	type ExportFormat,
	exportFormats,
	type SessionMove,
	type SessionShelf,
	type ShelfSession,
} from '../../domain/session-shelf.ts';
import {isBusy} from '../../state/is-busy.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench} from '../bench/section.ts';
import {titleOf} from './session-row.ts';

const sentence = ({message, hint}: Failure): string =>
	sanitiseLine(hint === undefined ? message : `${message} ${hint}`);

const formatNames: Readonly<Record<ExportFormat, string>> = {
	markdown: 'Markdown, to read and to quote',
	json: 'JSON, for programs',
	html: 'HTML, one page that needs nothing else',
	test: 'Tests of its tool calls, for mcp-tui test',
};

/** What can be done with sessions. What came of it is said in the last line. */
export const createSessionDeeds = (bench: Bench, shelf: SessionShelf, reload: () => void) => {
	const {app, signal, say} = bench;

	/** Runs when nothing is lost by it, or the user says that it may be. */
	const whenFree = (run: () => void): void => {
		if (isBusy(app.getState())) {
			bench.confirm('Something is still running in this session. Stop it and leave?', run);
		} else {
			run();
		}
	};
	const go = (move: SessionMove): void => {
		if (!signal.aborted) {
			app.moveTo(move);
		}
	};
	const copyAndGo = async (sessionId: string): Promise<void> => {
		const end = await shelf.fork(sessionId, undefined, signal);
		if (end.type === 'failed') {
			say(sentence(end.failure));
		} else {
			go({type: 'resume', sessionId: end.sessionId});
		}
	};
	const fork = ({sessionId}: ShelfSession): void => whenFree(() => void copyAndGo(sessionId));

	const open = async (session: ShelfSession): Promise<void> => {
		const failure = await shelf.whyNotOpen(session.sessionId);
		if (signal.aborted) {
			return;
		}
		if (failure?.code === 'session-in-use') {
			bench.confirm(`${sanitiseLine(failure.message)} Go on in a copy of it?`, () => fork(session));
		} else if (failure === undefined) {
			whenFree(() => go({type: 'resume', sessionId: session.sessionId}));
		} else {
			say(sentence(failure));
		}
	};

	const rename = async (session: ShelfSession, name: string): Promise<void> => {
		const failure = await shelf.rename(session.sessionId, name);
		say(failure === undefined ? 'Renamed.' : sentence(failure));
		reload();
	};

	const remove = async (sessions: readonly ShelfSession[]): Promise<void> => {
		let gone = 0;
		let trouble: Failure | undefined;
		for (const {sessionId} of sessions) {
			const failure = await shelf.remove(sessionId);
			gone += failure === undefined ? 1 : 0;
			trouble = failure ?? trouble;
		}
		const deleted = gone === 1 ? 'Deleted.' : `Deleted ${gone} sessions.`;
		say(trouble === undefined ? deleted : sentence(trouble));
		reload();
	};

	const write = async (
		sessionId: string,
		format: ExportFormat,
		path: string,
		mayReplace: boolean,
	): Promise<void> => {
		const end = await shelf.export({sessionId, format, path, mayReplace}, signal);
		switch (end.type) {
			case 'written':
				say(`Written: ${sanitiseLine(end.path)}`);
				break;
			case 'exists':
				bench.confirm(
					`${sanitiseLine(end.path)} exists. Replace it?`,
					() => void write(sessionId, format, path, true),
				);
				break;
			case 'failed':
				say(sentence(end.failure));
		}
	};

	return {
		resume(session: ShelfSession): void {
			if (session.isCurrent) {
				bench.close();
			} else {
				void open(session);
			}
		},
		fork,
		begin: (): void => whenFree(() => go({type: 'new'})),
		rename(session: ShelfSession): void {
			bench.prompt({
				label: 'Name: ',
				text: session.title === undefined ? '' : titleOf(session),
				problem: text => (text.trim() === '' ? 'It needs at least one letter.' : undefined),
				run: name => void rename(session, name),
			});
		},
		remove(sessions: readonly ShelfSession[]): void {
			const [only] = sessions;
			const what =
				sessions.length === 1 && only !== undefined ? `"${titleOf(only)}"` : `${sessions.length} sessions`;
			bench.confirm(
				`Delete ${what} for good, with everything that belongs to it?`,
				() => void remove(sessions),
			);
		},
		export(session: ShelfSession): void {
			bench.choose<ExportFormat>({
				title: 'Write it as',
				choices: exportFormats.map(value => ({label: formatNames[value], value})),
				run: ([format = 'markdown']) =>
					bench.prompt({
						label: 'File: ',
						text: exportPath(session, format),
						problem: text => (text.trim() === '' ? 'It needs a name.' : undefined),
						run: path => void write(session.sessionId, format, path.trim(), false),
					}),
			});
		},
		copyId({sessionId}: ShelfSession): void {
			say(`The id: ${bench.host.copy(sessionId)}`);
		},
	};
};
