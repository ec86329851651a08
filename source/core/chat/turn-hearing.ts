import {isDeepStrictEqual} from 'node:util';
import type {Attachment} from '../../domain/attachment.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {OwnTools, Policy, ToolServers} from '../../domain/ports.ts';
import {isSameTool, type ToolDefinition, type ToolRef} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';

/** How much of what servers wrote is kept to find arguments in; the oldest goes first. */
const mostCharacters = 2_000_000;

export type HeardText = {readonly tool: ToolDefinition; readonly text: string};

/** What has come into a turn up to some moment. */
export type Heard = {
	readonly tools: readonly ToolDefinition[];
	/** What those of them said that are not trusted. */
	readonly texts: readonly HeardText[];
};

export type HearingDeps = {
	readonly policy: Pick<Policy, 'isUntrusted'>;
	readonly servers: Pick<ToolServers, 'tools'>;
	readonly ownTools?: Pick<OwnTools, 'readResult'>;
	/** Every call of the session, in order. */
	readonly calls: () => Iterable<ToolCall>;
	/** Everything that the user has attached. */
	readonly attached?: () => readonly Attachment[];
};

/** What the model reads in one turn, and whose words they are. */
export type TurnHearing = {
	readonly now: () => Heard;
	readonly hear: (tool: ToolDefinition, args: JsonObject, words: string) => void;
};

/** A tool as it is listed now; one that is gone has said nothing in its favour. */
export const definitionOf = (ref: ToolRef, servers: Pick<ToolServers, 'tools'>): ToolDefinition =>
	servers.tools().find(({definition}) => isSameTool(definition, ref))?.definition ?? {
		server: ref.server,
		tool: ref.tool,
		description: '',
		inputSchema: {},
		annotations: {},
	};

/**
 * What the user attached, as if a tool of its server had brought it. Nothing is known about who wrote it, as with a
 * tool that does not say: a mail is in the mailbox of a server, and not by it.
 */
export const speakerOf = (attachment: Attachment): ToolDefinition => ({
	server: attachment.server,
	tool: attachment.type === 'resource' ? attachment.uri : `the prompt ${attachment.prompt}`,
	description: '',
	inputSchema: {},
	annotations: {readOnlyHint: true},
});

/** Whether two definitions count the same here; each may have been made anew from what is remembered. */
const isSameSpeaker = (one: ToolDefinition, other: ToolDefinition): boolean =>
	one === other || (isSameTool(one, other) && isDeepStrictEqual(one.annotations, other.annotations));

const hasStored = (call: ToolCall, id: string): boolean =>
	(call.status === 'succeeded' || call.status === 'failed') && call.result?.stored?.id === id;

export const createTurnHearing = ({policy, servers, ownTools, calls, attached}: HearingDeps): TurnHearing => {
	let heard: Heard = {tools: [], texts: []};

	/** What reads a stored result brings the words of the tool that the result is from. */
	const speaker = (tool: ToolDefinition, {id}: JsonObject): ToolDefinition => {
		if (ownTools === undefined || !isSameTool(tool, ownTools.readResult) || typeof id !== 'string') {
			return tool;
		}
		const call = [...calls()].find(each => hasStored(each, id));
		if (call !== undefined) {
			return definitionOf(call, servers);
		}
		const attachment = attached?.().find(({stored = []}) => stored.some(each => each.id === id));
		return attachment === undefined ? tool : speakerOf(attachment);
	};

	const withText = (text: HeardText): readonly HeardText[] => {
		const texts = [...heard.texts, text];
		let length = texts.reduce((sum, each) => sum + each.text.length, 0);
		while (texts.length > 1 && length > mostCharacters) {
			length -= texts.shift()?.text.length ?? 0;
		}
		return texts;
	};

	return {
		now: () => heard,
		hear(tool, args, words) {
			const from = speaker(tool, args);
			const text = words.slice(0, mostCharacters);
			heard = {
				tools: heard.tools.some(each => isSameSpeaker(each, from)) ? heard.tools : [...heard.tools, from],
				texts: policy.isUntrusted(from) ? withText({tool: from, text}) : heard.texts,
			};
		},
	};
};
