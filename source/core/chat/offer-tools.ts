import {describeError} from '../../domain/failure.ts';
import type {Model, ToolFit} from '../../domain/model.ts';
import type {EventSink, OwnTools, ToolServers} from '../../domain/ports.ts';
import type {OfferedTool, ToolDefinition, ToolRef} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {type ChosenTools, chooseTools, type UnfitTool} from './choose-tools.ts';
import {createToolOffer, type ToolOffer} from './tool-offer.ts';

/** What the providers take at most, as far as they say. */
const defaultLimit = 128;
const namedTools = 5;

export type OfferDeps = {
	readonly model: Model;
	readonly servers: Pick<ToolServers, 'tools'>;
	readonly sink: EventSink;
	/** Tools that a provider refused, and that are not offered again. */
	readonly setAside: () => readonly (ToolRef & {readonly why: 'unfit' | 'rejected'})[];
	/** Every call of the session, in order. */
	readonly calls: () => Iterable<ToolCall>;
	readonly ownTools?: OwnTools;
};

export type ToolOffers = {
	/** The tools of the next step. */
	readonly next: (signal: AbortSignal) => Promise<ToolOffer>;
	/** Sets tools aside for good, and says so. Returns the offer without them. */
	readonly reject: (offer: ToolOffer, tools: readonly OfferedTool[], reason: string) => ToolOffer;
};

/** Definitions never change, and looking at thousands of schemas takes its time. */
const rememberedFits = new WeakMap<Model, WeakMap<ToolDefinition, ToolFit>>();

const fitOf = (model: Model, tool: OfferedTool): ToolFit => {
	let fits = rememberedFits.get(model);
	if (fits === undefined) {
		fits = new WeakMap();
		rememberedFits.set(model, fits);
	}
	let fit = fits.get(tool.definition);
	if (fit === undefined) {
		try {
			fit = model.fitTool?.(tool) ?? {type: 'fits'};
		} catch (error) {
			// A schema that breaks the one who looks at it cannot be sent either.
			fit = {type: 'unfit', reason: describeError(error)};
		}
		fits.set(tool.definition, fit);
	}
	return fit;
};

const keyOf = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);

const nameOf = ({tool, server}: ToolRef): string => `${tool} of ${server}`;

const listNames = (tools: readonly UnfitTool[]): string => {
	const names = tools.slice(0, namedTools).map(({tool, reason}) => `${nameOf(tool.definition)} (${reason})`);
	const more = tools.length - names.length;
	return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

const startOwn = async (ownTools: OwnTools, signal: AbortSignal): Promise<void> => {
	try {
		await ownTools.start(signal);
	} catch {
		// The chat works without them; what the model does not see because of it is told.
	}
};

/** Decides in each step of one turn which tools the model is offered, and says what is left out. */
export const createToolOffers = (deps: OfferDeps): ToolOffers => {
	const {model, servers, sink, ownTools} = deps;
	const limit = model.toolLimit ?? defaultLimit;
	const rejected: ToolRef[] = [];
	const toldUnfit = new Set<string>();
	let hasTriedStart = false;
	let hasToldTooMany = false;

	const choose = (): ChosenTools =>
		chooseTools({
			tools: servers.tools(),
			rejected: [...rejected, ...deps.setAside().filter(({why}) => why === 'rejected')],
			fitOf: tool => fitOf(model, tool),
			limit,
			calls: deps.calls(),
			...(ownTools === undefined ? {} : {ownTools}),
		});

	const tell = ({unfit, tooMany, searchTool}: ChosenTools): void => {
		for (const ref of deps.setAside()) {
			if (ref.why === 'unfit') {
				toldUnfit.add(keyOf(ref));
			}
		}
		const fresh = unfit.filter(({tool}) => !toldUnfit.has(keyOf(tool.definition)));
		for (const {tool, reason} of fresh) {
			const {server, tool: name} = tool.definition;
			toldUnfit.add(keyOf(tool.definition));
			sink.emit({type: 'tool-set-aside', server, tool: name, why: 'unfit', reason});
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

	return {
		async next(signal) {
			let chosen = choose();
			if (chosen.lacksOwn && ownTools !== undefined && !hasTriedStart) {
				hasTriedStart = true;
				await startOwn(ownTools, signal);
				chosen = choose();
			}
			tell(chosen);
			return createToolOffer(chosen.offered, chosen.searchTool);
		},
		reject(offer, tools, reason) {
			for (const {definition} of tools) {
				const {server, tool} = definition;
				rejected.push({server, tool});
				sink.emit({type: 'tool-set-aside', server, tool, why: 'rejected', reason});
				sink.emit({
					type: 'notice-raised',
					tone: 'warning',
					text: `${model.id} does not take the tool ${nameOf(definition)}, which is not offered any more: ${reason}`,
					server,
				});
			}
			return offer.without(tools);
		},
	};
};
