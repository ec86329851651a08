import {
	type AnswerPath,
	type CustomResult,
	type CustomTool,
	customModes,
} from '../../../domain/custom-tool.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {ToolAnnotations} from '../../../domain/tool.ts';
import {toolboxToolNames} from '../../../domain/toolbox-tool-names.ts';
import {annotationAliases, annotationsSchema} from '../approval-rule.ts';
import {below, type Complaint, malformed} from '../complaint.ts';
import {readObject} from '../read-object.ts';
import {readAnswerPath} from './answer-path.ts';
import {checkParameters, noParameters} from './check-parameters.ts';
import {
	customToolAliases,
	customToolNamePattern,
	customToolSchema,
	resultAliases,
	resultForms,
	resultSchema,
} from './custom-tool-schema.ts';
import {readEndpoint} from './read-endpoint.ts';
import type {TemplateContext} from './read-template.ts';

export type CustomToolRead =
	| {
			readonly type: 'tool';
			readonly tool: CustomTool;
			readonly warnings: readonly Complaint[];
	  }
	| {
			readonly type: 'refused';
			readonly complaints: readonly Complaint[];
			readonly warnings: readonly Complaint[];
			readonly isDisabled: boolean;
	  };

const nameProblem = (name: string): string | undefined => {
	if (toolboxToolNames.includes(name)) return 'is the name of a built-in tool; choose another';
	return customToolNamePattern.test(name)
		? undefined
		: 'is no name for a tool: use up to 64 letters, digits, "-", "_" and "."';
};

type Part<Value> = {readonly value: Value; readonly complaints: readonly Complaint[]};

const readPath = (key: string, written: string | undefined): Part<AnswerPath | undefined> => {
	if (written === undefined) return {value: undefined, complaints: []};
	const value = readAnswerPath(written);
	const message = 'is no way into an answer. Write data.items[0].name or /data/items/0/name';
	return {value, complaints: value === undefined ? [malformed([key], message)] : []};
};

/** `"json"` alone says in which form; an object says more. */
const readResult = (written: unknown): Part<CustomResult> & {readonly warnings: readonly Complaint[]} => {
	const isForm = resultForms.some(form => form === written);
	const read = readObject(isForm ? {as: written} : (written ?? {}), resultSchema, resultAliases, {
		isStrict: true,
	});
	const {value, complaints, warnings, spelling} = read;
	if (value === undefined) {
		const message = `expected ${resultForms.join(', ')}, or an object such as {"path": "data.items[0]"}`;
		const isObject = isJsonObject(written);
		return {value: {as: 'auto'}, complaints: isObject ? complaints : [malformed([], message)], warnings};
	}
	const path = readPath(spelling('path'), value.path);
	const error = readPath(spelling('error'), value.error);
	const clash =
		value.as === 'text' && value.path !== undefined
			? [
					malformed(
						[spelling('path')],
						'leads into JSON, and the result is to be text as it comes; keep one of them',
					),
				]
			: [];
	return {
		value: {
			as: value.as,
			...(path.value === undefined ? {} : {path: path.value}),
			...(error.value === undefined ? {} : {error: error.value}),
		},
		complaints: [...path.complaints, ...error.complaints, ...clash],
		warnings,
	};
};

/** What the user says counts; what they leave open counts as the worst case. */
const annotationsOf = (
	title: string | undefined,
	isReadOnly: boolean,
	claims: {readonly destructive?: boolean; readonly idempotent?: boolean; readonly openWorld?: boolean},
): ToolAnnotations => ({
	...(title === undefined ? {} : {title}),
	readOnlyHint: isReadOnly,
	destructiveHint: claims.destructive ?? !isReadOnly,
	idempotentHint: claims.idempotent ?? isReadOnly,
	openWorldHint: claims.openWorld ?? true,
});

/** Reads one entry of `customTools`. */
export const readCustomToolEntry = (
	name: string,
	written: unknown,
	context: TemplateContext,
): CustomToolRead => {
	const isDisabled = isJsonObject(written) && written.disabled === true;
	const {
		value: entry,
		complaints,
		warnings,
		spelling,
	} = readObject(written, customToolSchema, customToolAliases, {isStrict: true});
	const badName = nameProblem(name);
	const first = [...(badName === undefined ? [] : [malformed([], badName)]), ...complaints];
	if (entry === undefined) return {type: 'refused', complaints: first, warnings, isDisabled};
	const parameters = entry.parameters === undefined ? noParameters : {type: 'object', ...entry.parameters};
	const shape = checkParameters(parameters);
	const endpoint =
		shape.length > 0 ? {complaints: [], warnings: []} : readEndpoint(entry.endpoint, parameters, context);
	const result = readResult(entry.result);
	const claims = readObject(entry.annotations ?? {}, annotationsSchema, annotationAliases, {isStrict: true});
	const isReadOnly = entry.readOnly ?? claims.value?.readOnly ?? false;
	const found = [
		...first,
		...below([spelling('parameters')], shape),
		...below([spelling('endpoint')], endpoint.complaints),
		...below([spelling('result')], result.complaints),
		...below([spelling('annotations')], claims.complaints),
	];
	const method = endpoint.endpoint?.method;
	// As the policy of the chat believes it.
	const isHarmless = isReadOnly && claims.value?.destructive !== true;
	const notes = [
		...warnings,
		...below([spelling('endpoint')], endpoint.warnings),
		...below([spelling('result')], result.warnings),
		...(isReadOnly && method !== undefined && ['PUT', 'PATCH', 'DELETE'].includes(method)
			? [
					malformed(
						[spelling(entry.readOnly === undefined ? 'annotations' : 'readOnly')],
						`says that nothing is changed, and ${method} usually does`,
					),
				]
			: []),
		...(entry.modes?.includes('plan') === true && !isHarmless
			? [
					malformed(
						[spelling('modes')],
						'plan is left out: only what reads is offered there. Say "readOnly": true if it changes nothing',
					),
				]
			: []),
	];
	if (endpoint.endpoint === undefined || found.length > 0) {
		return {type: 'refused', complaints: found, warnings: notes, isDisabled};
	}
	const {title, description} = entry;
	return {
		type: 'tool',
		tool: {
			name,
			...(title === undefined ? {} : {title}),
			description,
			parameters,
			endpoint: endpoint.endpoint,
			result: result.value,
			annotations: annotationsOf(title, isReadOnly, claims.value ?? {}),
			modes: (entry.modes ?? customModes).filter(mode => mode !== 'plan' || isHarmless),
			disabled: entry.disabled,
		},
		warnings: notes,
	};
};
