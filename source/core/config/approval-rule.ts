import {z} from 'zod';
import {
	type AnnotationMatcher,
	type ApprovalRule,
	type ArgumentMatcher,
	decisions,
} from '../../domain/approval.ts';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import {below, type Complaint, malformed} from './complaint.ts';
import {expandValues} from './expand-values.ts';
import type {Sources} from './expand-variables.ts';
import {type Aliases, canonicalKey, readObject} from './read-object.ts';

const text = z.string().min(1, 'must not be empty');

export const matcherSchema = z.object({
	equals: z.json().exactOptional(),
	oneOf: z.array(z.json()).min(1, 'must not be empty').exactOptional(),
	glob: text.exactOptional(),
	under: text.exactOptional(),
});

export const annotationsSchema = z.object({
	readOnly: z.boolean().exactOptional(),
	destructive: z.boolean().exactOptional(),
	idempotent: z.boolean().exactOptional(),
	openWorld: z.boolean().exactOptional(),
});

export const annotationAliases: Aliases = {
	readOnlyHint: 'readOnly',
	destructiveHint: 'destructive',
	idempotentHint: 'idempotent',
	openWorldHint: 'openWorld',
};

/** `args` and `annotations` are read by themselves, each with the names that it knows. */
export const ruleSchema = z.object({
	server: text.exactOptional(),
	tool: text.exactOptional(),
	args: z.unknown().optional(),
	annotations: z.unknown().optional(),
	decision: z.enum(decisions, {error: 'expected allow, ask or deny'}),
	description: z.string().exactOptional(),
});

export const ruleAliases: Aliases = {arguments: 'args', action: 'decision'};

export type RuleRead =
	| {readonly type: 'rule'; readonly rule: Omit<ApprovalRule, 'place'>}
	| {
			readonly type: 'refused';
			readonly complaints: readonly Complaint[];
			/** It says by itself that it allows: without it less runs unasked. */
			readonly isLax: boolean;
	  };

type Part<Value> = {readonly value: Value | undefined; readonly complaints: readonly Complaint[]};

const strict = {isStrict: true};

const isScalar = (value: unknown): value is string | number | boolean | null =>
	value === null || ['string', 'number', 'boolean'].includes(typeof value);

const isJsonArray = (value: unknown): value is readonly JsonValue[] => Array.isArray(value);

/** A text, a number and the like stands for itself, a list for any of its members; `*` makes a text a glob. */
const readMatcher = (written: unknown): Part<ArgumentMatcher> => {
	if (typeof written === 'string' && written.includes('*')) {
		return {value: {glob: written}, complaints: []};
	}
	if (isScalar(written)) {
		return {value: {equals: written}, complaints: []};
	}
	const {value, complaints} = readObject(
		isJsonArray(written) ? {oneOf: written} : written,
		matcherSchema,
		{},
		strict,
	);
	if (value !== undefined && Object.keys(value).length === 0) {
		return {value: undefined, complaints: [malformed([], 'expected equals, oneOf, glob or under')]};
	}
	const placed = isJsonArray(written) ? complaints.map(complaint => ({...complaint, path: []})) : complaints;
	return {value, complaints: placed};
};

const readArguments = (written: unknown): Part<Readonly<Record<string, ArgumentMatcher>>> => {
	if (written === undefined) return {value: undefined, complaints: []};
	if (!isJsonObject(written)) return {value: undefined, complaints: [malformed([], 'expected an object')]};
	const complaints: Complaint[] = [];
	const matchers = Object.entries(written).flatMap(
		([name, item]): readonly (readonly [string, ArgumentMatcher])[] => {
			const read = readMatcher(item);
			complaints.push(...below([name], read.complaints));
			return read.value === undefined ? [] : [[name, read.value]];
		},
	);
	return {value: Object.fromEntries(matchers), complaints};
};

const readAnnotations = (written: unknown): Part<AnnotationMatcher> =>
	written === undefined
		? {value: undefined, complaints: []}
		: readObject(written, annotationsSchema, annotationAliases, strict);

const ruleKeys = Object.keys(ruleSchema.shape);

const isLax = (written: unknown): boolean =>
	isJsonObject(written) &&
	Object.entries(written).some(
		([key, value]) => canonicalKey(key, ruleKeys, ruleAliases) === 'decision' && value === 'allow',
	);

/** Reads one rule. What it says about arguments may name variables. */
export const readRule = (written: unknown, sources: Sources): RuleRead => {
	const {value, complaints, spelling} = readObject(written, ruleSchema, ruleAliases, strict);
	const given = isJsonObject(written) ? written : {};
	const expanded = expandValues(given[spelling('args')], {
		env: sources.env,
		...(sources.workspaceFolder === undefined ? {} : {workspaceFolder: sources.workspaceFolder}),
	});
	const args = readArguments(expanded.value);
	const annotations = readAnnotations(given[spelling('annotations')]);
	const found = [
		...complaints,
		...below([spelling('args')], [...expanded.complaints, ...args.complaints]),
		...below([spelling('annotations')], annotations.complaints),
	];
	if (value === undefined || found.length > 0) {
		return {type: 'refused', complaints: found, isLax: isLax(written)};
	}
	return {
		type: 'rule',
		rule: {
			...(value.server === undefined ? {} : {server: value.server}),
			...(value.tool === undefined ? {} : {tool: value.tool}),
			...(args.value === undefined ? {} : {args: args.value}),
			...(annotations.value === undefined ? {} : {annotations: annotations.value}),
			decision: value.decision,
		},
	};
};
