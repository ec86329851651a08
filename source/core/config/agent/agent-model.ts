import {z} from 'zod';
import type {Assistant} from '../../../domain/assistant.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ModelIssue} from '../../../domain/model-ports.ts';
import {type Complaint, isWithin, malformed} from '../complaint.ts';
import {expandValues} from '../expand-values.ts';
import type {Sources} from '../expand-variables.ts';
import {type Aliases, canonicalKey, readObject} from '../read-object.ts';

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

/** What is left out anyway needs no variable. */
const isLeftOut = ([key]: Complaint['path']): boolean => {
	const known = canonicalKey(String(key), Object.keys(schema.shape), aliases);
	return known === 'topP' || ownKeys.some(own => own === known);
};

const refuse = (message: string): ModelRead => ({
	settings: {},
	complaints: [malformed([], message)],
	warnings: [],
});

/** What is wrong with `provider/model`; undefined where nothing is known to be. */
export type CheckModel = (id: string) => ModelIssue | undefined;

/** Reads `model`: an object, or `provider/name` as everywhere else. */
export const readAgentModel = (written: unknown, sources: Sources, checkModel?: CheckModel): ModelRead => {
	const expanded = expandValues(written, sources, {isForeign: true});
	const {value} = expanded;
	if (!isJsonObject(value)) {
		if (expanded.complaints.length > 0) return {settings: {}, complaints: expanded.complaints, warnings: []};
		if (typeof value !== 'string' || !/^[A-Za-z0-9][\w.-]*(?:\/\S.*)?$/.test(value.trim())) {
			return refuse('expected provider/model, or an object with provider and name');
		}
		const issue = checkModel?.(value.trim());
		return issue === undefined
			? {settings: {model: value.trim()}, complaints: [], warnings: []}
			: refuse(issue.message);
	}
	const unfilled = expanded.complaints.filter(({path}) => !isLeftOut(path));
	const {value: model, complaints, warnings, spelling} = readObject(value, schema, aliases);
	const given = (key: string): boolean => Object.hasOwn(value, spelling(key));
	const id = [model?.provider, model?.name].filter(part => part !== undefined).join('/');
	const issue = model?.provider === undefined || unfilled.length > 0 ? undefined : checkModel?.(id);
	const found = [
		...unfilled,
		...(issue === undefined ? [] : [malformed([spelling(issue.part)], issue.message)]),
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
	const {temperature, maxTokens} = model;
	return {
		settings: {
			model: id,
			...(temperature === undefined ? {} : {temperature}),
			...(maxTokens === undefined ? {} : {maxTokens}),
		},
		complaints: [],
		warnings: notes,
	};
};
