import type {PartChange} from '../../../domain/definition-change.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {isInstructions, shownName} from '../../../domain/server-instructions.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {namesTool} from '../../../support/tool-rule.ts';
import {toolPrint} from '../prints.ts';
import {changedParts, lostParts, partsOf} from './definition-parts.ts';
import {isOverBudget, nextTurn} from './pace.ts';
import type {Pin, PinnedTools} from './pin-file.ts';
import {serverChange} from './server-change.ts';
import {createServerPins, type ServerPinsDeps} from './server-pins.ts';

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
	readonly replace: (tools: readonly ToolDefinition[]) => Promise<Failure | undefined>;
	readonly pinOf: (tool: string) => Pin | undefined;
	/** The parts of a tool that have changed; undefined when it is as it was accepted, or was never seen. */
	readonly changeOf: (tool: ToolDefinition) => readonly PartChange[] | undefined;
	/** How the server differs from the one that was accepted, as far as it was compared. */
	readonly reachChange: () => readonly PartChange[];
};

type Inspected = {
	readonly isNew: boolean;
	readonly added: readonly string[];
	readonly removed: readonly string[];
};

/** Whether the user's own settings leave a tool out, so that it is not the server which lacks it. */
const isLeftOut = (config: ServerConfig | undefined, tool: string): boolean => {
	if (config === undefined) return false;
	const matches = (pattern: string): boolean => namesTool(pattern, {server: config.name, tool});
	const {loadTools, includeTools, excludeTools} = config;
	return !loadTools || includeTools?.some(matches) === false || excludeTools.some(matches);
};

const lengthOf = (parts: readonly PartChange[]): number =>
	parts.flatMap(({difference}) => difference).reduce((sum, {text}) => sum + text.length, 0);

/** Prints are remembered; taking thousands of them at once would hold up everything else. */
const takePrints = async (tools: readonly ToolDefinition[]): Promise<void> => {
	for (const tool of tools) {
		if (isOverBudget()) await nextTurn();
		toolPrint(tool);
	}
};

/** Of whose pin nothing is known but that there was one. */
const lostPrint = '';

/** How the definition of a tool should be printed; undefined where none was ever accepted. */
const expectedPrint = ({tools, isLost}: PinnedTools, {tool}: ToolDefinition): string | undefined =>
	tools.get(tool)?.print ?? (isLost ? lostPrint : undefined);

/** A server that says nothing about itself any more tells the model nothing that was not accepted. */
const saysNothing = (tool: ToolDefinition): boolean => isInstructions(tool) && tool.description === '';

export const createServerComparison = (deps: ServerPinsDeps): ServerComparison => {
	const {owner, config} = deps;
	const pinned = createServerPins(deps);
	const changes = new Map<string, KnownChange>();
	let reached: readonly PartChange[] = [];
	/** There was no room for them. */
	const unkept = new Set<string>();

	const isChanged = (pins: PinnedTools, tool: ToolDefinition): boolean => {
		const expected = expectedPrint(pins, tool);
		return expected !== undefined && expected !== toolPrint(tool) && !saysNothing(tool);
	};

	const lacksReach = (pins: PinnedTools): boolean => pins.reached === undefined && config() !== undefined;

	/** Finds all differences that are not known yet. */
	const compare = async (pins: PinnedTools, tools: readonly ToolDefinition[]): Promise<void> => {
		let room = maxCompared;
		for (const tool of tools) {
			if (isOverBudget()) await nextTurn();
			if (!isChanged(pins, tool)) {
				changes.delete(tool.tool);
				continue;
			}
			const print = toolPrint(tool);
			const against = expectedPrint(pins, tool) ?? lostPrint;
			const known = changes.get(tool.tool);
			if (known?.print === print && known.against === against) continue;
			const pin = pins.tools.get(tool.tool);
			const parts =
				pin === undefined || against === lostPrint
					? lostParts(tool)
					: await changedParts(pin.parts, partsOf(tool), room < 0);
			room -= lengthOf(parts);
			changes.set(tool.tool, {print, against, parts});
		}
		const current = config();
		reached = current === undefined || pins.reached === undefined ? [] : serverChange(pins.reached, current);
	};

	const remember = async (
		pins: PinnedTools,
		tools: readonly ToolDefinition[],
		seenAt: number,
	): Promise<Failure | undefined> => {
		const unseen = pins.isLost ? [] : tools.filter(({tool}) => !pins.tools.has(tool) && !unkept.has(tool));
		if (unseen.length === 0 && !lacksReach(pins) && !pinned.isUnsaved()) return pinned.enlist();
		const failure = await pinned.remember(unseen, seenAt);
		const left = unseen.filter(({tool}) => pinned.pins()?.tools.has(tool) !== true);
		for (const {tool} of left) unkept.add(tool);
		if (failure !== undefined || left.length === 0) return failure;
		return {
			code: 'too-many-tools',
			message: `Server "${owner.server}" has had too many different tools: ${left.length} of them are not remembered, and a change of theirs will not be noticed.`,
			hint: 'A server that keeps inventing tools is better left out.',
		};
	};

	return {
		check: async (tools, seenAt, signal) => {
			await takePrints(tools);
			const known = await pinned.load();
			// Another instance may have accepted it.
			const pins = tools.some(tool => isChanged(known, tool)) ? await pinned.reload() : known;
			if (signal.aborted) return undefined;
			const failure = await remember(pins, tools, seenAt);
			await compare(pinned.pins() ?? pins, tools);
			return failure;
		},
		inspect: async tools => {
			const pins = await pinned.reload();
			await compare(pins, tools);
			const current = config();
			const present = new Set(tools.map(({tool}) => tool));
			const isNew = (tool: ToolDefinition): boolean => !pins.tools.has(tool.tool) && !saysNothing(tool);
			const isGone = (tool: string): boolean =>
				!present.has(tool) && !isLeftOut(current, tool) && !isInstructions({server: owner.server, tool});
			return {
				isNew: !pins.isKnown,
				added: pins.isKnown && !pins.isLost ? tools.filter(isNew).map(shownName) : [],
				removed: [...pins.tools.keys()].filter(isGone),
			};
		},
		accept: pinned.accept,
		replace: pinned.replace,
		pinOf: tool => pinned.pins()?.tools.get(tool),
		changeOf: tool => {
			const pins = pinned.pins();
			if (pins === undefined || !isChanged(pins, tool)) return undefined;
			const known = changes.get(tool.tool);
			// What came after the last check is another tool all the same.
			return known?.print === toolPrint(tool) && known.against === expectedPrint(pins, tool)
				? known.parts
				: [];
		},
		reachChange: () => reached,
	};
};
