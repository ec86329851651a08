import {entryAliases} from '../../domain/entry-keys.ts';
import {isJsonObject} from '../../domain/json.ts';
import {entryKeys} from './entry-schema.ts';
import {inputsIn} from './expand-variables.ts';
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

/** VS Code's `inputs` describe what `${input:id}` asks for. What is not described may well be a secret. */
export const readInputs = (inputs: unknown): ReadonlyMap<string, InputFacts> =>
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
