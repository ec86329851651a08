import {createHash} from 'node:crypto';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {type PinnedPart, type PinnedParts, partNames, sizeOfParts} from './definition-parts.ts';
import type {PinnedReach} from './server-change.ts';

/** The definition of one tool that was accepted. */
export type Pin = {
	readonly print: string;
	/** When the tool was first seen. */
	readonly seenAt: number;
	readonly parts: PinnedParts;
};

/** What was accepted of one server. */
export type PinnedTools = {
	/** Whether anything of it was ever accepted. */
	readonly isKnown: boolean;
	readonly reached?: PinnedReach;
	readonly tools: ReadonlyMap<string, Pin>;
};

const noPins: PinnedTools = {isKnown: false, tools: new Map()};

/** The state file of a server. Its name may hold anything, so its hash is used. */
export const pinFileName = (server: string): string =>
	`pins/${createHash('sha256').update(server).digest('hex').slice(0, 32)}`;

const isText = (value: unknown): value is string => typeof value === 'string';

const readPart = (value: unknown): PinnedPart | undefined => {
	if (isText(value)) return value;
	if (!isJsonObject(value)) return undefined;
	const {start, characters, print} = value;
	return isText(start) && typeof characters === 'number' && isText(print)
		? {start, characters, print}
		: undefined;
};

const readParts = (value: unknown): PinnedParts => {
	const parts: [string, PinnedPart][] = [];
	for (const name of partNames) {
		const part = isJsonObject(value) ? readPart(value[name]) : undefined;
		if (part !== undefined) parts.push([name, part]);
	}
	return Object.fromEntries(parts);
};

const readPin = (value: unknown): Pin | undefined => {
	if (!isJsonObject(value) || !isText(value.print)) return undefined;
	const {print, seenAt, parts} = value;
	return {print, seenAt: typeof seenAt === 'number' ? seenAt : 0, parts: readParts(parts)};
};

const readReach = (value: unknown): PinnedReach | undefined => {
	if (!isJsonObject(value) || !isText(value.print)) return undefined;
	const {print, command, url, environment} = value;
	return {
		print,
		...(isText(command) ? {command} : {}),
		...(isText(url) ? {url} : {}),
		environment: Array.isArray(environment) ? environment.filter(isText) : [],
	};
};

/** What a file says about a server. An entry that makes no sense costs only itself. */
export const readPins = (content: JsonObject, server: string): PinnedTools => {
	if (content.server !== server) return noPins;
	const reached = readReach(content.reached);
	const entries = isJsonObject(content.tools) ? Object.entries(content.tools) : [];
	const tools = new Map<string, Pin>();
	for (const [name, entry] of entries) {
		const pin = readPin(entry);
		if (pin !== undefined) tools.set(name, pin);
	}
	return {isKnown: true, ...(reached === undefined ? {} : {reached}), tools};
};

const partsObject = (parts: PinnedParts): JsonObject => {
	const members: [string, JsonValue][] = [];
	for (const name of partNames) {
		const part = parts[name];
		if (part !== undefined) members.push([name, part]);
	}
	return Object.fromEntries(members);
};

/** The content of a file with other pins. What is not known here stays. */
export const writePins = (content: JsonObject, server: string, pins: PinnedTools): JsonObject => ({
	...content,
	server,
	...(pins.reached === undefined
		? {}
		: {reached: {...pins.reached, environment: [...pins.reached.environment]}}),
	tools: Object.fromEntries(
		[...pins.tools].map(([name, {print, seenAt, parts}]) => [
			name,
			{print, seenAt, parts: partsObject(parts)},
		]),
	),
});

/** How many characters all definitions take. */
export const sizeOfPins = ({tools}: PinnedTools): number => {
	let size = 0;
	for (const {parts} of tools.values()) size += sizeOfParts(parts);
	return size;
};
