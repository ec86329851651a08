import type {Assistant} from '../../domain/assistant.ts';
import type {Failure} from '../../domain/failure.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

/** An entry of the configuration that cannot be used. */
export type RefusedAssistant = {
	readonly name: string;
	readonly file: string;
	readonly problems: readonly string[];
};

/** A line about something in the configuration, and the assistant that it belongs to. */
export type AssistantWarning = {readonly line: string; readonly assistant?: string | undefined};

export const warningsOf = (name: string, warnings: readonly AssistantWarning[]): readonly string[] =>
	warnings.flatMap(({line, assistant}) => (assistant === name ? [line] : []));

/** Reads the instructions that an assistant keeps in a file of their own. */
export type CompleteAssistant = (
	assistant: Assistant,
) => Promise<
	| {readonly type: 'assistant'; readonly assistant: Assistant}
	| {readonly type: 'refused'; readonly failure: Failure}
>;

const listOf = (names: readonly string[]): string => names.map(sanitiseLine).join(', ');

/** What an assistant uses, in a few words. */
export const serversOf = ({servers}: Assistant): string => {
	if (servers === undefined) return 'all servers';
	return servers.length === 0 ? 'no servers' : listOf(servers);
};

/** `4 lines, 182 characters` */
export const sizeOf = (text: string): string => {
	const lines = text.trimEnd().split('\n').length;
	return `${countOf(lines, 'line')}, ${text.length} characters`;
};

/** Name and value of everything that an assistant says, without its instructions. */
export const assistantRows = (assistant: Assistant): readonly (readonly [string, string])[] => {
	const {description, model, temperature, maxTokens, includeTools, excludeTools, toolApproval, trustedTools} =
		assistant;
	const rows: readonly (readonly [string, string | undefined])[] = [
		['description', description],
		['model', model ?? 'as you choose'],
		['temperature', temperature?.toString()],
		['max tokens', maxTokens?.toString()],
		['servers', serversOf(assistant)],
		['tools', includeTools === undefined ? undefined : listOf(includeTools)],
		['without', excludeTools.length === 0 ? undefined : listOf(excludeTools)],
		['approval', toolApproval ?? 'as you choose'],
		['trusted tools', trustedTools.length === 0 ? undefined : listOf(trustedTools)],
		['untrusted content', assistant.askOnUntrustedContent === true ? 'asks, also in auto' : undefined],
		['source', assistant.source],
	];
	return rows.flatMap(([key, value]) => (value === undefined ? [] : [[key, sanitiseLine(value)] as const]));
};

/** One assistant for scripts. The fields are a contract. */
export const assistantObject = (assistant: Assistant) => {
	const {name, description, model, temperature, maxTokens, servers, includeTools, toolApproval, source} =
		assistant;
	return {
		name,
		...(description === undefined ? {} : {description}),
		...(model === undefined ? {} : {model}),
		...(temperature === undefined ? {} : {temperature}),
		...(maxTokens === undefined ? {} : {maxTokens}),
		...(servers === undefined ? {} : {servers}),
		...(includeTools === undefined ? {} : {includeTools}),
		excludeTools: assistant.excludeTools,
		...(toolApproval === undefined ? {} : {toolApproval}),
		trustedTools: assistant.trustedTools,
		askOnUntrustedContent: assistant.askOnUntrustedContent,
		...(source === undefined ? {} : {source}),
	};
};
