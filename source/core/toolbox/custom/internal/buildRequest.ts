import type {
	CustomEndpoint,
	CustomTool,
	JsonTemplate,
	ShownRequest,
	Template,
} from '../../../../domain/custom-tool.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../../../domain/json.ts';
import {encodeAll} from '../../../../domain/uri-template.ts';
import {sanitiseLine} from '../../../../support/sanitise.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {
	argumentOf,
	asText,
	type Filling,
	fillJson,
	fillText,
	fillTexts,
	forSending,
	forShowing,
} from './fillTemplate.ts';

/** A request with its secrets, and the same as it may be seen. */
export type CustomRequest = {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string;
	readonly shown: ShownRequest;
};

const longestAddress = 16_000;

const dotSegment = /^(?:\.|%2e){1,2}$/i;
const headerText = /^[\t\x20-\x7e\x80-\xff]*$/;

const argumentsOf = (template: Template): readonly string[] =>
	template.flatMap(part => (part.type === 'argument' ? [part.name] : []));

const argumentsOfJson = (template: JsonTemplate): readonly string[] => {
	switch (template.type) {
		case 'plain':
			return [];
		case 'text':
			return argumentsOf(template.template);
		case 'list':
			return template.items.flatMap(argumentsOfJson);
		case 'object':
			return template.members.flatMap(([, member]) => argumentsOfJson(member));
	}
};

/** Every argument that the endpoint names somewhere. */
const namedArguments = ({path, search, query, headers, body}: CustomEndpoint): ReadonlySet<string> => {
	const named = [...query, ...headers, ...(body?.type === 'form' ? body.fields : [])].map(({value}) => value);
	return new Set([
		...[...path, ...search, ...named, ...(body?.type === 'text' ? [body.text] : [])].flatMap(argumentsOf),
		...(body?.type === 'json' ? argumentsOfJson(body.value) : []),
	]);
};

/** What the schema says about an argument that is not given. */
const withDefaults = ({properties}: JsonObject, args: JsonObject): JsonObject => {
	const defaults = Object.entries(isJsonObject(properties) ? properties : {}).flatMap(
		([name, schema]): readonly (readonly [string, JsonValue])[] =>
			isJsonObject(schema) && schema.default !== undefined && !Object.hasOwn(args, name)
				? [[name, schema.default]]
				: [],
	);
	return {...args, ...Object.fromEntries(defaults)};
};

/** Where a schema may declare properties that are not among its own. */
const parts = ['patternProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if'];

/** Whether arguments are wanted that the schema does not name: it says so, or names none at all. */
const takesOthers = (schema: JsonObject): boolean => {
	const {properties, additionalProperties} = schema;
	return (
		properties === undefined ||
		additionalProperties === true ||
		isJsonObject(additionalProperties) ||
		parts.some(part => schema[part] !== undefined)
	);
};

/** The arguments that nothing in the endpoint names, as far as the schema knows of them. */
const unnamedArguments = ({endpoint, parameters}: CustomTool, values: JsonObject): JsonObject => {
	const named = namedArguments(endpoint);
	const {properties} = parameters;
	const isKnown = (name: string): boolean =>
		takesOthers(parameters) || (isJsonObject(properties) && Object.hasOwn(properties, name));
	return Object.fromEntries(Object.entries(values).filter(([name]) => !named.has(name) && isKnown(name)));
};

/** A value stays between its slashes: an empty one, or dots, would ask for something else. */
const fillSegment = (segment: Template, filling: Filling): string => {
	const [first] = argumentsOf(segment);
	for (const name of argumentsOf(segment)) {
		const value = argumentOf(filling.values, name);
		if (value === undefined || value === null || value === '') {
			throw new McpToolError('It is a part of the address and must not be empty.', name);
		}
		if (typeof value === 'object') {
			throw new McpToolError('It is a part of the address: give a text, a number or a boolean.', name);
		}
	}
	const text = fillText(segment, filling, encodeAll) ?? '';
	if (first !== undefined && dotSegment.test(text)) {
		throw new McpToolError('In an address "." and ".." lead to another place; give another value.', first);
	}
	return text;
};

const pair = (name: string, value: string): string => `${encodeAll(name)}=${value}`;

/** The name of a parameter as a service may read it: many do not tell capitals apart. */
const parameterName = (piece: string): string => {
	const [name = ''] = new URLSearchParams(piece).keys();
	return name.toLowerCase();
};

/** What the user has written into the address is not said a second time by a model. */
const checkRest = (rest: JsonObject, fixed: readonly string[]): void => {
	const taken = new Set(fixed.map(parameterName));
	const twice = Object.keys(rest).find(name => taken.has(name.toLowerCase()));
	if (twice !== undefined) {
		throw new McpToolError(
			`The address of the tool already says what ${sanitiseLine(twice)} is. Leave it out; nothing was sent.`,
			twice,
		);
	}
};

const fillAddress = (endpoint: CustomEndpoint, rest: JsonObject, filling: Filling): string => {
	const {origin, path, search, query} = endpoint;
	const pathname = path.map(segment => `/${fillSegment(segment, filling)}`).join('');
	const fixed = search.flatMap(piece => fillTexts(piece, filling, encodeAll));
	if (endpoint.rest === 'query') checkRest(rest, fixed);
	const pairs = [
		...fixed,
		...query.flatMap(({name, value}) =>
			fillTexts(value, filling, encodeAll, encodeAll).map(text => pair(name, text)),
		),
		...Object.entries(endpoint.rest === 'query' ? rest : {}).flatMap(([name, value]) =>
			(Array.isArray(value) ? value : value === null ? [] : [value]).map((item: JsonValue) =>
				pair(name, encodeAll(asText(item))),
			),
		),
	];
	return `${origin}${pathname}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
};

/** Nothing gets here that leads elsewhere; were it so, nothing would be sent. */
const checkAddress = (text: string, {origin, path}: CustomEndpoint): void => {
	if (text.length > longestAddress) {
		throw new McpToolError(
			`The address would have ${text.length} characters, and ${longestAddress} is the most. Give shorter arguments.`,
		);
	}
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url?.origin !== origin || url.pathname.split('/').length - 1 !== Math.max(1, path.length)) {
		throw new McpToolError('With these arguments the address would lead elsewhere; nothing was sent.');
	}
};

const fillHeaders = ({headers}: CustomEndpoint, filling: Filling): readonly (readonly [string, string])[] =>
	headers.flatMap(({name, value}) => {
		const text = fillText(value, filling);
		if (text === undefined) return [];
		if (filling.isShown === true || headerText.test(text)) return [[name, text] as const];
		throw new McpToolError(
			`It is sent in the header ${name}, which takes neither line breaks nor letters beyond Latin-1.`,
			argumentsOf(value)[0],
		);
	});

type Content = {readonly type: string; readonly text: string};

const jsonContent = (value: JsonValue | undefined): Content | undefined =>
	value === undefined ? undefined : {type: 'application/json', text: JSON.stringify(value)};

const fillBody = (endpoint: CustomEndpoint, rest: JsonObject, filling: Filling): Content | undefined => {
	const {body} = endpoint;
	if (body === undefined) return endpoint.rest === 'body' ? jsonContent(rest) : undefined;
	switch (body.type) {
		case 'json':
			return jsonContent(fillJson(body.value, filling));
		case 'text': {
			const text = fillText(body.text, filling);
			return text === undefined ? undefined : {type: 'text/plain;charset=utf-8', text};
		}
		case 'form': {
			const pairs = body.fields.flatMap(({name, value}) =>
				fillTexts(value, filling, encodeAll, encodeAll).map(text => pair(name, text)),
			);
			return {type: 'application/x-www-form-urlencoded', text: pairs.join('&')};
		}
	}
};

/** What is sent unless the user says otherwise. */
const usualHeaders = (
	version: string,
	content: Content | undefined,
): readonly (readonly [string, string])[] => [
	['Accept', 'application/json, text/*;q=0.9, */*;q=0.5'],
	['User-Agent', `mcp-tui/${version}`],
	...(content === undefined ? [] : [['Content-Type', content.type] as const]),
];

/** Puts a request together. Throws McpToolError with the argument that stands in the way. */
export const buildRequest = (tool: CustomTool, args: JsonObject, version: string): CustomRequest => {
	const {endpoint, parameters} = tool;
	const values = withDefaults(parameters, args);
	const rest = unnamedArguments(tool, values);
	const build = (filling: Filling) => {
		const content = fillBody(endpoint, rest, filling);
		const own = fillHeaders(endpoint, filling);
		const given = new Set(own.map(([name]) => name.toLowerCase()));
		return {
			url: fillAddress(endpoint, rest, filling),
			headers: Object.fromEntries([
				...usualHeaders(version, content).filter(([name]) => !given.has(name.toLowerCase())),
				...own,
			]),
			...(content === undefined ? {} : {body: content.text}),
		};
	};
	const request = build(forSending(values));
	checkAddress(request.url, endpoint);
	return {...request, shown: {method: endpoint.method, ...build(forShowing(values))}};
};
