import {z} from 'zod';

const maxText = 4096;
const maxItems = 100;

const text = z.string().max(maxText);
const flag = z.boolean().catch(false);

/** Members that only inform may be wrong without costing the whole. */
const note = text.optional().catch(undefined);

const inputShape = {
	description: note,
	isRequired: flag,
	isSecret: flag,
	value: text.optional(),
	default: z.union([text, z.number(), z.boolean()]).transform(String).optional().catch(undefined),
	placeholder: note,
	choices: z.array(text).max(maxItems).optional().catch(undefined),
};

const input = z.object(inputShape);

const inputWithVariables = input.extend({variables: z.record(text, input).default({})});

const setting = inputWithVariables.extend({name: text.min(1)});

const argument = z.discriminatedUnion('type', [
	inputWithVariables.extend({type: z.literal('positional'), valueHint: note}),
	inputWithVariables.extend({type: z.literal('named'), name: text.min(1)}),
]);

const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxItems).default([]);

export const packageSchema = z.object({
	registryType: text,
	registryBaseUrl: text.optional(),
	identifier: text.min(1),
	version: text.optional(),
	transport: z.object({type: text}).default({type: 'stdio'}),
	runtimeArguments: listOf(argument),
	packageArguments: listOf(argument),
	environmentVariables: listOf(setting),
});

export const remoteSchema = z.object({
	type: z.enum(['streamable-http', 'sse']),
	url: text.min(1),
	headers: listOf(setting),
	variables: z.record(text, input).default({}),
});

export const serverSchema = z.object({
	name: z.string().min(1).max(200),
	title: note,
	description: note,
	version: z.string().max(255).optional().catch(undefined),
	websiteUrl: note,
	repository: z.object({url: text}).optional().catch(undefined),
	status: note,
	packages: z.array(z.unknown()).nullish(),
	remotes: z.array(z.unknown()).nullish(),
});

export type RegistryInput = z.output<typeof inputWithVariables>;
export type RegistrySetting = z.output<typeof setting>;
export type RegistryArgument = z.output<typeof argument>;
export type RegistryPackage = z.output<typeof packageSchema>;
export type RegistryRemote = z.output<typeof remoteSchema>;
