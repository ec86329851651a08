import type {ToolFit} from '../../domain/model.ts';
import type {OwnTools} from '../../domain/ports.ts';
import {isSameTool, type OfferedTool, type ToolRef} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {isAside} from './set-aside.ts';
import {wantedTools} from './wanted-tools.ts';

/** The places for tools that the model has found or used, where not all tools can be offered. */
const wantedPlaces = 32;

export type ToolCatalogue = {
	/** Every tool that there is, in an order that does not change from step to step. */
	readonly tools: readonly OfferedTool[];
	/** Those that the provider refused. */
	readonly rejected: readonly (ToolRef & {readonly print?: string})[];
	/** Asked as rarely as possible: there may be thousands of tools. */
	readonly fitOf: (tool: OfferedTool) => ToolFit;
	/** The most tools that a request may have. */
	readonly limit: number;
	readonly ownTools?: Pick<OwnTools, 'searchTools' | 'readResult'>;
	/** Every call of the session, in order. */
	readonly calls: Iterable<ToolCall>;
	/** Those that the user means: whatever else is left out, they are not. */
	readonly hinted?: readonly ToolRef[];
	/** Whether something else than a result was too long for the conversation and can be read on. */
	readonly hasStored?: boolean;
};

export type UnfitTool = {readonly tool: OfferedTool; readonly reason: string};

export type ChosenTools = {
	readonly offered: readonly OfferedTool[];
	/** Those that were looked at and cannot be sent. */
	readonly unfit: readonly UnfitTool[];
	/** Where the model finds the tools that it is not offered. */
	readonly searchTool?: OfferedTool;
	/** How many tools there are, where they are more than can be offered. */
	readonly tooMany?: number;
	/** A tool of our own is needed and is not in the catalogue. */
	readonly lacksOwn: boolean;
};

/** Whether it is one of ours, which are offered when they are needed. */
export const isOwn = (
	{definition}: OfferedTool,
	{searchTools, readResult}: Pick<OwnTools, 'searchTools' | 'readResult'>,
): boolean => isSameTool(definition, searchTools) || isSameTool(definition, readResult);

/** The first of each server, then the second of each, and so on, until all places are taken. */
const takeInTurns = (
	tools: readonly OfferedTool[],
	places: number,
	isFit: (tool: OfferedTool) => boolean,
): ReadonlySet<OfferedTool> => {
	const servers = new Map<string, OfferedTool[]>();
	for (const tool of tools) {
		const list = servers.get(tool.definition.server);
		if (list === undefined) {
			servers.set(tool.definition.server, [tool]);
		} else {
			list.push(tool);
		}
	}
	const taken = new Set<OfferedTool>();
	for (let round = 0; servers.size > 0; round++) {
		for (const [server, list] of servers) {
			const tool = list[round];
			if (tool === undefined) {
				servers.delete(server);
			} else if (taken.size >= places) {
				return taken;
			} else if (isFit(tool)) {
				taken.add(tool);
			}
		}
	}
	return taken;
};

/** Looks at each tool once, and only when somebody wants to know. */
const createFitCheck = (fitOf: ToolCatalogue['fitOf']) => {
	const known = new Map<OfferedTool, ToolFit>();
	return {
		isFit(tool: OfferedTool): boolean {
			const fit = known.get(tool) ?? fitOf(tool);
			known.set(tool, fit);
			return fit.type !== 'unfit';
		},
		unfit: (): readonly UnfitTool[] =>
			[...known].flatMap(([tool, fit]) => (fit.type === 'unfit' ? [{tool, reason: fit.reason}] : [])),
	};
};

const countUpTo = (most: number, tools: readonly OfferedTool[], isFit: (tool: OfferedTool) => boolean) => {
	let count = 0;
	for (const tool of tools) {
		if (count > most) {
			break;
		}
		count += isFit(tool) ? 1 : 0;
	}
	return count;
};

const hasStoredResult = (call: ToolCall): boolean =>
	(call.status === 'succeeded' || call.status === 'failed') && call.result?.stored !== undefined;

/**
 * The tools of one request. The same catalogue gives the same list, because providers' caches know a request by its
 * beginning. What comes later is put at the end of the list and leaves the rest in its order; where the tools are the
 * beginning of the request, as at Anthropic, one more of them still misses the whole cache once.
 */
export const chooseTools = (catalogue: ToolCatalogue): ChosenTools => {
	const {tools, rejected, limit, ownTools} = catalogue;
	const calls = [...catalogue.calls];
	const {isFit, unfit} = createFitCheck(catalogue.fitOf);
	const isRejected = ({definition}: OfferedTool): boolean =>
		rejected.some(aside => isAside(aside, definition));
	const findOwn = (ref: ToolRef): OfferedTool | undefined =>
		tools.find(({definition}) => isSameTool(definition, ref));
	const ifUsable = (tool: OfferedTool | undefined): readonly OfferedTool[] =>
		tool !== undefined && !isRejected(tool) && isFit(tool) ? [tool] : [];

	const others = tools.filter(tool => !(ownTools && isOwn(tool, ownTools)) && !isRejected(tool));
	const needsReading =
		ownTools !== undefined && (catalogue.hasStored === true || calls.some(hasStoredResult));
	const readTool = needsReading ? findOwn(ownTools.readResult) : undefined;
	const reading = ifUsable(readTool);
	const lacksReading = needsReading && readTool === undefined;
	const room = limit - (needsReading ? 1 : 0);
	if (others.length <= room || countUpTo(room, others, isFit) <= room) {
		return {offered: [...others.filter(isFit), ...reading], unfit: unfit(), lacksOwn: lacksReading};
	}

	const searchTool = ownTools === undefined ? undefined : findOwn(ownTools.searchTools);
	const searching = ifUsable(searchTool);
	const isSearchable = ownTools !== undefined && searching.length > 0;
	// One place is kept for `read-result` from the beginning, so that the base stays as it is when it comes.
	const places = Math.max(0, limit - (ownTools === undefined ? 0 : 1) - searching.length);
	const forWanted = isSearchable ? Math.min(wantedPlaces, Math.floor(places / 2)) : 0;
	const {hinted: refs = []} = catalogue;
	const hinted = others.filter(tool => refs.some(ref => isSameTool(ref, tool.definition)) && isFit(tool));
	const reserved = Math.max(forWanted, Math.min(hinted.length, places));
	const base = takeInTurns(others, places - reserved, isFit);
	const meant = hinted.filter(tool => !base.has(tool)).slice(0, reserved);
	const wanted = isSearchable
		? wantedTools(calls, ownTools.searchTools, {
				tools: others,
				isUsable: tool => !base.has(tool) && !meant.includes(tool) && isFit(tool),
				places: reserved - meant.length,
			})
		: [];
	const chosen = [...others.filter(tool => base.has(tool)), ...wanted, ...meant];
	return {
		offered: [...searching, ...chosen, ...reading].slice(0, limit),
		unfit: unfit(),
		tooMany: others.length,
		lacksOwn: lacksReading || (ownTools !== undefined && searchTool === undefined),
		...(searching[0] === undefined ? {} : {searchTool: searching[0]}),
	};
};
