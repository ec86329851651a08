import type {
	CustomBody,
	CustomEndpoint,
	JsonTemplate,
	NamedTemplate,
	Template,
} from '../../../domain/custom-tool.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {suggestion} from '../../../support/nearest.ts';
import {below, type Complaint, malformed, type Place} from '../complaint.ts';
import {readObject} from '../read-object.ts';
import {fitsHeader, isHeaderName} from '../secret-text.ts';
import {isAlwaysThere, propertiesOf} from './check-parameters.ts';
import {endpointAliases, endpointSchema} from './custom-tool-schema.ts';
import {readAddress} from './read-address.ts';
import {argumentsIn, readTemplate, type TemplateContext, type TemplatePlace} from './read-template.ts';

export type EndpointRead = {
	readonly endpoint?: CustomEndpoint;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

/** These follow from the request itself; somebody else's would tear it apart. */
const ownHeaders = [
	'host',
	'content-length',
	'transfer-encoding',
	'connection',
	'upgrade',
	'trailer',
	'te',
	'expect',
	'keep-alive',
];

const plainSecret = `a secret does not belong in this file. Write \${keychain:name} in its place, and keep it with mcp-tui keys set name`;

/** Reads every text of an endpoint and keeps account of what they name. */
const createReader = (parameters: JsonObject, context: TemplateContext) => {
	const complaints: Complaint[] = [];
	const warnings: Complaint[] = [];
	const named = new Set<string>();
	const known = Object.keys(propertiesOf(parameters));
	const isOpen = parameters.properties === undefined || isJsonObject(parameters.patternProperties);

	const note = (template: Template, place: Place): void => {
		for (const name of argumentsIn(template)) {
			named.add(name);
			if (name !== '' && !known.includes(name) && !isOpen) {
				complaints.push(
					malformed(place, `{{${name}}} is not among the parameters of the tool${suggestion(name, known)}`),
				);
			}
		}
	};
	const text = (written: string, target: TemplatePlace, place: Place): Template => {
		const read = readTemplate(written, target, context);
		complaints.push(...below(place, read.complaints));
		if (read.isPlainSecret) warnings.push(malformed(place, plainSecret));
		note(read.template, place);
		return read.template;
	};
	const texts = (
		written: Readonly<Record<string, string>>,
		place: Place,
		isHeader = false,
	): readonly NamedTemplate[] =>
		Object.entries(written).map(([name, value]) => ({
			name,
			value: text(value, {name, isHeader}, [...place, name]),
		}));
	const json = (value: JsonValue, name: string, place: Place): JsonTemplate => {
		if (typeof value === 'string') return {type: 'text', template: text(value, {name}, place)};
		if (value === null || typeof value === 'number' || typeof value === 'boolean') {
			return {type: 'plain', value};
		}
		if (isJsonObject(value)) {
			const members = Object.entries(value).map(
				([key, item]) => [key, json(item, key, [...place, key])] as const,
			);
			return {type: 'object', members};
		}
		return {type: 'list', items: value.map((item, index) => json(item, name, [...place, index]))};
	};
	return {complaints, warnings, named, isOpen, note, text, texts, json};
};

type Reader = ReturnType<typeof createReader>;

const checkHeaders = (headers: readonly NamedTemplate[], place: string): readonly Complaint[] =>
	headers.flatMap(({name, value}) => {
		if (!isHeaderName(name)) return [malformed([place, name], 'is not a name for a header')];
		if (ownHeaders.includes(name.toLowerCase())) {
			return [malformed([place, name], 'is set by the program; leave it out')];
		}
		return value.every(part => part.type !== 'text' || fitsHeader(part.text))
			? []
			: [malformed([place, name], 'holds a character that cannot be sent in a header')];
	});

/** Texts without a structure that an argument could break. */
const isPlainText = (headers: Readonly<Record<string, string>>): boolean =>
	Object.entries(headers).some(
		([name, value]) => name.toLowerCase() === 'content-type' && /^\s*text\/(?:plain|markdown)\b/i.test(value),
	);

/** JSON inside of a text could be torn apart by what is put in. */
const isTextOfJson = ({body, headers}: Entry): boolean =>
	typeof body === 'string' && !isPlainText(headers) && !/^\{\{[^{}]*\}\}$/.test(body);

type Entry = NonNullable<ReturnType<typeof readEntry>['value']>;

const readEntry = (written: unknown) =>
	readObject(typeof written === 'string' ? {url: written} : written, endpointSchema, endpointAliases, {
		isStrict: true,
	});

const readBody = (
	{body, form, headers}: Entry,
	reader: Reader,
	spelling: (key: string) => string,
): CustomBody | undefined => {
	if (form !== undefined) return {type: 'form', fields: reader.texts(form, [spelling('form')])};
	if (body === undefined) return undefined;
	const place = [spelling('body')];
	return typeof body === 'string' && isPlainText(headers)
		? {type: 'text', text: reader.text(body, {name: ''}, place)}
		: {type: 'json', value: reader.json(body, '', place)};
};

/** Reads where a custom tool sends its requests, and what of the arguments goes where. */
export const readEndpoint = (
	written: unknown,
	parameters: JsonObject,
	context: TemplateContext,
): EndpointRead => {
	const {value: entry, complaints, warnings, spelling} = readEntry(written);
	if (entry === undefined) return {complaints, warnings};
	const reader = createReader(parameters, context);
	const hasBody = entry.body !== undefined || entry.form !== undefined;
	const method = entry.method ?? (hasBody ? 'POST' : 'GET');
	// The short form has no key of its own.
	const urlPlace = typeof written === 'string' ? [] : [spelling('url')];
	const {address, ...addressRead} = readAddress(entry.url, entry.allowInsecure, context);
	const path = address?.path ?? [];
	for (const template of [...path, ...(address?.search ?? [])]) reader.note(template, urlPlace);
	const headers = reader.texts(entry.headers, [spelling('headers')], true);
	const query = entry.query === undefined ? [] : reader.texts(entry.query, [spelling('query')]);
	const body = readBody(entry, reader, spelling);
	const isQueried = method === 'GET' || method === 'DELETE';
	const isSaid = hasBody || (isQueried && entry.query !== undefined);
	const way = isSaid ? undefined : isQueried ? 'query' : 'body';
	const unnamed = Object.keys(propertiesOf(parameters)).filter(name => !reader.named.has(name));
	const rest = reader.isOpen || unnamed.length > 0 ? way : undefined;
	const unsure = [...new Set(path.flatMap(argumentsIn))].filter(
		name => name !== '' && Object.hasOwn(propertiesOf(parameters), name) && !isAlwaysThere(parameters, name),
	);
	const found = [
		...complaints,
		...below(urlPlace, addressRead.complaints),
		...reader.complaints,
		...checkHeaders(headers, spelling('headers')),
		...unsure.map(name =>
			malformed(
				urlPlace,
				`{{${name}}} is a part of the path, so it has to be there: name it in required, or give it a default`,
			),
		),
		...(entry.body !== undefined && entry.form !== undefined
			? [malformed([spelling('form')], 'there is a body already; keep one of them')]
			: []),
		...(isTextOfJson(entry)
			? [
					malformed(
						[spelling('body')],
						'write the JSON itself, not a text with JSON in it; plain text needs the header "Content-Type": "text/plain"',
					),
				]
			: []),
		...(method === 'GET' && hasBody
			? [
					malformed(
						[spelling(entry.form === undefined ? 'body' : 'form')],
						'is never sent with GET; use "method": "POST", or query',
					),
				]
			: []),
	];
	const unsent = way === undefined ? unnamed : [];
	const notes = [
		...warnings,
		...reader.warnings,
		...(addressRead.isPlainSecret ? [malformed(urlPlace, plainSecret)] : []),
		...unsent.map(name =>
			malformed([], `nothing sends the argument ${name}; write {{${name}}} where it belongs`),
		),
	];
	if (address === undefined || found.length > 0) return {complaints: found, warnings: notes};
	return {
		endpoint: {
			method,
			...address,
			query,
			headers,
			...(body === undefined ? {} : {body}),
			...(rest === undefined ? {} : {rest}),
			timeout: entry.timeout,
		},
		complaints: [],
		warnings: notes,
	};
};
