import type {Attachment} from '../domain/attachment.ts';
import type {PromptResult} from '../domain/catalogue.ts';
import type {Failure} from '../domain/failure.ts';
import {findMentions, type Mention, mayMention} from '../domain/mention.ts';
import type {NewId, ResultStore, ToolServers} from '../domain/ports.ts';
import {readPromptCommand} from '../domain/read-prompt-command.ts';
import type {ServerOffers} from '../domain/server-ports.ts';
import type {ToolContent} from '../domain/tool.ts';
import {nearest} from '../support/nearest.ts';
import {resourceContent} from './resource-content.ts';

type ReadAttachments =
	| {readonly type: 'read'; readonly attachments: readonly Attachment[]}
	/** Nothing may be sent without it. */
	| {readonly type: 'refused'; readonly failure: Failure}
	| {readonly type: 'cancelled'};

/** What a message needs before it can be sent. */
export type Reading = {
	readonly names: readonly string[];
	readonly read: (signal: AbortSignal) => Promise<ReadAttachments>;
};

/** `typed` is what of the text the user typed: only there are names names. */
type Naming = {readonly text: string; readonly typed: string};

type ReaderDeps = {
	/** The names of the servers that there are. */
	readonly serverNames: () => Iterable<string>;
	readonly servers: Pick<ToolServers, 'start'>;
	readonly offers?: ServerOffers;
	readonly results: Pick<ResultStore, 'keep'>;
	readonly newId: NewId;
};

type Attached =
	| {readonly type: 'read'; readonly attachment: Attachment}
	| Exclude<ReadAttachments, {type: 'read'}>;

const mostMentions = 20;
const mostMessages = 50;
const cancelled = {type: 'cancelled'} as const;

const refused = (message: string, hint?: string) =>
	({
		type: 'refused',
		failure: {code: 'not-attached', message, ...(hint === undefined ? {} : {hint})},
	}) as const;

const nameOf = ({server, uri}: Mention): string => `@${server}:${uri}`;

/**
 * Finds what a message names of servers: resources (`@server:uri`) or, as the whole of it, a prompt
 * (`/server:prompt name=value`). Undefined where it names nothing and is sent as it is.
 */
export const createAttachmentReader = (deps: ReaderDeps): ((message: Naming) => Reading | undefined) => {
	const {serverNames, servers, offers, results, newId} = deps;
	if (offers === undefined) {
		return () => undefined;
	}

	const mentionsIn = (text: string): readonly Mention[] => {
		const listed = offers.resources();
		return findMentions(text, serverNames(), server =>
			listed.flatMap(each => (each.server === server ? [each.uri] : [])),
		);
	};

	/** What is too long is cut as the result of a tool is. */
	const keep = async (content: readonly ToolContent[]) => {
		const {stored, ...kept} = await results.keep(`attachment ${newId()}`, {content});
		return {content: kept.content, ...(stored === undefined ? {} : {stored: [stored]})};
	};

	const readResource = async (mention: Mention, signal: AbortSignal): Promise<Attached> => {
		const {server, uri} = mention;
		const fetched = await offers.readResource(server, uri, signal);
		switch (fetched.type) {
			case 'cancelled':
				return cancelled;
			case 'failed': {
				const {message, hint} = fetched.failure;
				return refused(
					`Nothing was sent: ${nameOf(mention)} cannot be attached. ${message}`,
					[...(hint === undefined ? [] : [hint]), 'Without the @ it is sent as plain text.'].join(' '),
				);
			}
			case 'fetched': {
				const {content, ...facts} = resourceContent(uri, fetched.value);
				const kept = await keep(content);
				return {type: 'read', attachment: {type: 'resource', server, uri, ...kept, ...facts}};
			}
		}
	};

	/** The message may have gone on without them, but not without what it names of them. */
	const startNamed = async (mark: '@' | '/', text: string, signal: AbortSignal): Promise<void> => {
		const named = [...serverNames()].filter(name => text.includes(`${mark}${name}:`));
		await Promise.all(named.map(name => servers.start(name, signal)));
	};

	const readResources = async (text: string, signal: AbortSignal): Promise<ReadAttachments> => {
		await startNamed('@', text, signal);
		if (signal.aborted) {
			return cancelled;
		}
		// Only now is it known what the servers list, and so where some names end.
		const mentions = mentionsIn(text);
		if (mentions.length > mostMentions) {
			return refused(
				`Nothing was sent: it names ${mentions.length} resources, and a message can have ${mostMentions}.`,
			);
		}
		const stop = new AbortController();
		const all = AbortSignal.any([signal, stop.signal]);
		let first: Exclude<ReadAttachments, {type: 'read'}> | undefined;
		const read = await Promise.all(
			mentions.map(async mention => {
				const attached = await readResource(mention, all);
				if (attached.type !== 'read') {
					first ??= attached;
					stop.abort();
				}
				return attached;
			}),
		);
		return (
			first ?? {
				type: 'read',
				attachments: read.flatMap(each => (each.type === 'read' ? [each.attachment] : [])),
			}
		);
	};

	const takePrompt = async (
		attachment: Omit<Attachment & {type: 'prompt'}, 'messages' | 'stored'>,
		received: PromptResult['messages'],
	): Promise<ReadAttachments> => {
		const {server, prompt} = attachment;
		const messages = received.filter(({content}) => content.isForUser !== true);
		if (messages.length === 0 || messages.length > mostMessages) {
			const empty = received.length === 0 ? 'is empty with these arguments' : 'has nothing for the model';
			const why = messages.length === 0 ? empty : `has ${messages.length} messages`;
			return refused(`Nothing was sent: the prompt ${prompt} of ${server} ${why}.`);
		}
		const kept = await Promise.all(
			messages.map(async ({role, content}) => ({
				role,
				...(await keep(resourceContent('', [content]).content)),
			})),
		);
		const stored = kept.flatMap(each => each.stored ?? []);
		return {
			type: 'read',
			attachments: [
				{
					...attachment,
					messages: kept.flatMap(({role, content}) => content.map(piece => ({role, content: piece}))),
					...(stored.length === 0 ? {} : {stored}),
				},
			],
		};
	};

	const readPrompt = async ({text, typed}: Naming, signal: AbortSignal): Promise<ReadAttachments> => {
		await startNamed('/', typed, signal);
		if (signal.aborted) {
			return cancelled;
		}
		const prompts = offers.prompts();
		const command = readPromptCommand(text, prompts);
		if (command === undefined || !typed.startsWith(`/${command.prompt.server}:${command.prompt.prompt}`)) {
			const [word = typed] = /^\S+/.exec(typed) ?? [];
			const near = nearest(
				word.slice(1),
				prompts.map(({server, prompt}) => `${server}:${prompt}`),
			);
			return refused(
				`Nothing was sent: there is no prompt ${word}.`,
				near === undefined ? '/prompts lists those there are.' : `Did you mean /${near}?`,
			);
		}
		const {
			prompt: {server, prompt},
			arguments: args,
			problems,
		} = command;
		if (problems.length > 0) {
			return refused(
				`Nothing was sent: /${server}:${prompt} cannot be used like this, ${problems.join('; ')}.`,
			);
		}
		const fetched = await offers.getPrompt({server, prompt}, args, signal);
		switch (fetched.type) {
			case 'cancelled':
				return cancelled;
			case 'failed': {
				const {message, hint} = fetched.failure;
				return refused(`Nothing was sent. ${message}`, hint);
			}
			case 'fetched':
				return takePrompt({type: 'prompt', server, prompt, arguments: args}, fetched.value.messages);
		}
	};

	return message => {
		const {typed} = message;
		if ([...serverNames()].some(name => typed.startsWith(`/${name}:`))) {
			return {names: [/^\S+/.exec(typed)?.[0] ?? typed], read: signal => readPrompt(message, signal)};
		}
		return mayMention(typed, serverNames())
			? {names: mentionsIn(typed).map(nameOf), read: signal => readResources(typed, signal)}
			: undefined;
	};
};
