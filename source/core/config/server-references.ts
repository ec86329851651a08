import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {ruleAliases, ruleSchema} from './approval-rule.ts';
import {assistantAliases, assistantSchema, toolChoiceAliases, toolChoiceSchema} from './assistant-entry.ts';
import type {Place} from './complaint.ts';
import {type Aliases, canonicalKey} from './read-object.ts';

/**
 * `servers` are names of servers, `tools` are `server__tool`. What holds back counts for any reading of a name, and what
 * gives something for one only.
 */
export type Reference = {
	readonly place: Place;
	readonly text: string;
	readonly kind: 'servers' | 'tools';
	readonly holds: boolean;
};

type Keys = {readonly known: readonly string[]; readonly aliases: Aliases};

const topKeys: Keys = {
	known: ['trustedTools', 'trustedServers', 'approvals', 'reviewResults', 'assistants'],
	aliases: {},
};
const ruleKeys: Keys = {known: Object.keys(ruleSchema.shape), aliases: ruleAliases};
const assistantKeys: Keys = {known: Object.keys(assistantSchema.shape), aliases: assistantAliases};
const choiceKeys: Keys = {known: Object.keys(toolChoiceSchema.shape), aliases: toolChoiceAliases};

const isList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value);

type Found = {readonly place: Place; readonly value: JsonValue};

/** The members of an object under the names that the program uses; of two spellings the first counts. */
const membersOf = (
	value: JsonValue | undefined,
	place: Place,
	{known, aliases}: Keys,
): ReadonlyMap<string, Found> => {
	const members = new Map<string, Found>();
	for (const [key, item] of isJsonObject(value) ? Object.entries(value) : []) {
		const name = canonicalKey(key, known, aliases);
		if (name !== undefined && !members.has(name)) members.set(name, {place: [...place, key], value: item});
	}
	return members;
};

const inList = (found: Found | undefined, about: Pick<Reference, 'kind' | 'holds'>): readonly Reference[] =>
	isList(found?.value)
		? found.value.flatMap((text, index) =>
				typeof text === 'string' ? [{place: [...found.place, index], text, ...about}] : [],
			)
		: [];

const inRule = (rule: JsonValue, place: Place): readonly Reference[] => {
	const members = membersOf(rule, place, ruleKeys);
	const holds = members.get('decision')?.value !== 'allow';
	const read = (key: string, kind: Reference['kind']): readonly Reference[] => {
		const found = members.get(key);
		return typeof found?.value === 'string' ? [{place: found.place, text: found.value, kind, holds}] : [];
	};
	// A rule that allows means the name of the tool alone.
	return [...read('server', 'servers'), ...(holds ? read('tool', 'tools') : [])];
};

const gives = {holds: false};
const holds = {holds: true};

const inAssistant = (assistant: JsonValue, place: Place): readonly Reference[] => {
	const members = membersOf(assistant, place, assistantKeys);
	const tools = members.get('tools');
	const choice = membersOf(tools?.value, tools?.place ?? place, choiceKeys);
	return [
		...inList(members.get('servers'), {kind: 'servers', ...gives}),
		...[members.get('trustedTools'), members.get('includeTools'), choice.get('include')].flatMap(found =>
			inList(found, {kind: 'tools', ...gives}),
		),
		...[members.get('excludeTools'), choice.get('exclude')].flatMap(found =>
			inList(found, {kind: 'tools', ...holds}),
		),
	];
};

/** Every place of a configuration that names servers or tools of servers, or has a pattern for them. */
export const findServerReferences = (content: JsonObject): readonly Reference[] => {
	const members = membersOf(content, [], topKeys);
	const approvals = members.get('approvals');
	const assistants = members.get('assistants');
	return [
		...(isList(approvals?.value)
			? approvals.value.flatMap((rule, index) => inRule(rule, [...approvals.place, index]))
			: []),
		...inList(members.get('trustedServers'), {kind: 'servers', ...gives}),
		...inList(members.get('trustedTools'), {kind: 'tools', ...gives}),
		...inList(members.get('reviewResults'), {kind: 'tools', ...holds}),
		...(isJsonObject(assistants?.value)
			? Object.entries(assistants.value).flatMap(([name, assistant]) =>
					inAssistant(assistant, [...(assistants?.place ?? []), name]),
				)
			: []),
	];
};
