import type {DefinitionChange, PartChange} from '../../../domain/definition-change.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ComparedDefinitions, PinnedServer} from '../../../domain/pinned-server.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import {instructionsTitle, isInstructions, shownName} from '../../../domain/server-instructions.ts';
import type {ServerOffer} from '../../../domain/server-lock.ts';
import type {ToolDefinition} from '../../../domain/tool.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import {changedParts, maxKept, type Parts, partNames, partsOf} from '../pins/definition-parts.ts';
import {printOf, serverPrint, toolPrint} from '../prints.ts';
import {identityChange, identityObject, identityOf, readIdentity} from '../server-identity.ts';

/** Anything that a server offers, in the form in which it is compared. */
type Definition = {readonly name: string; readonly fingerprint: string; readonly parts: Parts};

type Section = {
	readonly key: 'instructions' | 'tools' | 'prompts' | 'resourceTemplates';
	readonly definitions: readonly Definition[];
};

/** Of differences that are found word by word in one server; the rest is shown side by side. */
const maxCompared = 2_000_000;

const pretty = (value: unknown): string => canonicalJson(value, {isPretty: true});

const toolDefinition = (tool: ToolDefinition): Definition => ({
	name: shownName(tool),
	fingerprint: toolPrint(tool),
	parts: partsOf(tool),
});

/** Instructions have a section of their own: a tool may have any name. */
const sectionsOf = ({tools, prompts, resourceTemplates}: ServerOffer): readonly Section[] => [
	{
		key: 'instructions',
		definitions: tools.filter(tool => isInstructions(tool) && tool.description !== '').map(toolDefinition),
	},
	{key: 'tools', definitions: tools.filter(tool => !isInstructions(tool)).map(toolDefinition)},
	{
		key: 'prompts',
		definitions: prompts.map(({prompt: name, title, description, arguments: args}) => ({
			name,
			fingerprint: printOf({name, title, description, arguments: args}),
			parts: {title: title ?? '', description, arguments: pretty(args)},
		})),
	},
	{
		key: 'resourceTemplates',
		definitions: resourceTemplates.map(({uriTemplate, name, title, description, mimeType}) => ({
			name: uriTemplate,
			fingerprint: printOf({uriTemplate, name, title, description, mimeType}),
			parts: {name, title: title ?? '', description, 'media type': mimeType ?? ''},
		})),
	},
];

/** Variables of a file beside the entry belong to the machine, and are not the same on the next one. */
const asWritten = (config: ServerConfig): ServerConfig =>
	config.type === 'stdio' ? {...config, env: config.shown?.env ?? config.env} : config;

const jsonParts: ReadonlySet<string> = new Set(['parameters', 'result', 'arguments']);

const linesOf = (text: string): JsonValue => (text.includes('\n') ? text.split('\n') : text);

/** A part as a line-by-line difference shows it best: JSON as JSON, and each line of a text on its own. */
const partValue = (part: string, text: string): JsonValue => {
	if (!jsonParts.has(part)) return linesOf(text);
	try {
		const value: JsonValue = JSON.parse(text);
		return value;
	} catch {
		// A number like 1e400 is not JSON any more; as text it can still be compared.
		return linesOf(text);
	}
};

const partText = (value: JsonValue | undefined): string => {
	if (typeof value === 'string') return value;
	const isLines = Array.isArray(value) && value.length > 0 && value.every(line => typeof line === 'string');
	return value === undefined ? '' : isLines ? value.join('\n') : pretty(value);
};

const definitionEntry = ({fingerprint, parts}: Definition): JsonObject => {
	const texts = Object.entries(parts).filter(([, text]) => text !== '');
	const size = texts.reduce((sum, [, text]) => sum + text.length, 0);
	return {
		fingerprint,
		...Object.fromEntries(
			size > maxKept ? [] : texts.map(([part, text]) => [part, partValue(part, text)] as const),
		),
	};
};

/** By their names, except for the instructions, of which there is one. */
const sectionEntry = ({key, definitions}: Section): JsonObject => {
	const entries = definitions.map(each => [each.name, definitionEntry(each)] as const);
	return key === 'instructions' ? (entries[0]?.[1] ?? {}) : Object.fromEntries(entries);
};

/** What a lock file says about a server. */
export const lockEntry = (offer: ServerOffer): JsonObject => {
	const config = asWritten(offer.config);
	const {environment, ...identity} = identityObject(identityOf(config, true));
	const sections = sectionsOf(offer).filter(({definitions}) => definitions.length > 0);
	return {
		fingerprint: serverPrint(config, true),
		...identity,
		...(Array.isArray(environment) && environment.length > 0 ? {environment} : {}),
		...Object.fromEntries(sections.map(section => [section.key, sectionEntry(section)])),
	};
};

const memberOf = (object: JsonObject, key: string): JsonObject | undefined => {
	const value = Object.hasOwn(object, key) ? object[key] : undefined;
	return isJsonObject(value) ? value : undefined;
};

const lockedSection = (entry: JsonObject, key: Section['key']): JsonObject => {
	const section = memberOf(entry, key);
	if (section === undefined) return {};
	return key === 'instructions' ? {[instructionsTitle]: section} : section;
};

const readParts = (entry: JsonObject): Parts =>
	Object.fromEntries(
		partNames.flatMap(part => (Object.hasOwn(entry, part) ? [[part, partText(entry[part])]] : [])),
	);

/** What is readable in the file counts as well as the fingerprint: a review must not be misled by either. */
const changeOf = async (
	entry: JsonObject,
	{name, fingerprint, parts}: Definition,
	isCoarse: boolean,
): Promise<DefinitionChange | undefined> => {
	const now: Parts = Object.fromEntries(Object.entries(parts).filter(([, text]) => text !== ''));
	const locked = readParts(entry);
	const isSame = entry.fingerprint === fingerprint;
	if (isSame && Object.keys(locked).length === 0) return undefined;
	const changes = await changedParts(locked, now, isCoarse);
	if (isSame && changes.length === 0) return undefined;
	const edited: PartChange = {
		part: 'fingerprint',
		difference: [
			{type: 'removed', text: partText(entry.fingerprint)},
			{type: 'added', text: fingerprint},
		],
	};
	return {tool: name, parts: changes.length === 0 ? [edited] : changes, flags: []};
};

const sizeOf = ({parts}: DefinitionChange): number =>
	parts.flatMap(({difference}) => difference).reduce((sum, {text}) => sum + text.length, 0);

const compareSection = async (locked: JsonObject, {definitions}: Section): Promise<ComparedDefinitions> => {
	const changed: DefinitionChange[] = [];
	let room = maxCompared;
	for (const definition of definitions) {
		const entry = memberOf(locked, definition.name);
		const change = entry === undefined ? undefined : await changeOf(entry, definition, room < 0);
		if (change === undefined) continue;
		room -= sizeOf(change);
		changed.push(change);
	}
	const names = definitions.map(({name}) => name);
	return {
		changed,
		added: names.filter(name => memberOf(locked, name) === undefined),
		removed: Object.keys(locked).filter(name => !names.includes(name)),
	};
};

/** A server beside what a lock file says about it, or nothing where the file does not name it. */
export const compareWithLock = async (
	entry: JsonObject | undefined,
	offer: ServerOffer,
): Promise<PinnedServer> => {
	const {name: server} = offer.config;
	const nothing: ComparedDefinitions = {changed: [], added: [], removed: []};
	if (entry === undefined) return {server, isNew: true, reached: [], ...nothing};
	const config = asWritten(offer.config);
	const isReachedSo = entry.fingerprint === serverPrint(config, true);
	const compared: Partial<Record<Section['key'], ComparedDefinitions>> = {};
	for (const section of sectionsOf(offer)) {
		compared[section.key] = await compareSection(lockedSection(entry, section.key), section);
	}
	const {instructions = nothing, tools = nothing, prompts, resourceTemplates} = compared;
	return {
		server,
		isNew: false,
		reached: isReachedSo ? [] : identityChange(readIdentity(entry), identityOf(config, true)),
		changed: [...instructions.changed, ...tools.changed],
		added: [...instructions.added, ...tools.added],
		removed: [...instructions.removed, ...tools.removed],
		prompts,
		resourceTemplates,
	};
};
