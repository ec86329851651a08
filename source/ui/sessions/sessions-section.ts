import type {SessionShelf, ShelfList, ShelfSession} from '../../domain/session-shelf.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench, DetailTab, Section} from '../bench/section.ts';
import {sessionBindings} from '../input/bench/sessions.ts';
import {createSessionDeeds} from './session-deeds.ts';
import {matchLines, overviewLines, transcriptLines} from './session-lines.ts';
import {createPreviews} from './session-previews.ts';
import {type ListedSession, sessionRow, sessionText} from './session-row.ts';
import {createSearch, type Found} from './session-search.ts';

const failed = {type: 'failed', failure: {code: 'no-sessions', message: 'No session is kept here.'}} as const;

const noShelf: SessionShelf = {
	list: async () => ({type: 'listed', sessions: []}),
	find: async () => ({type: 'unknown', failure: failed.failure}),
	search: async () => failed,
	preview: async () => failed,
	rename: async () => failed.failure,
	fork: async () => failed,
	remove: async () => failed.failure,
	export: async () => failed,
	whyNotOpen: async () => failed.failure,
};

const everything: ReadonlySet<string> = new Set();

const searchWords = ({query, hits, progress, isOver}: Found): string => {
	const words = `${groupDigits(hits.size)} with "${sanitiseLine(query)}"`;
	const {searched = 0, total = 0} = progress ?? {};
	return isOver ? words : `${words}, searched ${groupDigits(searched)} of ${groupDigits(total)}`;
};

/** Every session there is. Nothing is hidden: what cannot be read is listed with a note. */
export const createSessionsSection = (bench: Bench): Section<ListedSession> => {
	const shelf = bench.ports.sessions ?? noShelf;
	let list: ShelfList | undefined;
	let marked = everything;
	let shown: {
		readonly list: ShelfList | undefined;
		readonly found: Found | undefined;
		readonly items: readonly ListedSession[];
	} = {list: undefined, found: undefined, items: []};

	const reload = (): void => {
		void shelf.list(bench.signal).then(next => {
			if (!bench.signal.aborted) {
				list = next;
				const there = new Set(sessions().map(({sessionId}) => sessionId));
				marked = new Set([...marked].filter(id => there.has(id)));
				bench.changed();
			}
		});
	};
	const previews = createPreviews(shelf, bench);
	const search = createSearch(shelf, bench);
	const deeds = createSessionDeeds(bench, shelf, reload);
	reload();

	const sessions = (): readonly ShelfSession[] => (list?.type === 'listed' ? list.sessions : []);
	const items = (): readonly ListedSession[] => {
		const found = search.found();
		if (shown.list !== list || shown.found?.hits !== found?.hits) {
			const all = sessions().map(session => ({session, hits: found?.hits.get(session.sessionId) ?? []}));
			shown = {list, found, items: found === undefined ? all : all.filter(({hits}) => hits.length > 0)};
		}
		return shown.items;
	};

	const tabs = ({session, hits}: ListedSession): readonly DetailTab[] => {
		previews.look(session);
		const preview = previews.of(session);
		const overview = overviewLines(session, preview);
		const transcript = transcriptLines(preview);
		const matches = matchLines(hits);
		const page = (name: string, what: string, lines: typeof overview): DetailTab => ({
			name,
			what,
			body: {type: 'lines', lines: () => lines},
		});
		return [
			...(hits.length === 0 ? [] : [page('Matches', 'what was found', matches)]),
			page('Overview', 'the overview', overview),
			page('Transcript', 'the transcript', transcript),
		];
	};

	const mark = ({session: {sessionId}}: ListedSession): void => {
		const rest = new Set([...marked].filter(id => id !== sessionId));
		marked = rest.size < marked.size ? rest : new Set([...marked, sessionId]);
		bench.changed();
	};
	const remove = ({session}: ListedSession): void => {
		const chosen = sessions().filter(({sessionId}) => marked.has(sessionId));
		deeds.remove(chosen.length === 0 ? [session] : chosen);
	};

	return {
		name: 'sessions',
		title: 'Sessions',
		bindings: sessionBindings,
		summary() {
			const found = search.found();
			const count = sessions().length;
			return [
				list === undefined ? 'reading …' : `${groupDigits(count)} ${count === 1 ? 'session' : 'sessions'}`,
				...(found === undefined ? [] : [searchWords(found)]),
				...(marked.size === 0 ? [] : [`${groupDigits(marked.size)} marked`]),
			].join(', ');
		},
		items,
		idOf: ({session}) => session.sessionId,
		rowOf: item => sessionRow(item, marked.has(item.session.sessionId), bench.now()),
		textOf: sessionText,
		emptyLines() {
			const found = search.found();
			if (found !== undefined) {
				return found.isOver
					? ['No session has these words in one message, answer or call.', 'esc shows all sessions again.']
					: ['Searching …'];
			}
			if (list === undefined) {
				return ['Reading …'];
			}
			return list.type === 'unreadable'
				? [sanitiseLine(list.failure.message), sanitiseLine(list.failure.hint ?? '')]
				: ['There is no session yet.', 'One is kept as soon as you send a message.'];
		},
		tabs,
		act(intent, item) {
			switch (intent) {
				case 'new':
					deeds.begin();
					return true;
				case 'search':
					bench.prompt({
						label: 'Search all sessions for: ',
						text: search.found()?.query ?? '',
						run(query) {
							search.start(query);
							bench.showTab('Matches');
						},
					});
					return true;
				case 'all':
				case 'back':
					if (intent === 'back' && search.found() === undefined) {
						return false;
					}
					search.end();
					bench.changed();
					return true;
				default:
					break;
			}
			if (item === undefined) {
				return false;
			}
			switch (intent) {
				case 'resume':
					deeds.resume(item.session);
					return true;
				case 'fork':
					deeds.fork(item.session);
					return true;
				case 'rename':
					deeds.rename(item.session);
					return true;
				case 'delete':
					remove(item);
					return true;
				case 'mark':
					mark(item);
					return true;
				case 'export':
					deeds.export(item.session);
					return true;
				case 'copy':
					deeds.copyId(item.session);
					return true;
				default:
					return false;
			}
		},
		close() {
			previews.close();
			search.end();
		},
	};
};
