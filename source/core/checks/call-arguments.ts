import type {FillArguments} from '../../domain/check.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {mask} from '../../support/mask-secrets.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** `$${` is `${` itself, so that every text can be written. */
const reference = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^{}]*))?\}/g;

/** The same value with every text changed, names of members excepted. */
const mapTexts = (
	value: JsonValue,
	key: string,
	change: (text: string, key: string) => string,
): JsonValue => {
	if (typeof value === 'string') return change(value, key);
	if (Array.isArray(value)) return value.map(item => mapTexts(item, key, change));
	return isJsonObject(value) ? mapMembers(value, change) : value;
};

const mapMembers = (value: JsonObject, change: (text: string, key: string) => string): JsonObject =>
	Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, key, change)]));

/** Fills in `${VAR}` and `${VAR:-default}`; `learn` hears of every value that is the environment's. */
export const fillArguments = (
	args: JsonObject,
	environment: Environment,
	learn: (name: string, value: string) => void,
): ReturnType<FillArguments> => {
	let missing: string | undefined;
	const variables = new Set<string>();
	const fill = (text: string): string =>
		text.replaceAll(reference, (whole, name: string | undefined, otherwise: string | undefined) => {
			if (name === undefined) return whole.slice(1);
			const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
			const given = otherwise === undefined ? value : value || otherwise;
			if (given === undefined) {
				missing ??= name;
				return '';
			}
			if (value !== undefined && given === value) {
				variables.add(name);
				learn(name, given);
			}
			return given;
		});
	const filled = mapMembers(args, fill);
	return missing === undefined
		? {type: 'filled', arguments: filled, variables: [...variables]}
		: {
				type: 'missing',
				failure: {
					code: 'unset-variable',
					message: `The arguments name \${${missing}}, and the environment has no variable of that name.`,
					hint: `Set it, or write a default: \${${missing}:-...}`,
				},
			};
};

/** `apiKey` -> `SECRET_API_KEY`: what is called a secret is never printed. */
const variableFor = (key: string): string => {
	const words = key
		.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
		.replaceAll(/\W+/g, '_')
		.replaceAll(/^_+|_+$/g, '')
		.toUpperCase();
	return `SECRET_${words.slice(0, 40) || 'VALUE'}`;
};

/** Arguments as a file has them: what is no reference stays what it is, and what was hidden is to be filled in. */
export const writeArguments = (
	args: JsonObject,
): {readonly arguments: JsonObject; readonly variables: readonly string[]} => {
	const variables = new Set<string>();
	const hide = (text: string, key: string): string => {
		const literal = text.replaceAll('${', found => `$${found}`);
		if (!literal.includes(mask)) return literal;
		const name = variableFor(key);
		variables.add(name);
		return literal.replaceAll(mask, () => `\${${name}}`);
	};
	return {arguments: mapMembers(args, hide), variables: [...variables]};
};
