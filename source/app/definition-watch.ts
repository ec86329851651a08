import type {DefinitionChange} from '../domain/definition-change.ts';
import type {AskUser, EventSink, NewId, PinBook} from '../domain/ports.ts';
import {isInstructions} from '../domain/server-instructions.ts';
import type {ToolDefinition} from '../domain/tool.ts';
import {failureText} from './failure-text.ts';
import {flagNotice, instructionsNotice} from './flag-notice.ts';

type WatchDeps = {
	readonly pins: PinBook;
	/** The tools of all servers and what these say about themselves, as they are now. */
	readonly tools: () => readonly ToolDefinition[];
	readonly askUser: AskUser;
	readonly newId: NewId;
	readonly sink: EventSink;
};

export type DefinitionWatch = {
	/** Compares all tools with what the user accepted, and asks about those that have changed. */
	readonly refresh: () => Promise<void>;
	/** The same with what was compared already. */
	readonly look: () => void;
	/** Nothing is compared and nothing asked any more. */
	readonly close: () => void;
};

type Changed = {readonly tool: ToolDefinition; readonly change: DefinitionChange};
/** `key` tells one change from another. */
type OpenAsk = {readonly key: string; readonly controller: AbortController};

const groupByServer = <Item>(
	items: readonly Item[],
	serverOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> => {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const group = groups.get(serverOf(item));
		if (group === undefined) {
			groups.set(serverOf(item), [item]);
		} else {
			group.push(item);
		}
	}
	return groups;
};

/** Asks the user about tools that are not what they were: once for each server and change. */
export const createDefinitionWatch = (deps: WatchDeps): DefinitionWatch => {
	const {pins, sink} = deps;
	const ending = new AbortController();
	const open = new Map<string, OpenAsk>();
	const dismissed = new Map<string, Set<string>>();
	const muted = new Set<string>();
	const toldFlags = new Set<string>();

	const warn = (server: string, text: string): void =>
		sink.emit({type: 'notice-raised', tone: 'warning', text, server});

	const heed = async (
		server: string,
		key: string,
		changed: readonly Changed[],
		answer: Awaited<ReturnType<AskUser>>,
	): Promise<void> => {
		switch (answer.type) {
			case 'accept': {
				// Those that were shown, whatever the server says meanwhile.
				const failure = await pins.accept(changed.map(({tool}) => tool));
				if (failure !== undefined) {
					warn(server, failureText(failure));
				}
				break;
			}
			case 'aborted':
				break;
			case 'mute':
				muted.add(server);
				break;
			default:
				dismissed.set(server, (dismissed.get(server) ?? new Set()).add(key));
		}
	};

	const ask = async (server: string, key: string, changed: readonly Changed[]): Promise<void> => {
		const controller = new AbortController();
		const entry: OpenAsk = {key, controller};
		open.set(server, entry);
		const answer = await deps.askUser(
			{kind: 'definition', askId: deps.newId(), server, changes: changed.map(({change}) => change)},
			AbortSignal.any([controller.signal, ending.signal]),
		);
		// Until it is over, so that nobody asks the same again meanwhile.
		await heed(server, key, changed, answer);
		if (open.get(server) === entry) {
			open.delete(server);
		}
		look();
	};

	const follow = (server: string, changed: readonly Changed[]): void => {
		const key = JSON.stringify(changed.map(({change}) => change));
		const asked = open.get(server);
		if (asked?.key === key) {
			return;
		}
		if (asked !== undefined) {
			open.delete(server);
			asked.controller.abort();
		}
		const isKnown = muted.has(server) || dismissed.get(server)?.has(key) === true;
		if (changed.length > 0 && !isKnown) {
			void ask(server, key, changed);
		}
	};

	/** Of a tool that has changed, the question says it. */
	const tellFlags = (tools: readonly ToolDefinition[]): void => {
		const flagged = tools.flatMap(tool => {
			const flags = pins.changeOf(tool) === undefined ? pins.alarmsOf(tool) : [];
			const key = JSON.stringify([tool.server, tool.tool, flags]);
			if (flags.length === 0 || toldFlags.has(key)) {
				return [];
			}
			toldFlags.add(key);
			return [{server: tool.server, tool: tool.tool, flags}];
		});
		for (const {server, flags} of flagged.filter(isInstructions)) {
			warn(server, instructionsNotice(server, flags));
		}
		const tooled = flagged.filter(item => !isInstructions(item));
		for (const [server, group] of groupByServer(tooled, item => item.server)) {
			warn(server, flagNotice(server, group));
		}
	};

	const look = (): void => {
		if (ending.signal.aborted) {
			return;
		}
		const tools = deps.tools();
		const changed = tools.flatMap((tool): Changed[] => {
			const change = pins.changeOf(tool);
			// What has not been compared yet is withheld as well, but there is nothing to ask about.
			const isUnknown = isInstructions(tool) && change?.parts.length === 0;
			return change === undefined || isUnknown ? [] : [{tool, change}];
		});
		const groups = groupByServer(changed, ({tool}) => tool.server);
		for (const server of new Set([...open.keys(), ...groups.keys()])) {
			follow(server, groups.get(server) ?? []);
		}
		tellFlags(tools);
	};

	let checking: Promise<void> | undefined;
	let isStale = false;
	const check = async (): Promise<void> => {
		try {
			do {
				isStale = false;
				await pins.check(deps.tools(), ending.signal);
				look();
			} while (isStale && !ending.signal.aborted);
		} finally {
			// At once, so that nobody who comes now waits for a comparison that is over.
			checking = undefined;
		}
	};

	return {
		refresh() {
			isStale = true;
			checking ??= check();
			return checking;
		},
		look,
		close: () => ending.abort(),
	};
};
