import type {Model} from '../../domain/model.ts';
import type {EventSink, OwnTools, ToolGate, ToolServers} from '../../domain/ports.ts';
import type {OfferedTool, ToolRef} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {listSome} from '../../support/count-of.ts';
import {type ChosenTools, chooseTools, isOwn, type UnfitTool} from './choose-tools.ts';
import {definitionPrint, isAside, type SetAside} from './set-aside.ts';
import {createToolOffer, type ToolOffer, whyKept} from './tool-offer.ts';
import {fitOf, whyUnusable} from './usable-tool.ts';

/** What the providers take at most, as far as they say. */
const defaultLimit = 128;
const namedTools = 10;

export type OfferDeps = {
	readonly model: Model;
	readonly servers: Pick<ToolServers, 'tools'>;
	/** Which tools the model may be offered at all. */
	readonly gate: ToolGate;
	readonly sink: EventSink;
	/** Tools that are not offered again; those that a provider refused are known from nowhere else. */
	readonly setAside: () => readonly SetAside[];
	/** Every call of the session, in order. */
	readonly calls: () => Iterable<ToolCall>;
	readonly ownTools?: OwnTools;
	/** The tools that the user means in this turn. */
	readonly hinted?: readonly ToolRef[];
	/** Whether something that the user attached can be read on. */
	readonly hasStored?: () => boolean;
};

export type ToolOffers = {
	/** The tools of the next step. */
	readonly next: (signal: AbortSignal) => Promise<ToolOffer>;
	/** Sets tools aside for good, and says so. Returns the offer without them. */
	readonly reject: (offer: ToolOffer, tools: readonly OfferedTool[], reason: string) => ToolOffer;
};

const keyOf = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);

const nameOf = ({tool, server}: ToolRef): string => `${tool} of ${server}`;

const listNames = (tools: readonly UnfitTool[]): string =>
	listSome(
		tools.map(({tool, reason}) => `${nameOf(tool.definition)} (${reason})`),
		namedTools,
	);

const startOwn = async (ownTools: OwnTools, signal: AbortSignal): Promise<void> => {
	try {
		await ownTools.start(signal);
	} catch {
		// The chat works without them; what the model does not see because of it is told.
	}
};

/** Decides in each step of one turn which tools the model is offered, and says what is left out. */
export const createToolOffers = (deps: OfferDeps): ToolOffers => {
	const {model, servers, gate, sink, ownTools} = deps;
	const limit = model.toolLimit ?? defaultLimit;
	const rejected: SetAside[] = [];
	const toldUnfit = new Map<string, SetAside>();
	let hasTriedStart = false;
	let hasToldTooMany = false;
	let toldExcluded = '[]';

	const asides = (): readonly SetAside[] => [...rejected, ...deps.setAside()];

	/** From the list that was looked at: one that has come since may hold anything. */
	const choose = (tools: readonly OfferedTool[]): ChosenTools =>
		chooseTools({
			tools: tools.filter(({definition}) => gate.whyWithheld(definition) === undefined),
			rejected: asides().filter(({why}) => why === 'rejected'),
			fitOf: tool => fitOf(model, tool),
			limit,
			calls: deps.calls(),
			hinted: deps.hinted ?? [],
			hasStored: deps.hasStored?.() ?? false,
			...(ownTools === undefined ? {} : {ownTools}),
		});

	/** What the model is told when it calls a tool that it was not offered; undefined where there is none. */
	const whyAbsent = (modelName: string, {tooMany, searchTool}: ChosenTools): string | undefined => {
		const tool = servers.tools().find(other => other.modelName === modelName);
		if (tool === undefined) {
			return undefined;
		}
		const withheld = gate.whyWithheld(tool.definition);
		if (withheld !== undefined) {
			return whyKept(modelName, withheld);
		}
		const reason = whyUnusable(tool, {model, setAside: asides()});
		if (reason !== undefined) {
			return `${modelName} cannot be used with this model (${reason}). Use another tool.`;
		}
		if (ownTools !== undefined && isOwn(tool, ownTools)) {
			return `${modelName} has nothing to work on now. Use one of the tools that were offered.`;
		}
		return tooMany !== undefined && searchTool === undefined
			? `${modelName} exists, but is not among the ${limit} tools that this model takes. Use one of those that were offered.`
			: `${modelName} exists, but was not offered in this step, and nothing was run. It can be called from now on: call it again.`;
	};

	const sayAside = ({definition}: OfferedTool, why: SetAside['why'], reason: string): SetAside => {
		const {server, tool} = definition;
		const aside = {server, tool, why, reason, print: definitionPrint(definition)};
		sink.emit({type: 'tool-set-aside', model: model.id, ...aside});
		return aside;
	};

	const tell = ({unfit, tooMany, searchTool}: ChosenTools): void => {
		for (const ref of deps.setAside()) {
			if (ref.why === 'unfit') {
				toldUnfit.set(keyOf(ref), ref);
			}
		}
		const fresh = unfit.filter(({tool: {definition}}) => {
			const told = toldUnfit.get(keyOf(definition));
			return told === undefined || !isAside(told, definition);
		});
		for (const {tool, reason} of fresh) {
			toldUnfit.set(keyOf(tool.definition), sayAside(tool, 'unfit', reason));
		}
		if (fresh.length > 0) {
			sink.emit({
				type: 'notice-raised',
				tone: 'warning',
				text: `${model.id} is not offered ${fresh.length === 1 ? 'a tool' : `${fresh.length} tools`} whose schema it cannot take: ${listNames(fresh)}.`,
			});
		}
		if (tooMany !== undefined && searchTool === undefined && !hasToldTooMany) {
			hasToldTooMany = true;
			sink.emit({
				type: 'notice-raised',
				tone: 'warning',
				text: `There are ${tooMany} tools, and ${model.id} takes ${limit}: it does not see the others. Disable servers that you do not need.`,
			});
		}
	};

	/** A tool that the model can search for is not excluded. */
	const tellExcluded = (
		tools: readonly OfferedTool[],
		{offered, unfit, tooMany, searchTool}: ChosenTools,
	) => {
		const isOver = tooMany !== undefined && searchTool === undefined;
		const chosen = new Set([...offered, ...unfit.map(({tool}) => tool)]);
		const excluded = tools.flatMap(tool => {
			const {definition} = tool;
			const isCut = () =>
				isOver &&
				!chosen.has(tool) &&
				!(ownTools && isOwn(tool, ownTools)) &&
				!asides().some(aside => isAside(aside, definition));
			const reason =
				gate.whyWithheld(definition) ?? (isCut() ? `${model.id} takes ${limit} tools at most` : undefined);
			return reason === undefined ? [] : [{server: definition.server, tool: definition.tool, reason}];
		});
		const told = JSON.stringify(excluded);
		if (told !== toldExcluded) {
			toldExcluded = told;
			sink.emit({type: 'tools-excluded', tools: excluded});
		}
	};

	const prepare = async (signal: AbortSignal) => {
		const tools = servers.tools();
		await gate.prepare(tools, signal);
		return {tools, chosen: choose(tools)};
	};

	return {
		async next(signal) {
			let {tools, chosen} = await prepare(signal);
			if (chosen.lacksOwn && ownTools !== undefined && !hasTriedStart) {
				hasTriedStart = true;
				await startOwn(ownTools, signal);
				({tools, chosen} = await prepare(signal));
			}
			tell(chosen);
			tellExcluded(tools, chosen);
			const {offered, searchTool} = chosen;
			return createToolOffer(offered, searchTool, modelName => whyAbsent(modelName, chosen));
		},
		reject(offer, tools, reason) {
			for (const tool of tools) {
				rejected.push(sayAside(tool, 'rejected', reason));
				sink.emit({
					type: 'notice-raised',
					tone: 'warning',
					text: `${model.id} does not take the tool ${nameOf(tool.definition)}, which is not offered any more: ${reason}`,
					server: tool.definition.server,
				});
			}
			return offer.without(tools);
		},
	};
};
