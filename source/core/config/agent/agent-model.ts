import {z} from 'zod';
import type {Assistant} from '../../../domain/assistant.ts';
import {isJsonObject} from '../../../domain/json.ts';
import {type Complaint, isWithin, malformed} from '../complaint.ts';
import {expandValues} from '../expand-values.ts';
import type {Sources} from '../expand-variables.ts';
import {type Aliases, readObject} from '../read-object.ts';

export type ModelRead = {
	readonly settings: Pick<Assistant, 'model' | 'temperature' | 'maxTokens'>;
	/** Without any, the settings count. */
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

const example = 'such as anthropic, openai or ollama';

const schema = z.object({
	provider: z
		.string()
		.regex(/^[A-Za-z0-9][\w.-]*$/, `expected the name of a provider, ${example}`)
		.optional(),
	name: z.string().trim().min(1, 'must not be empty').optional(),
	temperature: z.number().min(0, 'expected 0 to 2').max(2, 'expected 0 to 2').optional(),
	maxTokens: z.number().int('expected a whole number').min(1, 'expected at least 1').optional(),
	endpoint: z.unknown().optional(),
	apiKey: z.unknown().optional(),
	apiVersion: z.unknown().optional(),
	topP: z.unknown().optional(),
});

const aliases: Aliases = {model: 'name', baseUrl: 'endpoint', url: 'endpoint', maxOutputTokens: 'maxTokens'};

/** Where requests go, with the user's keys, is for the user alone to say. */
const ownKeys = ['endpoint', 'apiKey', 'apiVersion'];

const refuse = (message: string): ModelRead => ({
	settings: {},
	complaints: [malformed([], message)],
	warnings: [],
});

/** Reads `model`: an object, or `provider/name` as everywhere else. */
export const readAgentModel = (written: unknown, sources: Sources): ModelRead => {
	const {value, complaints: unfilled} = expandValues(written, sources, {isForeign: true});
	if (!isJsonObject(value)) {
		if (unfilled.length > 0) return {settings: {}, complaints: unfilled, warnings: []};
		return typeof value === 'string' && /^[A-Za-z0-9][\w.-]*(?:\/\S.*)?$/.test(value.trim())
			? {settings: {model: value.trim()}, complaints: [], warnings: []}
			: refuse('expected provider/model, or an object with provider and name');
	}
	const {value: model, complaints, warnings, spelling} = readObject(value, schema, aliases);
	const given = (key: string): boolean => Object.hasOwn(value, spelling(key));
	const found = [
		...unfilled,
		...complaints.filter(({path}) => !unfilled.some(other => isWithin(other.path, path))),
		...(model !== undefined && model.provider === undefined
			? [malformed([], `needs a provider, ${example}`)]
			: []),
	];
	const notes = [
		...warnings,
		...ownKeys
			.filter(given)
			.map(key =>
				malformed([spelling(key)], 'counts only in your own configuration, under providers; it is left out'),
			),
		...(given('topP') ? [malformed([spelling('topP')], 'is not used here')] : []),
	];
	if (model?.provider === undefined || found.length > 0) {
		return {settings: {}, complaints: found, warnings: notes};
	}
	const {provider, name, temperature, maxTokens} = model;
	return {
		settings: {
			model: name === undefined ? provider : `${provider}/${name}`,
			...(temperature === undefined ? {} : {temperature}),
			...(maxTokens === undefined ? {} : {maxTokens}),
		},
		complaints: [],
		warnings: notes,
	};
};
