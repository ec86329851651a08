import type {DefinitionChange} from '../../../domain/definition-change.ts';
import {describeError, type Failure} from '../../../domain/failure.ts';
import type {PinnedServer, ServerPins} from '../../../domain/pinned-server.ts';
import type {Clock, OpenState} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {isInstructions, shownName} from '../../../domain/server-instructions.ts';
import type {ToolDefinition, ToolRef} from '../../../domain/tool.ts';
import {sourceOf} from '../server-reach.ts';
import {flagsOfDefinition, shadowFlag} from './flags.ts';
import {createNameIndex} from './name-index.ts';
import {isOverBudget, nextTurn} from './pace.ts';
import {type PinOwner, pinFileName} from './pin-file.ts';
import {createPinnedIndex, type PinnedIndex} from './pinned-index.ts';
import {createServerComparison, type ServerComparison} from './server-comparison.ts';

export type PinBookDeps = {
	readonly open: OpenState;
	readonly configOf: (server: string) => ServerConfig | undefined;
	/** Whether the user's own configuration names a server, rather than a file of somebody else. */
	readonly isOwn: (config: ServerConfig) => boolean;
	/** Servers that are part of the program: they are what they are. */
	readonly exempt: (server: string) => boolean;
	readonly now: Clock;
	readonly onTrouble: (failure: Failure) => void;
};

/** Of others whose names look like that of a tool. */
const shownShadows = 3;

type Entry = {
	readonly comparison: ServerComparison;
	/** The last thing that was begun about the server. */
	turn: Promise<unknown>;
	/** What the user has been told: once, and again only after it went well in between. */
	told: string | undefined;
};

const keyOf = ({server, source}: PinOwner): string => JSON.stringify([server, source]);

const groupByServer = (tools: readonly ToolDefinition[]): ReadonlyMap<string, readonly ToolDefinition[]> => {
	const groups = new Map<string, ToolDefinition[]>();
	for (const tool of tools) {
		const group = groups.get(tool.server);
		if (group === undefined) groups.set(tool.server, [tool]);
		else group.push(tool);
	}
	return groups;
};

const failureOf = (server: string, error: unknown): Failure => ({
	code: 'pins-not-checked',
	message: `The tools of server "${server}" could not be compared with what was accepted: ${describeError(error)}`,
	hint: 'Look at each call before you allow it.',
});

const interrupted: Failure = {code: 'interrupted', message: 'Interrupted.'};

/** What is suspicious about definitions is remembered; looking at thousands at once would hold up everything else. */
const lookAtAll = async (tools: readonly ToolDefinition[]): Promise<void> => {
	for (const tool of tools) {
		if (isOverBudget()) await nextTurn();
		flagsOfDefinition(tool);
	}
};

const unchanged: Omit<PinnedServer, 'server'> = {
	isNew: false,
	reached: [],
	changed: [],
	added: [],
	removed: [],
};

/** What the tools of each server were when they were accepted: at first sight, or later by the user. */
export const createPinBook = (deps: PinBookDeps): ServerPins => {
	const {open, configOf, isOwn, exempt, now, onTrouble} = deps;
	/** By whose they are, which may change under a name when the configuration does. */
	const entries = new Map<string, Entry>();
	const names = createNameIndex();
	let index: PinnedIndex | undefined;

	const isUsers = (config: ServerConfig): boolean => config.type === 'in-memory' || isOwn(config);

	const ownerOf = (server: string): PinOwner => {
		const config = configOf(server);
		return config === undefined || isUsers(config) ? {server} : {server, source: sourceOf(config)};
	};

	const findEntry = (owner: PinOwner): Entry | undefined => entries.get(keyOf(owner));

	const entryOf = (server: string): Entry => {
		const owner = ownerOf(server);
		const known = findEntry(owner);
		if (known !== undefined) return known;
		index ??= createPinnedIndex(open('state'));
		const key = keyOf(owner);
		const comparison = createServerComparison({
			owner,
			file: open(pinFileName(owner)),
			index,
			// One that another file names by now is another server.
			config: () => (keyOf(ownerOf(server)) === key ? configOf(server) : undefined),
			now,
		});
		const entry: Entry = {comparison, turn: Promise.resolve(), told: undefined};
		entries.set(key, entry);
		return entry;
	};

	/** Runs after everything else about the server, and never rejects. */
	const inTurn = async <T>(
		server: string,
		run: (comparison: ServerComparison) => Promise<T>,
		otherwise: (failure: Failure) => T,
	): Promise<T> => {
		try {
			const entry = entryOf(server);
			const mine = entry.turn.then(() => run(entry.comparison));
			entry.turn = mine.catch(() => {
				// Whoever began it is told below; the next one starts afresh.
			});
			return await mine;
		} catch (error) {
			return otherwise(failureOf(server, error));
		}
	};

	const change = (server: string, run: (comparison: ServerComparison) => Promise<Failure | undefined>) =>
		inTurn<Failure | undefined>(server, run, failure => failure);

	const tell = (server: string, failure: Failure | undefined): void => {
		const entry = findEntry(ownerOf(server));
		if (failure !== undefined && entry?.told !== failure.code) onTrouble(failure);
		if (entry !== undefined) entry.told = failure?.code;
	};

	const comparisonOf = (server: string): ServerComparison | undefined =>
		findEntry(ownerOf(server))?.comparison;

	/** Of two that look the same, the one that was there first is not the imitation. */
	const shadowsOf = (tool: ToolDefinition): readonly ToolRef[] => {
		const alike = names.lookalikes(tool);
		if (alike.length === 0) return alike;
		const seenAt = comparisonOf(tool.server)?.pinOf(tool.tool)?.seenAt ?? Number.POSITIVE_INFINITY;
		return alike
			.filter(other => configOf(other.server) !== undefined)
			.filter(other => seenAt >= (comparisonOf(other.server)?.pinOf(other.tool)?.seenAt ?? 0))
			.slice(0, shownShadows);
	};

	const flagsWith = (tool: ToolDefinition, isShown: (shadow: ToolRef) => boolean): readonly string[] => {
		if (exempt(tool.server)) return [];
		const shadows = isInstructions(tool) ? [] : shadowsOf(tool).filter(isShown);
		return [...shadows.map(other => shadowFlag(tool.tool, other)), ...flagsOfDefinition(tool)];
	};

	const flagsOf = (tool: ToolDefinition): readonly string[] => flagsWith(tool, () => true);

	/** What a server says about itself is told to the model only once it was compared. */
	const isUnheard = (tool: ToolDefinition): boolean =>
		isInstructions(tool) &&
		tool.description !== '' &&
		comparisonOf(tool.server)?.pinOf(tool.tool) === undefined;

	const changeOf = (tool: ToolDefinition): DefinitionChange | undefined => {
		if (exempt(tool.server)) return undefined;
		const parts = comparisonOf(tool.server)?.changeOf(tool) ?? (isUnheard(tool) ? [] : undefined);
		return parts === undefined ? undefined : {tool: shownName(tool), parts, flags: flagsOf(tool)};
	};

	/** The tools that are pinned, by server. All of them count for whose name looks like whose. */
	const take = (tools: readonly ToolDefinition[]): ReadonlyMap<string, readonly ToolDefinition[]> => {
		const groups = groupByServer(tools.filter(({server}) => !exempt(server)));
		for (const [server, own] of groups) names.put(server, own);
		return groups;
	};

	const inspect = (server: string, tools: readonly ToolDefinition[]): Promise<PinnedServer> =>
		inTurn<PinnedServer>(
			server,
			async comparison => ({
				server,
				...(await comparison.inspect(tools)),
				reached: comparison.reachChange(),
				// What was never accepted is new, rather than changed.
				changed: tools
					.filter(tool => !isUnheard(tool) || comparison.changeOf(tool) !== undefined)
					.map(changeOf)
					.filter(found => found !== undefined),
			}),
			failure => ({server, ...unchanged, failure}),
		);

	return {
		check: async (tools, signal) => {
			if (signal.aborted) return;
			const seenAt = now();
			await lookAtAll(tools);
			await Promise.all(
				[...take(tools)].map(async ([server, own]) => {
					tell(server, await change(server, each => each.check(own, seenAt, signal)));
				}),
			);
		},
		changeOf,
		flagsOf,
		// Two servers that do the same honestly call their tools the same; only what merely looks alike imitates.
		alarmsOf: tool => flagsWith(tool, other => other.tool !== tool.tool),
		accept: async tools => {
			const groups = [...groupByServer(tools.filter(({server}) => !exempt(server)))];
			const failures = await Promise.all(
				groups.map(([server, own]) => change(server, each => each.accept(own))),
			);
			return failures.find(failure => failure !== undefined);
		},
		inspect: async (servers, tools, signal) => {
			await lookAtAll(tools);
			const groups = take(tools);
			return Promise.all(
				servers.map(server => {
					if (signal.aborted) return {server, ...unchanged, failure: interrupted};
					return exempt(server) ? {server, ...unchanged} : inspect(server, groups.get(server) ?? []);
				}),
			);
		},
		acceptServer: async (server, tools) =>
			exempt(server) ? undefined : change(server, each => each.replace(tools)),
	};
};
