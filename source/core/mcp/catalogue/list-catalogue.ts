import {ProtocolError, ProtocolErrorCode} from '@modelcontextprotocol/client';
import {z} from 'zod';
import type {PromptDefinition, ResourceDefinition, ResourceTemplate} from '../../../domain/catalogue.ts';
import type {Failure} from '../../../domain/failure.ts';
import type {ServerConfig, ServerList, TransportName, UnreadableLists} from '../../../domain/server.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {namesTool} from '../../../support/tool-rule.ts';
import {cut} from '../calls/cut-text.ts';
import {requestFailure} from '../calls/request-failure.ts';
import type {RequestTarget} from '../calls/request-target.ts';
import {unpackResult} from '../connection/raw-results.ts';
import {inSeconds, timerLimit} from '../connection/time-limit.ts';
import {headerFault} from './header-declarations.ts';
import {inTurns} from './in-turns.ts';
import {listPrompts} from './list-prompts.ts';
import {listResources, listTemplates} from './list-resources.ts';
import {listInsideTools, listTools} from './list-tools.ts';
import type {FetchPage, PagedList} from './read-pages.ts';

/** What one server offers. */
export type ServerCatalogue = {
	readonly tools: readonly ToolDefinition[];
	/** Tools that the entry of the server leaves out. */
	readonly leftOut: readonly ToolDefinition[];
	readonly prompts: readonly PromptDefinition[];
	readonly resources: readonly ResourceDefinition[];
	readonly templates: readonly ResourceTemplate[];
	/** What the definitions of its tools cost in a model's context, estimated. */
	readonly definitionTokens: number;
	/** What was wrong with its lists, as sentences. */
	readonly note?: string;
	/** Why lists could not be read: they are empty here, and perhaps not at the server. */
	readonly unreadable?: UnreadableLists;
};

export type ListCatalogueOptions = RequestTarget & {
	/** Over HTTP some tools may not be used. */
	readonly transport: TransportName;
};

type Listed<T> = PagedList<T> & {readonly failure?: Failure};

const charactersPerToken = 4;

const estimateTokens = async (tools: readonly ToolDefinition[]): Promise<number> => {
	let characters = 0;
	await inTurns(tools, ({tool, description, inputSchema}) => {
		characters += tool.length + description.length + JSON.stringify(inputSchema).length;
	});
	return Math.ceil(characters / charactersPerToken);
};

const isWanted = ({name, includeTools, excludeTools}: ServerConfig, tool: string): boolean => {
	const matches = (pattern: string) => namesTool(pattern, {server: name, tool});
	return (includeTools === undefined || includeTools.some(matches)) && !excludeTools.some(matches);
};

/** The protocol forbids to use a tool over HTTP whose arguments cannot be repeated as headers. */
const withoutFaulty = async (tools: readonly ToolDefinition[]) => {
	const notes: string[] = [];
	const sound: ToolDefinition[] = [];
	await inTurns(tools, definition => {
		const fault = headerFault(definition.inputSchema);
		if (fault === undefined) sound.push(definition);
		else notes.push(`Tool "${definition.tool}" was left out: ${cut(fault, 500)}.`);
	});
	const shown = notes.slice(0, 3);
	return {
		sound,
		notes: notes.length > shown.length ? [...shown, `${notes.length - shown.length} more were, too.`] : shown,
	};
};

/** Reads everything that a server announces and the user wants. Never rejects. */
export const listCatalogue = async (
	{client, config, transport, ended}: ListCatalogueOptions,
	signal: AbortSignal,
): Promise<ServerCatalogue> => {
	const offers = client.getServerCapabilities();

	const fetchWith =
		(method: string, limit: AbortSignal): FetchPage =>
		async cursor =>
			unpackResult(
				await client.request({method, params: cursor === undefined ? {} : {cursor}}, z.unknown(), {
					signal: limit,
					timeout: timerLimit(config.requestTimeout),
				}),
			);

	const failed = (what: string, error: unknown, limit: AbortSignal): Failure => {
		const doing = `the list of its ${what}`;
		if (error instanceof z.ZodError)
			return {
				code: 'invalid-list',
				message: `Server "${config.name}" sent something else than ${doing}.`,
				hint: 'Ask the author of the server to correct it; other requests may still work.',
			};
		if (limit.aborted && !signal.aborted && ended() === undefined)
			return {
				code: 'timeout',
				message: `Server "${config.name}" did not send ${doing} within ${inSeconds(config.requestTimeout)}.`,
				hint: 'Raise "requestTimeout" for this server in the config if it needs longer.',
			};
		return requestFailure({server: config.name, isRemote: 'url' in config, doing, ended}, error);
	};

	const list = async <T>(
		isOffered: boolean,
		what: string,
		method: string,
		read: (server: string, fetchPage: FetchPage) => Promise<PagedList<T>>,
	): Promise<Listed<T>> => {
		if (!isOffered || signal.aborted) return {items: []};
		// One limit for all pages: a server that takes its time with each of a hundred must not hold us up for ever.
		const limit = limitedSignal(signal, timerLimit(config.requestTimeout));
		try {
			return await read(config.name, fetchWith(method, limit));
		} catch (error) {
			const isUnknown = error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound;
			// Templates have no capability of their own, and many servers do without them.
			if (isUnknown && method === 'resources/templates/list') return {items: []};
			// One that says it has no such list has none of what would be in it; a server without tools is worth an error.
			if (isUnknown && method !== 'tools/list')
				return {items: [], note: `It announces ${what}, but does not know "${method}".`};
			return {items: [], failure: failed(what, error, limit)};
		}
	};

	const offersTools = config.loadTools && offers?.tools !== undefined;
	const offersPrompts = config.loadPrompts && offers?.prompts !== undefined;
	const offersResources = offers?.resources !== undefined;
	const [tools, prompts, resources, templates] = await Promise.all([
		list(offersTools, 'tools', 'tools/list', transport === 'in-memory' ? listInsideTools : listTools),
		list(offersPrompts, 'prompts', 'prompts/list', listPrompts),
		list(offersResources, 'resources', 'resources/list', listResources),
		list(offersResources, 'resource templates', 'resources/templates/list', listTemplates),
	]);

	const wanted = tools.items.filter(({tool}) => isWanted(config, tool));
	const needsHeaders = transport === 'http' && client.getProtocolEra() === 'modern';
	const {sound, notes} = needsHeaders ? await withoutFaulty(wanted) : {sound: wanted, notes: []};
	const lists: Readonly<Record<ServerList, Listed<unknown>>> = {tools, prompts, resources, templates};
	const unreadable: UnreadableLists = Object.fromEntries(
		Object.entries(lists).flatMap(([name, {failure}]) => (failure === undefined ? [] : [[name, failure]])),
	);
	const allNotes = [...Object.values(lists).flatMap(({note}) => note ?? []), ...notes];
	return {
		tools: sound,
		leftOut: tools.items.filter(({tool}) => !isWanted(config, tool)),
		prompts: prompts.items,
		resources: resources.items,
		templates: templates.items,
		definitionTokens: await estimateTokens(sound),
		...(allNotes.length === 0 ? {} : {note: allNotes.join(' ')}),
		...(Object.keys(unreadable).length === 0 ? {} : {unreadable}),
	};
};
