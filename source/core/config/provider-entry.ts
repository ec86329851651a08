import {z} from 'zod';
import {isJsonObject} from '../../domain/json.ts';
import {type ProviderSettings, thinkingEfforts} from '../../domain/provider-settings.ts';
import {nearest} from '../../support/nearest.ts';
import {below, type Complaint, isWithin, malformed} from './complaint.ts';
import {expandValues, type Wording} from './expand-values.ts';
import {hasReference, keychainName, type Sources} from './expand-variables.ts';
import {type Aliases, canonicalKey, readObject} from './read-object.ts';
import {fitsHeader, headerSecret, isHeaderName} from './secret-text.ts';
import {readServerUrl} from './server-url.ts';

export type ProviderRead =
	| {
			readonly type: 'provider';
			readonly settings: ProviderSettings;
			readonly warnings: readonly Complaint[];
	  }
	| {
			readonly type: 'refused';
			readonly complaints: readonly Complaint[];
			readonly warnings: readonly Complaint[];
	  };

const amount = z.number().min(0, 'expected US dollars for a million tokens');

const price = z.object({
	input: amount,
	output: amount,
	cached: amount.exactOptional(),
	cacheWrite: amount.exactOptional(),
});

const count = z.number().int('expected a whole number').min(1, 'expected at least 1');

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.enum(values, {error: `expected one of ${values.join(', ')}`});

export const providerSchema = z.object({
	baseUrl: z.string().min(1, 'must not be empty').exactOptional(),
	apiKey: headerSecret.exactOptional(),
	model: z.string().min(1, 'must not be empty').exactOptional(),
	api: oneOf(['responses', 'chat', 'anthropic']).exactOptional(),
	headers: z.record(z.string(), z.string()).exactOptional(),
	temperature: z.number().min(0, 'expected 0 to 2').max(2, 'expected 0 to 2').exactOptional(),
	maxTokens: count.exactOptional(),
	thinking: oneOf(thinkingEfforts).exactOptional(),
	maxTools: count.exactOptional(),
	idleTimeout: z
		.number()
		.min(1, 'expected 1 to 3600 seconds')
		.max(3600, 'expected 1 to 3600 seconds')
		.exactOptional(),
	allowInsecure: z.boolean().exactOptional(),
	contextTokens: count.exactOptional(),
	prices: z.record(z.string(), price).exactOptional(),
});

export const providerAliases: Aliases = {baseURL: 'baseUrl', url: 'baseUrl', key: 'apiKey'};

const entryKeys = Object.keys(providerSchema.shape);

/** Without its address an entry would send the user's key to where the provider usually is. */
const isLikeAddress = ({path: [key]}: Complaint): boolean => {
	const near = nearest(String(key), [...entryKeys, ...Object.keys(providerAliases)]);
	return near !== undefined && canonicalKey(near, entryKeys, providerAliases) === 'baseUrl';
};

export const providerNamePattern = /^[A-Za-z0-9][\w.-]*$/;

const nameProblem = (name: string): string | undefined => {
	if (name === 'demo') return 'is the name of the scripted models; choose another';
	return providerNamePattern.test(name)
		? undefined
		: 'is no name for a provider: it stands before the slash in provider/model, so use letters, digits, "-", "_" and "."';
};

/** What the file says about the key, apart from its value. */
const readKeySource = (written: unknown) =>
	typeof written === 'string'
		? {keychainEntry: keychainName(written), isLiteral: written.trim() !== '' && !hasReference(written)}
		: {keychainEntry: undefined, isLiteral: false};

const headerComplaints = (headers: Readonly<Record<string, string>> = {}): readonly Complaint[] =>
	Object.entries(headers).flatMap(([name, value]) => {
		if (!isHeaderName(name)) return [malformed([name], 'is not a name for a header')];
		return fitsHeader(value) ? [] : [malformed([name], 'holds a character that cannot be sent in a header')];
	});

/** Fills in the variables of one entry, except for a key that is in the keychain: that is fetched when it is needed. */
const expandEntry = (written: object, sources: Sources, wording: Wording) => {
	const complaints: Complaint[] = [];
	let key: ReturnType<typeof readKeySource> = readKeySource(undefined);
	const value = Object.fromEntries(
		Object.entries(written).flatMap(([name, item]): readonly (readonly [string, unknown])[] => {
			const known = canonicalKey(name, entryKeys, providerAliases);
			if (known === undefined) return [[name, item]];
			if (known === 'apiKey') {
				key = readKeySource(item);
				if (key.keychainEntry !== undefined) return [];
			}
			const expanded = expandValues(item, sources, wording);
			complaints.push(...below([name], expanded.complaints));
			return [[name, expanded.value]];
		}),
	);
	return {value, complaints, key};
};

/** Reads one entry of `providers`. */
export const readProviderEntry = (
	name: string,
	written: unknown,
	sources: Sources,
	wording: Wording = {},
): ProviderRead => {
	const badName = nameProblem(name);
	if (badName !== undefined || !isJsonObject(written)) {
		return {
			type: 'refused',
			complaints: [malformed([], badName ?? 'expected an object')],
			warnings: [],
		};
	}
	const {value: filled, complaints: unfilled, key} = expandEntry(written, sources, wording);
	const {value: entry, complaints, warnings, spelling} = readObject(filled, providerSchema, providerAliases);
	const notes = [
		...warnings.filter(warning => !isLikeAddress(warning)),
		...(key.isLiteral
			? [
					malformed(
						[spelling('apiKey')],
						`a key does not belong in this file. Write \${${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY} or \${keychain:${name}} in its place`,
					),
				]
			: []),
	];
	const url =
		entry?.baseUrl === undefined
			? undefined
			: readServerUrl(entry.baseUrl, entry.allowInsecure === true, 'https://example.com/v1');
	const urlProblem =
		url?.type === 'refused'
			? url.message
			: url?.family === 'ws'
				? 'expected a URL that begins with https:// or http://'
				: undefined;
	const found = [
		...complaints,
		...warnings.filter(isLikeAddress),
		...(urlProblem === undefined ? [] : [malformed([spelling('baseUrl')], urlProblem)]),
		...below([spelling('headers')], headerComplaints(entry?.headers)),
	];
	if (entry === undefined || found.length + unfilled.length > 0) {
		return {
			type: 'refused',
			// A text that could not be filled in may look malformed only for that reason.
			complaints: [
				...unfilled,
				...found.filter(({path}) => !unfilled.some(other => isWithin(other.path, path))),
			],
			warnings: notes,
		};
	}
	const {idleTimeout, ...others} = entry;
	return {
		type: 'provider',
		settings: {
			...others,
			...(url?.type === 'url' ? {baseUrl: url.text} : {}),
			...(idleTimeout === undefined ? {} : {idleLimit: idleTimeout * 1000}),
			...(key.keychainEntry === undefined ? {} : {keychainEntry: key.keychainEntry}),
		},
		warnings: notes,
	};
};
