import {
	type EntryDraft,
	type FoundServer,
	fillDraft,
	type RegistrySearch,
	type WantedValue,
} from '../../domain/server-registry.ts';
import {suggestServerName} from '../../domain/suggest-server-name.ts';
import type {Bench, Choice} from '../bench/section.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import {askWanted} from './ask-wanted.ts';
import {safeText} from './overview-lines.ts';
import type {ServerForms} from './server-forms.ts';

type FinderBench = Pick<Bench, 'ports' | 'signal' | 'prompt' | 'choose' | 'say' | 'setLayer' | 'styles'>;

type Picked = {readonly type: 'server'; readonly server: FoundServer} | {readonly type: 'more'};

const describe = ({name, title, version, isDeprecated}: FoundServer): string =>
	[
		name,
		...(title === undefined || title === name ? [] : [`(${title})`]),
		...(version === undefined ? [] : [version]),
		...(isDeprecated === true ? ['(deprecated)'] : []),
	].join(' ');

const hasWords = ({name, description}: FoundServer, text: string): boolean => {
	const words = text.toLowerCase().split(/\s+/);
	const place = `${name} ${description}`.toLowerCase();
	return words.every(word => place.includes(word));
};

/** `weather` for `io.github.somebody/weather-mcp`. */
const nameOf = ({name}: FoundServer): string =>
	suggestServerName({command: name.split('/').at(-1) ?? name}, () => false);

/** Leads from a few words to the form of a server that the registry or this machine knows. */
export const createServerFinder = (bench: FinderBench, forms: ServerForms) => {
	const {ports, signal} = bench;

	const openForm = async (
		server: FoundServer,
		draft: EntryDraft,
		answers: ReadonlyMap<string, string>,
	): Promise<void> => {
		const entry = fillDraft(draft, answers);
		const wanted = nameOf(server);
		forms.prefilled((await ports.admin?.freeName(entry, wanted)) ?? wanted, entry);
	};

	const fillIn = (server: FoundServer, draft: EntryDraft): void => {
		const required = draft.wanted.filter(({isRequired}) => isRequired);
		const optional = draft.wanted.filter(({isRequired}) => !isRequired);
		const ask = (more: readonly WantedValue[]): void =>
			askWanted(bench, [...required, ...more], nameOf(server), answers => {
				void openForm(server, draft, answers);
			});
		if (optional.length === 0) {
			ask([]);
			return;
		}
		bench.choose({
			title: `What else do you want to set for ${server.name}?`,
			choices: optional.map(value => ({
				label: value.label,
				...(value.description === undefined ? {} : {detail: value.description}),
				value,
			})),
			chosen: [],
			run: ask,
		});
	};

	const choose = (server: FoundServer): void => {
		const [first, ...others] = server.drafts;
		if (first === undefined) {
			bench.say(safeText(server.unusable[0] ?? `${server.name} names no way to run or reach it.`));
		} else if (others.length === 0) {
			fillIn(server, first);
		} else {
			bench.choose({
				title: `How to use ${server.name}`,
				choices: server.drafts.map(draft => ({label: draft.label, value: draft})),
				run: ([draft]) => {
					if (draft !== undefined) {
						fillIn(server, draft);
					}
				},
			});
		}
	};

	const show = (
		text: string,
		installed: readonly FoundServer[],
		search: RegistrySearch & {type: 'found'},
		/** Why the registry is missing. */
		trouble?: string,
	): void => {
		const rows: readonly Choice<Picked>[] = [
			...installed.map(server => ({
				label: `${describe(server)} · on this machine`,
				detail: server.description,
				value: {type: 'server', server} as const,
			})),
			...search.servers.map(server => ({
				label: describe(server),
				detail: server.description,
				value: {type: 'server', server} as const,
			})),
			...(search.cursor === undefined ? [] : [{label: 'more …', value: {type: 'more'} as const}]),
		];
		if (rows.length === 0) {
			bench.say(
				safeText(`Nothing is called like "${text}" in ${ports.registry?.place() ?? 'the registry'}.`),
			);
			return;
		}
		bench.choose({
			title: safeText(
				`${trouble === undefined ? 'Servers to add' : `Only on this machine (${trouble})`}${text === '' ? '' : ` for "${text}"`}`,
			),
			choices: rows,
			run: ([picked]) => {
				if (picked?.type === 'more') {
					void look(text, search.cursor);
				} else if (picked !== undefined) {
					choose(picked.server);
				}
			},
		});
	};

	/** The window says that it is busy, and esc takes it back. */
	const waitFor = async <T>(
		place: string,
		work: (limit: AbortSignal) => Promise<T>,
	): Promise<T | undefined> => {
		const cancelled = new AbortController();
		const stop = (): void => {
			bench.setLayer(undefined);
			cancelled.abort();
		};
		bench.setLayer({
			draw: ({columns, rows}) => ({
				lines: [
					...wrapText(`Searching in ${place} …`, columns)
						.map(bench.styles().strong)
						.slice(0, Math.max(1, rows - 1)),
					bench.styles().dim(cutToWidth('esc stops it', columns)),
				].slice(0, rows),
			}),
			onKey: name => {
				if (name === 'esc' || name === 'ctrl+c' || name === 'q') {
					stop();
				}
			},
			onPaste: () => undefined,
		});
		const done = await work(AbortSignal.any([signal, cancelled.signal]));
		if (cancelled.signal.aborted || signal.aborted) {
			return undefined;
		}
		bench.setLayer(undefined);
		return done;
	};

	const look = async (text: string, cursor?: string): Promise<void> => {
		const {registry} = ports;
		if (registry === undefined) {
			return;
		}
		const found = await waitFor(safeText(registry.place()), limit =>
			Promise.all([
				registry.search(text, cursor, limit),
				cursor === undefined ? registry.installed(limit) : Promise.resolve([]),
			]),
		);
		if (found === undefined) {
			return;
		}
		const [search, installed] = found;
		const here = text === '' ? installed : installed.filter(server => hasWords(server, text));
		if (search.type === 'found') {
			show(text, here, search);
		} else if (search.type === 'failed') {
			const {message, hint = ''} = search.failure;
			if (here.length > 0) {
				show(text, here, {type: 'found', servers: [], dropped: 0}, message);
			}
			bench.say(safeText(`${message} ${hint}`));
		}
	};

	return {
		find: (): void =>
			bench.prompt({
				label: safeText(`Find a server in ${ports.registry?.place() ?? ''} and on this machine: `),
				run: text => {
					void look(text.trim());
				},
			}),
	};
};
