import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {causesOf} from '../../../support/network/network-error.ts';

/** What a provider says when it refuses, in whatever form it came. */
export type Complaint = {
	/** The HTTP status, or the number that took its place in the middle of a stream. */
	readonly status?: number;
	/** Everything that serves as a code or type, in lower case: `overloaded_error`, `invalid_argument`. */
	readonly codes: readonly string[];
	/** The part of the request that it is about. */
	readonly param: string;
	/** Its own words. */
	readonly words: string;
	/** The answer was made for programs; a proxy or a web server answers with text. */
	readonly isStructured: boolean;
	/** How long to wait, where the body has a field for that. */
	readonly retryDelay?: string;
	readonly header: (name: string) => string | undefined;
};

const maxDepth = 6;
const maxWords = 4000;

type Found = {
	readonly codes: string[];
	readonly words: string[];
	status?: number;
	param?: string;
	retryDelay?: string;
	readonly headers: unknown[];
};

const isStatus = (value: number): boolean => Number.isInteger(value) && value >= 400 && value <= 599;

const takeCode = (value: unknown, found: Found): void => {
	const asNumber = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
	if (typeof asNumber === 'number') {
		if (isStatus(asNumber)) found.status ??= asNumber;
	} else if (typeof value === 'string') found.codes.push(value.toLowerCase());
};

const parseJson = (text: string): unknown => {
	if (!/^\s*[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		// It only looks like JSON, and is read as text.
		return undefined;
	}
};

/** `[{"loc": ["body", "tools", 3, "function"], "msg": "..."}]`, as servers in Python say it. */
const takeDetails = (details: readonly unknown[], found: Found): void => {
	for (const detail of details.slice(0, 20)) {
		if (!isJsonObject(detail)) continue;
		const {loc, msg, retryDelay, reason, violations} = detail;
		if (typeof retryDelay === 'string') found.retryDelay = retryDelay;
		if (typeof reason === 'string') takeCode(reason, found);
		if (Array.isArray(violations))
			for (const violation of violations)
				if (isJsonObject(violation) && typeof violation.quotaId === 'string')
					found.codes.push(violation.quotaId.toLowerCase());
		if (typeof msg !== 'string') continue;
		const place = Array.isArray(loc) ? loc.filter(part => part !== 'body').join('.') : '';
		found.words.push(place === '' ? msg : `${place}: ${msg}`);
	}
};

const takeText = (text: string, found: Found, depth: number): void => {
	const inside = parseJson(text);
	if (inside === undefined) found.words.push(text.slice(0, maxWords));
	else takeBody(inside, found, depth + 1);
};

/** What a router says about the provider behind it. */
const takeMetadata = (metadata: unknown, found: Found, depth: number): void => {
	if (!isJsonObject(metadata)) return;
	if (typeof metadata.raw === 'string') takeText(metadata.raw, found, depth);
	found.headers.push(metadata.headers);
};

const takeObject = (body: JsonObject, found: Found, depth: number): void => {
	const {error, response, message, msg, detail, details, metadata, param} = body;
	for (const code of [body.code, body.type, body.status, body.error_code]) takeCode(code, found);
	if (typeof param === 'string') found.param ??= param;
	if (Array.isArray(details)) takeDetails(details, found);
	const inner = error ?? (isJsonObject(response) ? response.error : undefined) ?? undefined;
	if (inner !== undefined) {
		takeBody(inner, found, depth + 1);
		return;
	}
	for (const said of [message, msg, detail]) {
		if (Array.isArray(said)) takeDetails(said, found);
		else takeBody(said, found, depth + 1);
	}
	takeMetadata(metadata, found, depth);
};

const takeBody = (body: unknown, found: Found, depth = 0): void => {
	if (depth > maxDepth) return;
	if (typeof body === 'string') takeText(body, found, depth);
	else if (Array.isArray(body)) takeBody(body[0], found, depth + 1);
	else if (isJsonObject(body)) takeObject(body, found, depth);
};

const headerReader = (headers: unknown): Complaint['header'] => {
	if (headers instanceof Headers) return name => headers.get(name) ?? undefined;
	if (typeof headers !== 'object' || headers === null) return () => undefined;
	const entries = new Map<string, string>();
	for (const [name, value] of Object.entries(headers))
		if (typeof value === 'string' || typeof value === 'number') entries.set(name.toLowerCase(), `${value}`);
	return name => entries.get(name);
};

/** An SDK writes the status before the words, and has a phrase for an empty body. */
const wordsOfError = (error: Error): string =>
	error.message.replace(/^\d{3} /, '').replace(/^\(?(status code|no status code).*\)$/, '');

const nonEmpty = (all: readonly string[]): readonly string[] =>
	all.map(words => words.trim()).filter(words => words !== '');

const complaintOf = (found: Found, isStructured: boolean): Complaint => ({
	...(found.status === undefined ? {} : {status: found.status}),
	codes: found.codes,
	param: found.param ?? '',
	words: [...new Set(nonEmpty(found.words))].join(' ').slice(0, maxWords),
	isStructured,
	...(found.retryDelay === undefined ? {} : {retryDelay: found.retryDelay}),
	header: name =>
		found.headers.map(headers => headerReader(headers)(name)).find(value => value !== undefined),
});

/** An error of an SDK that stands for an answer of the provider: it has the status, or the body of one. */
const readSdkError = (error: Error): Complaint | undefined => {
	const status = 'status' in error && typeof error.status === 'number' ? error.status : undefined;
	const body = 'error' in error ? error.error : undefined;
	const isEmpty = body === undefined || body === null;
	if (status === undefined && isEmpty) return undefined;
	const found: Found = {codes: [], words: [], headers: []};
	if (status !== undefined) found.status = status;
	if ('headers' in error) found.headers.push(error.headers);
	if (isEmpty) takeText(wordsOfError(error), found, 0);
	else takeBody(body, found);
	const isText = isEmpty && parseJson(wordsOfError(error)) === undefined;
	return complaintOf(found, !isText);
};

/** What a provider complains about: an error of an SDK, or an event or chunk that stands for one. */
export const readComplaint = (thrown: unknown): Complaint | undefined => {
	if (typeof thrown === 'string' || (isJsonObject(thrown) && !(thrown instanceof Error)))
		return readBody(thrown);
	for (const each of causesOf(thrown)) {
		const complaint = each instanceof Error ? readSdkError(each) : undefined;
		if (complaint !== undefined) return complaint;
	}
	return undefined;
};

/** What an answer complains about that has no status of its own. */
export const readBody = (body: unknown): Complaint | undefined => {
	const value = typeof body === 'string' ? parseJson(body) : body;
	const found: Found = {codes: [], words: [], headers: []};
	takeBody(value, found);
	return found.codes.length + found.words.length === 0 && found.status === undefined
		? undefined
		: complaintOf(found, true);
};
