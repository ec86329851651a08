import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

/** One item of the output while it grows. */
export type OpenItem = {
	readonly index: number;
	id: string;
	/** `message`, `function_call` and the like; empty while it is not known. */
	kind: string;
	/** As it was last seen whole. */
	item: JsonObject;
	isDone: boolean;
	/** The text or thoughts that were told of it. */
	told: string;
	/** Of its arguments. */
	pieces: string[];
	characters: number;
	toldCharacters: number;
};

export const asText = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

export const asList = (value: JsonValue | undefined): readonly JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

export const textsIn = (item: JsonObject): readonly string[] =>
	[...asList(item.summary), ...asList(item.content)].map(part => asText(part.text) || asText(part.refusal));

const areDifferent = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other;

const saysTheSame = (entry: OpenItem, item: JsonObject): boolean => {
	if (item.type === 'function_call')
		return (
			asText(item.call_id) === '' &&
			asText(item.name) === asText(entry.item.name) &&
			asText(item.arguments) === entry.pieces.join('')
		);
	const text = textsIn(item).join('').trim();
	return text !== '' && text === entry.told.trim();
};

/** What an event is about. Servers number items in one way while they grow and in another when they are done. */
export type Sought = {
	readonly index: number;
	readonly id: string;
	readonly kind: string;
	/** The whole item, where the event has it. */
	readonly item?: JsonObject | undefined;
};

/** Finds an item by its id, by that of its call, by its number, or by what it says. */
export const findItem = (
	entries: readonly OpenItem[],
	{index, id, kind, item}: Sought,
): OpenItem | undefined => {
	const callId = asText(item?.call_id);
	const byId = entries.find(
		entry => (id !== '' && entry.id === id) || (callId !== '' && asText(entry.item.call_id) === callId),
	);
	if (byId !== undefined) return byId;
	const alike = entries.filter(
		entry => !areDifferent(entry.kind, kind) && !areDifferent(asText(entry.item.call_id), callId),
	);
	// An item that is done and has another id is another one, although some servers number all alike.
	const isOther = (entry: OpenItem): boolean =>
		item !== undefined && entry.isDone && areDifferent(entry.id, id) && !saysTheSame(entry, item);
	return (
		alike.find(entry => entry.index === index && !isOther(entry)) ??
		(item === undefined ? undefined : alike.find(entry => saysTheSame(entry, item)))
	);
};
