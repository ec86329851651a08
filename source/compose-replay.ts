import {withoutSecrets as clean} from './compose-recording.ts';
import {insideServer} from './compose-toolbox.ts';
import type {Cassette} from './core/cassettes/read-cassette.ts';
import type {Recording} from './core/cassettes/recording.ts';
import type {RecordedServer} from './core/cassettes/server-scenes.ts';
import type {OpenModels} from './core/models/open-model.ts';
import type {Failure} from './domain/failure.ts';
import type {OpenedModel} from './domain/model-ports.ts';
import type {ServerConfig} from './domain/server.ts';
import type {LocalChannel} from './domain/server-ports.ts';
import {suggestion} from './support/nearest.ts';

/** The files that are played in place of the model and of the servers. */
export type ReplayWish = {readonly model?: string; readonly tools?: string};

export type ReplayedServers = {
	readonly configs: readonly ServerConfig[];
	readonly serve: Readonly<Record<string, (channel: LocalChannel) => Promise<void>>>;
	readonly isReplayed: (server: string) => boolean;
	/** Whether it came from the user's own file. */
	readonly isOwn: (server: string) => boolean;
	/** What the built-in server was called, where it was used. */
	readonly toolbox?: string;
};

export type Replay = {
	readonly models?: OpenModels & {readonly choose: (wanted: string | undefined) => string};
	readonly servers?: ReplayedServers;
	/** What the user should know. */
	readonly gaps: readonly string[];
	readonly description?: string;
};

export type LoadedReplay =
	| {readonly type: 'loaded'; readonly replay: Replay}
	| {readonly type: 'refused'; readonly failure: Failure};

/** A person watches: pauses are played, but not all of a coffee break. */
const watched = {model: 2000, tools: 2000};
/** A script does not. Progress is told apart only when some time lies between. */
const unwatched = {model: 0, tools: 60};

/** Everything that plays; loaded only where something is played. */
export const loadCassettes = async () => {
	const [reading, models, scenes, servers, order] = await Promise.all([
		import('./core/cassettes/read-cassette.ts'),
		import('./core/cassettes/replayed-model.ts'),
		import('./core/cassettes/server-scenes.ts'),
		import('./core/cassettes/replayed-server.ts'),
		import('./core/cassettes/play-order.ts'),
	]);
	return {...reading, ...models, ...scenes, ...servers, ...order};
};

type Cassettes = Awaited<ReturnType<typeof loadCassettes>>;

const read = async (cassettes: Cassettes, file: string) =>
	cassettes.readCassette(file, new AbortController().signal);

const noModel = (file: string): Failure => ({
	code: 'bad-cassette',
	message: `The cassette ${file} has no answer of a model.`,
	hint: 'Play its servers for another model with --replay-tools, or as a server with: mcp-tui mock',
});

/** Nothing is contacted: there are the models of the cassette and no others. */
const replayModels = (
	ids: readonly string[],
	open: (id: string) => Extract<OpenedModel, {type: 'opened'}>,
): NonNullable<Replay['models']> => {
	const [first = ''] = ids;
	const obstacle: Failure = {
		code: 'replay-only',
		message: `A replay has only the models of its cassette: ${ids.join(', ')}.`,
		hint: 'Start mcp-tui without --replay to use others.',
	};
	return {
		choose: wanted => (wanted !== undefined && ids.includes(wanted) ? wanted : first),
		obstacle,
		open: async id => {
			if (ids.includes(id)) return open(id);
			const message = `The cassette has no model "${id}"${suggestion(id, ids) || '.'}`;
			return {type: 'refused', failure: {...obstacle, message: `${message} ${obstacle.message}`}};
		},
		providers: async () => [],
		localProviders: async () => [],
		known: () => [],
		checkKey: async () => ({type: 'fine'}),
		list: async () => ({type: 'listed', models: ids.map(id => ({id, title: 'Recorded'}))}),
		close: async () => undefined,
	};
};

const replayedConfig = ({name, settings}: RecordedServer, file: string): ServerConfig => ({
	...insideServer,
	name,
	description: 'Played: it says what it said when it was recorded.',
	source: file,
	loadTools: settings.loadTools ?? true,
	loadPrompts: settings.loadPrompts ?? true,
	...(settings.includeTools === undefined ? {} : {includeTools: settings.includeTools}),
	excludeTools: settings.excludeTools ?? [],
	disabled: false,
});

const replayServers = (
	cassettes: Cassettes,
	{file, records}: Cassette,
	longestWait: number,
): ReplayedServers => {
	const recorded = cassettes.serversOf(records);
	const calls = recorded.flatMap(({scenes}) => scenes).filter(({method}) => method === 'tools/call');
	const order = cassettes.createPlayOrder(calls.map(({place}) => place));
	const options = {mode: 'replay', order, longestWait, clean} as const;
	const toolbox = recorded.find(({settings}) => settings.isToolbox === true)?.name;
	return {
		configs: recorded.filter(({name}) => name !== toolbox).map(server => replayedConfig(server, file)),
		serve: Object.fromEntries(
			recorded.map(server => [server.name, cassettes.createReplayedServer(server, options)]),
		),
		isReplayed: name => recorded.some(each => each.name === name),
		isOwn: name => recorded.some(each => each.name === name && each.settings.isOwn === true),
		...(toolbox === undefined ? {} : {toolbox}),
	};
};

const describe = ({model, tools}: ReplayWish): string => {
	if (model === tools)
		return `Playing ${model}: the model and the servers are recorded. Nothing is contacted.`;
	const parts = [
		model === undefined ? '' : `${model} in place of the model`,
		tools === undefined ? '' : `${tools} in place of the servers`,
	];
	return `Playing ${parts.filter(part => part !== '').join(' and ')}.`;
};

/** Reads what is to be played; nothing is loaded where that is nothing. */
export const loadReplay = async (wish: ReplayWish, isWatched: boolean): Promise<LoadedReplay> => {
	if (wish.model === undefined && wish.tools === undefined) {
		return {type: 'loaded', replay: {gaps: []}};
	}
	const cassettes = await loadCassettes();
	const pace = isWatched ? watched : unwatched;
	const gaps = new Set<string>();
	let models: Replay['models'];
	let servers: Replay['servers'];
	if (wish.model !== undefined) {
		const found = await read(cassettes, wish.model);
		if (found.type === 'refused') return found;
		const {file, records} = found.cassette;
		const ids = cassettes.modelsOf(records);
		if (ids.length === 0) return {type: 'refused', failure: noModel(file)};
		gaps.add(cassettes.describeGaps(found.cassette) ?? '');
		const options = {file, records, longestWait: pace.model, clean};
		models = replayModels(ids, id => cassettes.createReplayedModel({...options, id, model: id}));
	}
	if (wish.tools !== undefined) {
		const found = await read(cassettes, wish.tools);
		if (found.type === 'refused') return found;
		gaps.add(cassettes.describeGaps(found.cassette) ?? '');
		servers = replayServers(cassettes, found.cassette, pace.tools);
	}
	return {
		type: 'loaded',
		replay: {
			...(models === undefined ? {} : {models}),
			...(servers === undefined ? {} : {servers}),
			gaps: [...gaps].filter(gap => gap !== ''),
			description: describe(wish),
		},
	};
};

/** Says what is played and recorded. A script has named it, and hears only what it could not know. */
export const tellTapes = (
	say: (tone: 'info' | 'warning', text: string) => void,
	replay: Replay | undefined,
	isWatched: boolean,
	recording: Recording | undefined,
): void => {
	if (isWatched && replay?.description !== undefined) say('info', replay.description);
	if (isWatched && recording !== undefined) say('info', `Recording into ${recording.file}.`);
	for (const gap of replay?.gaps ?? []) say('warning', gap);
};

/** The model of a cassette as one of the demo's: `demo/session.jsonl`. */
export const openDemoCassette = async (file: string): Promise<OpenedModel> => {
	const cassettes = await loadCassettes();
	const found = await read(cassettes, file);
	if (found.type === 'refused') return found;
	const {records} = found.cassette;
	return cassettes.modelsOf(records).length === 0
		? {type: 'refused', failure: noModel(file)}
		: cassettes.createReplayedModel({id: `demo/${file}`, file, records, longestWait: watched.model, clean});
};
