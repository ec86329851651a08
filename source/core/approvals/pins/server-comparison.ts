import {setImmediate as nextTurn} from 'node:timers/promises';
import type {PartChange} from '../../../domain/definition-change.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {Clock, StateFile} from '../../../domain/ports.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {matchesGlob} from '../../../support/glob.ts';
import {createTurnBudget} from '../../../support/turn-budget.ts';
import {serverPrint, toolPrint} from '../prints.ts';
import {changedParts} from './definition-parts.ts';
import type {Pin, PinnedTools} from './pin-file.ts';
import {serverChange} from './server-change.ts';
import {createServerPins} from './server-pins.ts';

/** Of differences that are found word by word in one go; the rest is shown side by side. */
const maxCompared = 2_000_000;

type KnownChange = {readonly print: string; readonly against: string; readonly parts: readonly PartChange[]};

/** How a server compares with what was accepted of it. Its promises are made one after the other. */
export type ServerComparison = {
	/** Compares, and keeps what is seen for the first time. Resolves with why that could not be saved. */
	readonly check: (
		tools: readonly ToolDefinition[],
		seenAt: number,
		signal: AbortSignal,
	) => Promise<Failure | undefined>;
	/** Compares with what is saved now, and keeps nothing. */
	readonly inspect: (tools: readonly ToolDefinition[]) => Promise<Inspected>;
	readonly accept: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
	readonly acceptReach: () => Promise<Failure | undefined>;
	readonly replace: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
	readonly pinOf: (tool: string) => Pin | undefined;
	/** The parts of a tool that have changed; undefined when it is as it was accepted, or was never seen. */
	readonly changeOf: (tool: ToolDefinition) => readonly PartChange[] | undefined;
	readonly reachChange: () => readonly PartChange[];
};

type Inspected = {
	readonly isNew: boolean;
	readonly added: readonly string[];
	readonly removed: readonly string[];
};

type ComparisonDeps = {
	readonly server: string;
	readonly file: StateFile;
	readonly config: () => ServerConfig | undefined;
	readonly now: Clock;
};

/** Whether the user's own settings leave a tool out, so that it is not the server which lacks it. */
const isLeftOut = (config: ServerConfig | undefined, tool: string): boolean => {
	if (config === undefined) return false;
	const matches = (pattern: string): boolean => matchesGlob(pattern, tool);
	const {loadTools, includeTools, excludeTools} = config;
	return !loadTools || includeTools?.some(matches) === false || excludeTools.some(matches);
};

const lengthOf = (parts: readonly PartChange[]): number =>
	parts.flatMap(({difference}) => difference).reduce((sum, {text}) => sum + text.length, 0);

/** Prints are remembered; taking thousands of them at once would hold up everything else. */
const takePrints = async (tools: readonly ToolDefinition[]): Promise<void> => {
	const isOverBudget = createTurnBudget();
	for (const tool of tools) {
		if (isOverBudget()) await nextTurn();
		toolPrint(tool);
	}
};

export const createServerComparison = (deps: ComparisonDeps): ServerComparison => {
	const {server, config} = deps;
	const pinned = createServerPins(deps);
	const changes = new Map<string, KnownChange>();
	let reached: readonly PartChange[] = [];
	/** There was no room for them. */
	const unkept = new Set<string>();

	const isChanged = (pins: PinnedTools, tool: ToolDefinition): boolean => {
		const pin = pins.tools.get(tool.tool);
		return pin !== undefined && pin.print !== toolPrint(tool);
	};

	const isReachChanged = (pins: PinnedTools): boolean => {
		const current = config();
		return current !== undefined && pins.reached !== undefined && serverPrint(current) !== pins.reached.print;
	};

	const lacksReach = (pins: PinnedTools): boolean => pins.reached === undefined && config() !== undefined;

	/** Finds all differences that are not known yet. */
	const compare = async (pins: PinnedTools, tools: readonly ToolDefinition[]): Promise<void> => {
		let room = maxCompared;
		const isOverBudget = createTurnBudget();
		for (const tool of tools) {
			if (isOverBudget()) await nextTurn();
			const pin = pins.tools.get(tool.tool);
			const print = toolPrint(tool);
			if (pin === undefined || pin.print === print) {
				changes.delete(tool.tool);
				continue;
			}
			const known = changes.get(tool.tool);
			if (known?.print === print && known.against === pin.print) continue;
			const parts = await changedParts(pin.parts, tool, room < 0);
			room -= lengthOf(parts);
			changes.set(tool.tool, {print, against: pin.print, parts});
		}
		const current = config();
		reached =
			current === undefined || pins.reached === undefined ? [] : await serverChange(pins.reached, current);
	};

	const remember = async (
		pins: PinnedTools,
		tools: readonly ToolDefinition[],
		seenAt: number,
	): Promise<Failure | undefined> => {
		const unseen = tools.filter(({tool}) => !pins.tools.has(tool) && !unkept.has(tool));
		if (unseen.length === 0 && !lacksReach(pins) && !pinned.isUnsaved()) return undefined;
		const failure = await pinned.remember(unseen, seenAt);
		const left = unseen.filter(({tool}) => pinned.pins()?.tools.has(tool) !== true);
		for (const {tool} of left) unkept.add(tool);
		if (failure !== undefined || left.length === 0) return failure;
		return {
			code: 'too-many-tools',
			message: `Server "${server}" has had too many different tools: ${left.length} of them are not remembered, and a change of theirs will not be noticed.`,
			hint: 'A server that keeps inventing tools is better left out.',
		};
	};

	return {
		check: async (tools, seenAt, signal) => {
			await takePrints(tools);
			const known = await pinned.load();
			const isOther = isReachChanged(known) || tools.some(tool => isChanged(known, tool));
			// Another instance may have accepted it.
			const pins = isOther ? await pinned.reload() : known;
			if (signal.aborted) return undefined;
			const failure = await remember(pins, tools, seenAt);
			await compare(pinned.pins() ?? pins, tools);
			return failure;
		},
		inspect: async tools => {
			const pins = await pinned.reload();
			await compare(pins, tools);
			const present = new Set(tools.map(({tool}) => tool));
			const current = config();
			return {
				isNew: !pins.isKnown,
				added: pins.isKnown ? [...present].filter(tool => !pins.tools.has(tool)) : [],
				removed: [...pins.tools.keys()].filter(tool => !present.has(tool) && !isLeftOut(current, tool)),
			};
		},
		accept: pinned.accept,
		acceptReach: async () => {
			const failure = await pinned.acceptReach();
			reached = [];
			return failure;
		},
		replace: pinned.replace,
		pinOf: tool => pinned.pins()?.tools.get(tool),
		changeOf: tool => {
			const pin = pinned.pins()?.tools.get(tool.tool);
			const print = toolPrint(tool);
			if (pin === undefined || pin.print === print) return undefined;
			const known = changes.get(tool.tool);
			// What came after the last check is another tool all the same.
			return known?.print === print && known.against === pin.print ? known.parts : [];
		},
		reachChange: () => reached,
	};
};
