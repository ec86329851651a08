import type {DefinitionChange} from '../../../domain/definition-change.ts';
import {describeError, type Failure} from '../../../domain/failure.ts';
import type {PinnedServer, ServerPins} from '../../../domain/pinned-server.ts';
import type {Clock, OpenState} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {flagsOfDefinition, shadowFlag} from './flags.ts';
import {createNameIndex} from './name-index.ts';
import {pinFileName} from './pin-file.ts';
import {createServerComparison, type ServerComparison} from './server-comparison.ts';

export type PinBookDeps = {
	readonly open: OpenState;
	readonly configOf: (server: string) => ServerConfig | undefined;
	/** Servers that are part of the program: they are what they are. */
	readonly exempt: (server: string) => boolean;
	readonly now: Clock;
	readonly onTrouble: (failure: Failure) => void;
};

type Entry = {
	readonly comparison: ServerComparison;
	/** The last thing that was begun about the server. */
	turn: Promise<unknown>;
	/** What the user has been told: once, and again only after it went well in between. */
	told: string | undefined;
};

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

const unchanged: Omit<PinnedServer, 'server'> = {
	isNew: false,
	reached: [],
	changed: [],
	added: [],
	removed: [],
};

/** What the tools of each server were when they were accepted: at first sight, or later by the user. */
export const createPinBook = ({open, configOf, exempt, now, onTrouble}: PinBookDeps): ServerPins => {
	const entries = new Map<string, Entry>();
	const names = createNameIndex();

	const entryOf = (server: string): Entry => {
		const known = entries.get(server);
		if (known !== undefined) return known;
		const file = open(pinFileName(server));
		const comparison = createServerComparison({server, file, config: () => configOf(server), now});
		const entry: Entry = {comparison, turn: Promise.resolve(), told: undefined};
		entries.set(server, entry);
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
		const entry = entries.get(server);
		if (failure !== undefined && entry?.told !== failure.code) onTrouble(failure);
		if (entry !== undefined) entry.told = failure?.code;
	};

	const comparisonOf = (server: string): ServerComparison | undefined => entries.get(server)?.comparison;

	/** Of two that look the same, the one that was there first is not the imitation. */
	const shadowFlags = ({server, tool}: ToolDefinition): readonly string[] => {
		const seenAt = comparisonOf(server)?.pinOf(tool)?.seenAt ?? Number.POSITIVE_INFINITY;
		return names
			.lookalikes({server, tool})
			.filter(other => configOf(other.server) !== undefined)
			.filter(other => seenAt >= (comparisonOf(other.server)?.pinOf(other.tool)?.seenAt ?? 0))
			.map(other => shadowFlag(tool, other));
	};

	const flagsOf = (tool: ToolDefinition): readonly string[] =>
		exempt(tool.server) ? [] : [...shadowFlags(tool), ...flagsOfDefinition(tool)];

	const changeOf = (tool: ToolDefinition): DefinitionChange | undefined => {
		const parts = exempt(tool.server) ? undefined : comparisonOf(tool.server)?.changeOf(tool);
		return parts === undefined ? undefined : {tool: tool.tool, parts, flags: flagsOf(tool)};
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
				changed: tools.map(changeOf).filter(found => found !== undefined),
			}),
			failure => ({server, ...unchanged, failure}),
		);

	return {
		check: async (tools, signal) => {
			if (signal.aborted) return;
			const seenAt = now();
			await Promise.all(
				[...take(tools)].map(async ([server, own]) => {
					tell(server, await change(server, each => each.check(own, seenAt, signal)));
				}),
			);
		},
		changeOf,
		flagsOf,
		accept: async tools => {
			const groups = [...groupByServer(tools.filter(({server}) => !exempt(server)))];
			const failures = await Promise.all(
				groups.map(([server, own]) => change(server, each => each.accept(own))),
			);
			return failures.find(failure => failure !== undefined);
		},
		inspect: async (servers, tools, signal) => {
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
		reachChangeOf: server => comparisonOf(server)?.reachChange() ?? [],
		acceptReach: async server => (exempt(server) ? undefined : change(server, each => each.acceptReach())),
	};
};
