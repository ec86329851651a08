import {z} from 'zod';
import {customMethods, customModes} from '../../../domain/custom-tool.ts';
import {duration} from '../durations.ts';
import type {Aliases} from '../read-object.ts';

const text = z.string().min(1, 'must not be empty');

const templates = z.record(
	z.string(),
	z.union([z.string(), z.number(), z.boolean()], {error: 'expected a string'}).transform(String),
);

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.enum(values, {error: `expected one of ${values.join(', ')}`});

export const customToolNamePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** One entry of `customTools`. `endpoint`, `result` and `annotations` are read by themselves. */
export const customToolSchema = z.object({
	title: text.exactOptional(),
	description: z
		.string()
		.refine(
			words => words.trim() !== '',
			'must say what the tool does: the model knows nothing else about it',
		)
		.meta({pattern: '\\S'}),
	parameters: z.record(z.string(), z.json()).exactOptional(),
	endpoint: z.union([z.string(), z.record(z.string(), z.unknown())], {
		error: 'expected an address, or an object with a url',
	}),
	result: z.unknown().optional(),
	readOnly: z.boolean().exactOptional(),
	annotations: z.unknown().optional(),
	modes: z.array(oneOf(customModes)).min(1, 'must not be empty').exactOptional(),
	disabled: z.boolean().default(false),
});

export const customToolAliases: Aliases = {
	inputSchema: 'parameters',
	schema: 'parameters',
	readOnlyHint: 'readOnly',
};

export const endpointSchema = z.object({
	method: z
		.string()
		.transform(method => method.toUpperCase())
		.pipe(oneOf(customMethods))
		.exactOptional(),
	url: text,
	headers: templates.default({}),
	query: templates.exactOptional(),
	body: z.json().exactOptional(),
	form: templates.exactOptional(),
	timeout: duration(30_000),
	allowInsecure: z.boolean().default(false),
});

export const endpointAliases: Aliases = {uri: 'url', params: 'query'};

export const resultForms = ['auto', 'text', 'json'] as const;

export const resultSchema = z.object({
	as: oneOf(resultForms).default('auto'),
	path: text.exactOptional(),
	error: text.exactOptional(),
});

export const resultAliases: Aliases = {type: 'as', format: 'as', pointer: 'path', errorPath: 'error'};
