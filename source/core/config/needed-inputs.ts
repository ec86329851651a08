import {entryAliases} from '../../domain/entry-keys.ts';
import {isJsonObject} from '../../domain/json.ts';
import {entryKeys} from './entry-schema.ts';
import {fillInputs, inputsIn} from './expand-variables.ts';
import {canonicalKey} from './read-object.ts';

/** What has to be asked before servers can be used. */
export type NeededInput = {
	readonly id: string;
	readonly description?: string;
	/** Not to be seen while it is typed. */
	readonly isSecret: boolean;
	readonly servers: readonly string[];
};

type InputFacts = Pick<NeededInput, 'description' | 'isSecret'>;

type Inputs = ReadonlyMap<string, InputFacts>;

/** What `inputs` say that an input is without an answer. */
export const readInputDefaults = (inputs: unknown): ReadonlyMap<string, string> =>
	new Map(
		(Array.isArray(inputs) ? inputs : []).flatMap((input: unknown): readonly (readonly [string, string])[] =>
			isJsonObject(input) && typeof input.id === 'string' && typeof input.default === 'string'
				? [[input.id, input.default]]
				: [],
		),
	);

/** A value whose inputs are replaced by their defaults, so that all that a file says stands in its entries. */
export const withInputDefaults = (value: unknown, defaults: ReadonlyMap<string, string>): unknown => {
	if (defaults.size === 0) return value;
	if (typeof value === 'string') return fillInputs(value, id => defaults.get(id));
	if (Array.isArray(value)) return value.map(item => withInputDefaults(item, defaults));
	return isJsonObject(value)
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withInputDefaults(item, defaults)]))
		: value;
};

/** VS Code's `inputs` describe what `${input:id}` asks for. What is not described may well be a secret. */
export const readInputs = (inputs: unknown): Inputs =>
	new Map(
		(Array.isArray(inputs) ? inputs : []).flatMap(
			(input: unknown): readonly (readonly [string, InputFacts])[] =>
				isJsonObject(input) && typeof input.id === 'string'
					? [
							[
								input.id,
								{
									...(typeof input.description === 'string' ? {description: input.description} : {}),
									isSecret:
										input.password === true || (input.password === undefined && input.type === undefined),
								},
							],
						]
					: [],
		),
	);

const textsIn = (value: unknown): readonly string[] => {
	if (typeof value === 'string') return [value];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The inputs that the texts of an entry name, each once. */
export const inputsInValues = (entry: unknown): readonly string[] => [
	...new Set(textsIn(entry).flatMap(inputsIn)),
];

/** The inputs that an entry of a server names, each once. What keys say that nobody knows does not count. */
export const inputsOfEntry = (entry: unknown): readonly string[] => {
	const known = Object.entries(isJsonObject(entry) ? entry : {}).filter(
		([key]) => canonicalKey(key, entryKeys, entryAliases) !== undefined,
	);
	return [...new Set(known.flatMap(([, value]) => textsIn(value)).flatMap(inputsIn))];
};

/** One question for each input, however many servers need it. */
export const mergeInputs = (needed: readonly NeededInput[]): readonly NeededInput[] => {
	const merged = new Map<string, NeededInput>();
	for (const input of needed) {
		const known = merged.get(input.id);
		const servers = [...new Set([...(known?.servers ?? []), ...input.servers])];
		merged.set(input.id, {...input, ...known, servers});
	}
	return [...merged.values()];
};
