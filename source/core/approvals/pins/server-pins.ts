import {setImmediate as nextTurn} from 'node:timers/promises';
import type {Failure} from '../../../domain/failure.ts';
import type {Clock, StateFile} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {createTurnBudget} from '../../../support/turn-budget.ts';
import {toolPrint} from '../prints.ts';
import {keptParts, sizeOfParts} from './definition-parts.ts';
import {type Pin, type PinnedTools, readPins, sizeOfPins, writePins} from './pin-file.ts';
import {type PinnedReach, pinnedReach} from './server-change.ts';

/** Of definitions of one server that are kept whole. */
const maxCharacters = 8_000_000;
/** A server that invents new names in every run must not fill the disk. */
const maxTools = 20_000;

/** What is not saved yet. What the user has accepted wins over what the file says; what was merely seen does not. */
type Pending<T> = {readonly value: T; readonly wins: boolean};

export type ServerPinsDeps = {
	readonly server: string;
	readonly file: StateFile;
	readonly config: () => ServerConfig | undefined;
	readonly now: Clock;
};

/** What was accepted of one server. Its methods are called one after the other. */
export type PinnedServerFile = {
	/** As far as it was read. */
	readonly pins: () => PinnedTools | undefined;
	/** Reads the file unless that was done. */
	readonly load: () => Promise<PinnedTools>;
	/** Reads the file again: another instance may have accepted something. */
	readonly reload: () => Promise<PinnedTools>;
	/** Whether something is to be saved for the first time, or still. */
	readonly isUnsaved: () => boolean;
	/** Keeps what is seen for the first time, at that time. */
	readonly remember: (tools: readonly ToolDefinition[], seenAt: number) => Promise<Failure | undefined>;
	readonly accept: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
	readonly acceptReach: () => Promise<Failure | undefined>;
	/** These tools and no others, as they are now. */
	readonly replace: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
};

export const createServerPins = ({server, file, config, now}: ServerPinsDeps): PinnedServerFile => {
	let saved: PinnedTools | undefined;
	let merged: PinnedTools | undefined;
	const pendingTools = new Map<string, Pending<Pin>>();
	let pendingReach: Pending<PinnedReach> | undefined;

	const merge = (base: PinnedTools): PinnedTools => {
		const tools = new Map(base.tools);
		for (const [name, {value, wins}] of pendingTools) {
			if (wins || (!tools.has(name) && tools.size < maxTools)) tools.set(name, value);
		}
		const isReachPending = pendingReach?.wins === true || base.reached === undefined;
		const reached = isReachPending ? (pendingReach?.value ?? base.reached) : base.reached;
		return {
			isKnown: base.isKnown || pendingTools.size > 0,
			...(reached === undefined ? {} : {reached}),
			tools,
		};
	};

	const hold = (base: PinnedTools): PinnedTools => {
		saved = base;
		merged = merge(base);
		return merged;
	};

	const reload = async (): Promise<PinnedTools> => {
		const read = readPins(await file.read(), server);
		// A file that is gone or cannot be read takes nothing back that this run has seen.
		return hold(read.isKnown || saved === undefined ? read : saved);
	};

	const load = async (): Promise<PinnedTools> => merged ?? reload();

	const write = async (next: (base: PinnedTools) => PinnedTools): Promise<Failure | undefined> => {
		let written: PinnedTools | undefined;
		const failure = await file.change(content => {
			written = next(readPins(content, server));
			return writePins(content, server, written);
		});
		if (failure !== undefined || written === undefined) return failure;
		pendingTools.clear();
		pendingReach = undefined;
		hold({...written, isKnown: true});
		return undefined;
	};

	const save = async (): Promise<Failure | undefined> => {
		if (saved !== undefined) hold(saved);
		return write(merge);
	};

	const pinAll = async (
		tools: readonly ToolDefinition[],
		base: PinnedTools,
		at: number,
	): Promise<ReadonlyMap<string, Pin>> => {
		const pins = new Map<string, Pin>();
		const isOverBudget = createTurnBudget();
		let room = maxCharacters - sizeOfPins(base);
		for (const tool of tools) {
			if (isOverBudget()) await nextTurn();
			const seenAt = base.tools.get(tool.tool)?.seenAt ?? at;
			const parts = keptParts(tool, room);
			room -= sizeOfParts(parts);
			pins.set(tool.tool, {print: toolPrint(tool), seenAt, parts});
		}
		return pins;
	};

	const reachNow = (): PinnedReach | undefined => {
		const current = config();
		return current === undefined ? undefined : pinnedReach(current);
	};

	const expect = async (tools: readonly ToolDefinition[], wins: boolean, at: number): Promise<void> => {
		const base = await load();
		for (const [name, value] of await pinAll(tools, base, at)) pendingTools.set(name, {value, wins});
		const reach = base.reached === undefined ? reachNow() : undefined;
		if (reach !== undefined) pendingReach ??= {value: reach, wins: false};
	};

	return {
		pins: () => merged,
		load,
		reload,
		isUnsaved: () => pendingTools.size > 0 || pendingReach !== undefined,
		remember: async (tools, seenAt) => {
			await expect(tools, false, seenAt);
			return save();
		},
		accept: async tools => {
			await expect(tools, true, now());
			return save();
		},
		acceptReach: async () => {
			await load();
			const value = reachNow();
			if (value === undefined) return undefined;
			pendingReach = {value, wins: true};
			return save();
		},
		replace: async tools => {
			const pins = await pinAll(tools, {...(await reload()), tools: new Map()}, now());
			const reached = reachNow();
			return write(base => ({
				isKnown: true,
				...(reached === undefined ? {} : {reached}),
				tools: new Map(
					[...pins].map(([name, pin]) => [
						name,
						{...pin, seenAt: base.tools.get(name)?.seenAt ?? pin.seenAt},
					]),
				),
			}));
		},
	};
};
