import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {hideTokens} from '../../support/hide-tokens.ts';
import {mask} from '../../support/mask-secrets.ts';
import {namesSecret} from '../../support/secret-names.ts';

/** The same value, of the same form, without secrets. */
export type HideSecrets = <Value extends JsonValue>(value: Value) => Value;

/** Hands over everything in a value that is no container. */
const visitPlain = (value: JsonValue, isSecret: boolean, found: (secret: string) => void): void => {
	if (Array.isArray(value)) {
		for (const item of value) visitPlain(item, isSecret, found);
	} else if (isJsonObject(value)) {
		for (const [key, inner] of Object.entries(value)) visitPlain(inner, isSecret || namesSecret(key), found);
	} else if (isSecret && (typeof value === 'string' || typeof value === 'number')) {
		found(String(value));
	}
};

/** Shorter ones are in every other text. */
const shortestElsewhere = 6;

const mapPlain = (
	value: JsonValue,
	isSecret: boolean,
	change: (plain: JsonValue, isSecret: boolean) => JsonValue,
	rename: (key: string) => string = key => key,
): JsonValue => {
	if (Array.isArray(value)) return value.map(item => mapPlain(item, isSecret, change, rename));
	if (!isJsonObject(value)) return change(value, isSecret);
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			rename(key),
			mapPlain(inner, isSecret || namesSecret(key), change, rename),
		]),
	);
};

/** A member that is called a secret is one; everything else stays what it is. */
const hideNamed = (plain: JsonValue, isSecret: boolean): JsonValue =>
	isSecret && plain !== '' && (typeof plain === 'string' || typeof plain === 'number') ? mask : plain;

/**
 * What hides the secrets of calls: what has the name or the shape of one, and what was one among the arguments. Nothing
 * that comes in is nested too deeply to be descended into.
 */
export const createSecretHider = (
	calls: readonly JsonObject[],
): {readonly inArguments: (args: JsonObject) => JsonObject; readonly inAnswers: HideSecrets} => {
	const secrets = new Set<string>();
	for (const args of calls) {
		visitPlain(args, false, secret => {
			if (secret.length >= shortestElsewhere && secret !== mask) secrets.add(secret);
		});
	}
	// Of two of which one holds the other the longer one goes first.
	const known = [...secrets].sort((one, other) => other.length - one.length);
	const hideInText = (text: string): string =>
		known.reduce((shown, secret) => shown.replaceAll(secret, () => mask), text);
	const hideKnown = (plain: JsonValue): JsonValue => (typeof plain === 'string' ? hideInText(plain) : plain);
	return {
		inArguments: args => {
			const hidden = mapPlain(args, false, (plain, isSecret) => hideKnown(hideNamed(plain, isSecret)));
			return hideTokens(isJsonObject(hidden) ? hidden : {});
		},
		// Texts are replaced by texts, and nothing else is: what comes out has the type of what went in.
		inAnswers: <Value extends JsonValue>(value: Value): Value =>
			hideTokens(
				mapPlain(
					value,
					false,
					(plain, isSecret) => hideKnown(typeof plain === 'string' ? hideNamed(plain, isSecret) : plain),
					hideInText,
				) as Value,
			),
	};
};

/** For an answer of whose call nothing is known. */
export const hideInAnswers: HideSecrets = createSecretHider([]).inAnswers;
