import {createHash} from 'node:crypto';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {identityObject, readIdentity} from '../server-identity.ts';
import {type PinnedPart, type PinnedParts, partNames, sizeOfParts} from './definition-parts.ts';
import {lostReach, type PinnedReach} from './server-change.ts';

/** The definition of one tool that was accepted. */
export type Pin = {
	/** Empty where it cannot be read, so that no definition is the same. */
	readonly print: string;
	/** When the tool was first seen. */
	readonly seenAt: number;
	readonly parts: PinnedParts;
};

/** What was accepted of one server. */
export type PinnedTools = {
	/** Whether anything of it was ever accepted. */
	readonly isKnown: boolean;
	/** What that was cannot be read: a tool that is not among these was perhaps accepted as another one. */
	readonly isLost: boolean;
	readonly reached?: PinnedReach;
	readonly tools: ReadonlyMap<string, Pin>;
};

const noPins: PinnedTools = {isKnown: false, isLost: false, tools: new Map()};
export const lostPins: PinnedTools = {isKnown: true, isLost: true, reached: lostReach, tools: new Map()};

/** Whose pins they are. Servers of other files than the user's own may share a name without being the same. */
export type PinOwner = {readonly server: string; readonly source?: string};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** The state file of a server. Names and paths may hold anything, so their hash is used. */
export const pinFileName = ({server, source}: PinOwner): string =>
	source === undefined
		? `pins/${hashOf(server)}`
		: `pins/foreign-${hashOf(JSON.stringify([server, source]))}`;

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

const lostPin: Pin = {print: '', seenAt: 0, parts: {}};

const readPin = (value: unknown): Pin => {
	if (!isJsonObject(value) || !isText(value.print)) return lostPin;
	const {print, seenAt, parts} = value;
	return {print, seenAt: typeof seenAt === 'number' ? seenAt : 0, parts: readParts(parts)};
};

const readReach = (value: unknown): PinnedReach | undefined => {
	if (value === undefined) return undefined;
	if (!isJsonObject(value) || !isText(value.print)) return lostReach;
	return {print: value.print, ...readIdentity(value)};
};

/** What a file says about a server. What makes no sense in it was accepted all the same: nothing else is, in its place. */
export const readPins = (content: JsonObject, {server, source}: PinOwner): PinnedTools => {
	// So it looks as well where the file cannot be read, which only those can tell apart who know that there was one.
	if (Object.keys(content).length === 0) return noPins;
	if (content.server !== server || content.source !== source || !isJsonObject(content.tools)) return lostPins;
	const reached = readReach(content.reached);
	return {
		isKnown: true,
		isLost: content.lost === true,
		...(reached === undefined ? {} : {reached}),
		tools: new Map(Object.entries(content.tools).map(([name, entry]) => [name, readPin(entry)])),
	};
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
export const writePins = (
	{lost: _, ...content}: JsonObject,
	{server, source}: PinOwner,
	pins: PinnedTools,
): JsonObject => ({
	...content,
	server,
	...(source === undefined ? {} : {source}),
	...(pins.isLost ? {lost: true} : {}),
	...(pins.reached === undefined
		? {}
		: {reached: {print: pins.reached.print, ...identityObject(pins.reached)}}),
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
