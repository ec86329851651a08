import {
	type ElicitRequestParams,
	type ElicitResult,
	ProtocolError,
	ProtocolErrorCode,
} from '@modelcontextprotocol/client';
import {parseForm, withDefaults} from '../../../domain/elicitation-form.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import type {ElicitationAnswer, ElicitationRequest} from '../../../domain/server-request.ts';
import {measureJson} from '../catalogue/json-bounds.ts';

const maxDepth = 8;
const maxSchemaSize = 200_000;
const maxFields = 100;
const maxMessage = 20_000;
const maxUrl = 8_000;

const invalid = (message: string): ProtocolError =>
	new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const cut = (text: string): string => (text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text);

const schemaOf = (schema: unknown): JsonObject => {
	const size = measureJson(schema, maxDepth);
	if (!isJsonObject(schema) || size === undefined || size > maxSchemaSize) {
		throw invalid(`This client takes forms of up to ${maxSchemaSize} characters, ${maxDepth} levels deep.`);
	}
	if (parseForm(schema).length > maxFields) {
		throw invalid(`This client takes forms of up to ${maxFields} fields.`);
	}
	return schema;
};

/** Only these can be shown as a place that a browser would go to. */
const urlOf = (text: string): string => {
	if (text.length > maxUrl || !URL.canParse(text)) {
		throw invalid(`This client takes addresses of up to ${maxUrl} characters.`);
	}
	const {protocol} = new URL(text);
	if (protocol !== 'https:' && protocol !== 'http:') {
		throw invalid(`This client opens http and https addresses only, not ${protocol}`);
	}
	return text;
};

/** Throws what the server is told when the question is more than we take. */
export const convertElicitation = (params: ElicitRequestParams): ElicitationRequest =>
	params.mode === 'url'
		? {
				mode: 'url',
				message: cut(params.message),
				url: urlOf(params.url),
				// The newest protocol has no such id.
				...(params.elicitationId ? {elicitationId: params.elicitationId} : {}),
			}
		: {mode: 'form', message: cut(params.message), schema: schemaOf(params.requestedSchema)};

const isAnswerValue = (value: JsonValue): value is string | number | boolean | string[] =>
	typeof value === 'string' ||
	typeof value === 'number' ||
	typeof value === 'boolean' ||
	(Array.isArray(value) && value.every(item => typeof item === 'string'));

/** What the user left untouched is sent with the default that the form has for it. */
export const convertElicitationAnswer = (
	answer: ElicitationAnswer,
	request: ElicitationRequest,
): ElicitResult => {
	if (answer.action !== 'accept' || request.mode === 'url') {
		return {action: answer.action};
	}
	const content = withDefaults(parseForm(request.schema), answer.content ?? {});
	return {
		action: 'accept',
		content: Object.fromEntries(
			Object.entries(content).flatMap(([name, value]) => (isAnswerValue(value) ? [[name, value]] : [])),
		),
	};
};
