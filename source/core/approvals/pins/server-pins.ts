import type {Failure} from '../../../domain/failure.ts';
import type {JsonObject} from '../../../domain/json.ts';
import type {Clock, StateFile} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {toolPrint} from '../prints.ts';
import {keptParts, sizeOfParts} from './definition-parts.ts';
import {isOverBudget, nextTurn} from './pace.ts';
import {
	lostPins,
	type Pin,
	type PinnedTools,
	type PinOwner,
	pinFileName,
	readPins,
	sizeOfPins,
	writePins,
} from './pin-file.ts';
import type {PinnedIndex} from './pinned-index.ts';
import {lostReach, type PinnedReach, pinnedReach} from './server-change.ts';

/** Of definitions of one server that are kept whole: writing a file holds up everything else. */
const maxCharacters = 2_000_000;
/** A server that invents new names in every run must not fill the disk. */
const maxTools = 20_000;

/** What is not saved yet. What the user has accepted wins over what the file says; what was merely seen does not. */
type Pending<T> = {readonly value: T; readonly wins: boolean};

export type ServerPinsDeps = {
	readonly owner: PinOwner;
	readonly file: StateFile;
	readonly index: PinnedIndex;
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
	/** Keeps in mind that there are pins, so that it is noticed when they are gone. */
	readonly enlist: () => Promise<Failure | undefined>;
	/** Keeps what is seen for the first time, at that time. */
	readonly remember: (tools: readonly ToolDefinition[], seenAt: number) => Promise<Failure | undefined>;
	readonly accept: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
	/** These tools and no others, as they are now. */
	readonly replace: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
};

export const createServerPins = (deps: ServerPinsDeps): PinnedServerFile => {
	const {owner, file, index, config, now} = deps;
	const name = pinFileName(owner);
	let saved: PinnedTools | undefined;
	let merged: PinnedTools | undefined;
	const pendingTools = new Map<string, Pending<Pin>>();
	let pendingReach: Pending<PinnedReach> | undefined;

	const merge = (base: PinnedTools): PinnedTools => {
		const tools = new Map(base.tools);
		let isLost = base.isLost;
		for (const [tool, {value, wins}] of pendingTools) {
			// Whoever accepts tools of a server whose pins are lost has seen all that it has.
			if (wins) isLost = false;
			if (wins || (!base.isLost && !tools.has(tool) && tools.size < maxTools)) tools.set(tool, value);
		}
		const isReachPending = pendingReach?.wins === true || base.reached === undefined;
		const reached = isReachPending ? (pendingReach?.value ?? base.reached) : base.reached;
		return {
			isKnown: base.isKnown || pendingTools.size > 0,
			isLost,
			...(reached === undefined ? {} : {reached}),
			tools,
		};
	};

	const hold = (base: PinnedTools): PinnedTools => {
		saved = base;
		merged = merge(base);
		return merged;
	};

	/** A file that is gone or cannot be read takes nothing back that this run has seen, or that is known to have been. */
	const readWith = (content: JsonObject, isListed: boolean): PinnedTools => {
		const read = readPins(content, owner);
		if (saved?.isKnown === true && (!read.isKnown || read === lostPins)) return saved;
		return read.isKnown || !isListed ? read : lostPins;
	};

	const reload = async (): Promise<PinnedTools> => {
		const read = readWith(await file.read(), false);
		if (read.isKnown || !(await index.has(name))) return hold(read);
		// Another instance may have saved it just before it was listed.
		return hold(readWith(await file.read(), true));
	};

	const load = async (): Promise<PinnedTools> => merged ?? reload();

	const write = async (next: (base: PinnedTools) => PinnedTools): Promise<Failure | undefined> => {
		let written: PinnedTools | undefined;
		const failure = await file.change(content => {
			written = next(readWith(content, saved?.isLost === true));
			return writePins(content, owner, written);
		});
		if (failure !== undefined || written === undefined) return failure;
		pendingTools.clear();
		pendingReach = undefined;
		hold({...written, isKnown: true});
		return index.add(name, owner.server);
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
		for (const [tool, value] of await pinAll(tools, base, at)) pendingTools.set(tool, {value, wins});
		const isLost = wins && base.reached?.print === lostReach.print;
		const reach = base.reached === undefined || isLost ? reachNow() : undefined;
		if (reach !== undefined) pendingReach ??= {value: reach, wins: isLost};
	};

	return {
		pins: () => merged,
		load,
		reload,
		isUnsaved: () => pendingTools.size > 0 || pendingReach !== undefined,
		enlist: async () => (saved?.isKnown === true ? index.add(name, owner.server) : undefined),
		remember: async (tools, seenAt) => {
			await expect(tools, false, seenAt);
			return save();
		},
		accept: async tools => {
			await expect(tools, true, now());
			return save();
		},
		replace: async tools => {
			const pins = await pinAll(tools, {...(await reload()), tools: new Map()}, now());
			const reached = reachNow();
			return write(base => ({
				isKnown: true,
				isLost: false,
				...(reached === undefined ? {} : {reached}),
				tools: new Map(
					[...pins].map(([tool, pin]) => [
						tool,
						{...pin, seenAt: base.tools.get(tool)?.seenAt ?? pin.seenAt},
					]),
				),
			}));
		},
	};
};
