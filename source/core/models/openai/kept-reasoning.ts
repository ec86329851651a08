import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

const textMembers = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** Pieces of one thought, which go back as one. */
const isSameThought = (one: JsonObject, other: JsonObject): boolean =>
	(one.type === 'reasoning.text' || one.type === 'reasoning.summary') &&
	one.type === other.type &&
	one.index === other.index &&
	(one.id ?? other.id) === (other.id ?? one.id);

const join = (one: JsonObject, other: JsonObject): JsonObject => {
	const joined: Record<string, JsonValue> = {...one};
	for (const [name, value] of Object.entries(other)) {
		const before = joined[name];
		const isText = name === 'text' || name === 'summary';
		if (isText && typeof before === 'string' && typeof value === 'string') joined[name] = before + value;
		else if (value !== null) joined[name] = value;
	}
	return joined;
};

/** Gathers what a server says about the model's reasoning, some of which it wants back exactly as it was. */
export const createReasoningKeeper = () => {
	const texts = new Map<string, string[]>();
	const details: JsonObject[] = [];
	let extra: JsonObject | undefined;

	const takeDetails = (value: JsonValue | undefined): void => {
		for (const detail of Array.isArray(value) ? value : []) {
			if (!isJsonObject(detail)) continue;
			const last = details.at(-1);
			if (last !== undefined && isSameThought(last, detail)) details[details.length - 1] = join(last, detail);
			else details.push(detail);
		}
	};

	return {
		/** The text to show: the same thought often comes under several names. */
		take: (delta: JsonObject): string => {
			let shown = '';
			for (const name of textMembers) {
				const text = delta[name];
				if (typeof text !== 'string' || text === '') continue;
				if (shown === '') shown = text;
				const kept = texts.get(name);
				if (kept === undefined) texts.set(name, [text]);
				else kept.push(text);
			}
			takeDetails(delta.reasoning_details);
			const google = isJsonObject(delta.extra_content) ? delta.extra_content.google : undefined;
			if (isJsonObject(google) && google.thought_signature !== undefined) extra = {google};
			return shown;
		},
		/** The members that go back. */
		kept: (): JsonObject => ({
			...Object.fromEntries(
				[...texts].filter(([name]) => name !== 'thinking').map(([name, pieces]) => [name, pieces.join('')]),
			),
			...(details.length === 0 ? {} : {reasoning_details: details}),
			...(extra === undefined ? {} : {extra_content: extra}),
		}),
	};
};
