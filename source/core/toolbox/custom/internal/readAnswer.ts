import type {AnswerPath, CustomResult} from '../../../../domain/custom-tool.ts';
import {isJsonObject, type JsonValue} from '../../../../domain/json.ts';
import {sanitiseLine} from '../../../../support/sanitise.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import type {WholeAnswer} from './sendRequest.ts';

const longestExcerpt = 600;
const mostKeys = 12;
/** Characters of an answer that are looked at for an excerpt, however long it is. */
const lookedAt = 8192;

const isJsonType = (contentType: string): boolean => /^\s*[\w.-]+\/(?:[\w.-]+\+)?json\b/i.test(contentType);
const isHtml = (contentType: string): boolean => /^\s*text\/html\b/i.test(contentType);

/** The body as text; undefined where it is none. */
const decode = ({body, contentType}: WholeAnswer): string | undefined => {
	const [, charset = 'utf-8'] = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType) ?? [];
	try {
		const text = new TextDecoder(charset, {fatal: true}).decode(body);
		return text.includes('\0') ? undefined : text;
	} catch {
		// No such encoding, or the bytes are not in it.
		return undefined;
	}
};

const parse = (text: string): {readonly value: JsonValue} | undefined => {
	try {
		return {value: JSON.parse(text)};
	} catch {
		// Whoever needs JSON says that it is none.
		return undefined;
	}
};

const shorten = (text: string, most = longestExcerpt): string => {
	const beginning = text.slice(0, lookedAt);
	const line = sanitiseLine(beginning.trim().replaceAll(/\s+/g, ' '));
	return line.length > most || beginning.length < text.length ? `${line.slice(0, most)}…` : line;
};

type Found = {readonly value: JsonValue} | {readonly missing: string};

const join = (keys: readonly string[]): string => keys.join('.') || 'the top';

/** Follows a path; where it ends too early, says what is there instead. */
const follow = (value: JsonValue, {keys}: AnswerPath): Found => {
	let here: JsonValue = value;
	for (const [index, key] of keys.entries()) {
		const at = join(keys.slice(0, index));
		const isList = Array.isArray(here);
		const members: Readonly<Record<string, JsonValue>> = isJsonObject(here) ? here : {};
		const items: readonly JsonValue[] = isList ? (here as readonly JsonValue[]) : [];
		const next = isList
			? /^\d+$/.test(key)
				? items[Number(key)]
				: undefined
			: Object.hasOwn(members, key)
				? members[key]
				: undefined;
		if (next === undefined) {
			const names = Object.keys(members);
			const there = isList
				? `a list of ${items.length}`
				: isJsonObject(here)
					? names
							.slice(0, mostKeys)
							.map(name => shorten(name, 60))
							.join(', ') || 'an empty object'
					: `${here === null ? 'null' : `a ${typeof here}`}`;
			return {missing: `at ${at} there is ${there}`};
		}
		here = next;
	}
	return {value: here};
};

const isSomething = (value: JsonValue): boolean =>
	value !== null && value !== false && value !== '' && value !== 0;

const inWords = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The title of a page. Whoever wrote it must not keep us busy, so every part of it is bounded. */
const titleOf = (page: string): string => {
	const [, title = ''] = /<title(?:\s[^<>]{0,500})?>([^<]{0,500})/i.exec(page.slice(0, lookedAt)) ?? [];
	return title.trim();
};

const excerptOf = (text: string | undefined, {contentType, bytes}: WholeAnswer): string => {
	if (bytes === 0) return 'It said nothing more.';
	if (text === undefined)
		return `It sent ${bytes} bytes of ${shorten(contentType, 80) || 'something that is no text'}.`;
	if (isHtml(contentType)) {
		const title = titleOf(text);
		return title === '' ? 'It sent an HTML page.' : `It sent an HTML page: ${shorten(title, 200)}`;
	}
	return `It said: ${shorten(text)}`;
};

const statusOf = ({status, statusText}: WholeAnswer): string => shorten(`${status} ${statusText}`, 80);

/** The mapped error of an answer, if it names one. */
const errorIn = (
	json: {readonly value: JsonValue} | undefined,
	path: AnswerPath | undefined,
): string | undefined => {
	if (json === undefined || path === undefined) return undefined;
	const found = follow(json.value, path);
	return 'value' in found && isSomething(found.value) ? shorten(inWords(found.value)) : undefined;
};

/** Nobody reads a larger one by its structure, and it would be there twice. */
const longestStructure = 1024 * 1024;

const jsonOutcome = (value: JsonValue, text: string): McpToolOutcome<unknown> =>
	isJsonObject(value) && text.length <= longestStructure
		? [
				{type: 'text', text},
				{type: 'json', data: value},
			]
		: [{type: 'text', text}];

/** What of an answer the model gets. */
export const readAnswer = (
	answer: WholeAnswer,
	{as, path, error}: CustomResult,
	host: string,
): McpToolOutcome<unknown> => {
	if (answer.notFollowed !== undefined) return new McpToolError(answer.notFollowed);
	const text = decode(answer);
	const json = text === undefined ? undefined : parse(text);
	const told = errorIn(json, error);
	if (!answer.isOk || told !== undefined) {
		return new McpToolError(
			`${host} answered ${statusOf(answer)}. ${told === undefined ? excerptOf(text, answer) : `It said: ${told}`}`,
		);
	}
	const wantsJson = as === 'json' || path !== undefined;
	if (answer.bytes === 0 && !wantsJson) {
		return [{type: 'text', text: `${host} answered ${statusOf(answer)}, without any content.`}];
	}
	if (text === undefined) {
		return new McpToolError(
			`${host} answered ${statusOf(answer)} with ${answer.bytes} bytes of ${shorten(answer.contentType, 80) || 'an unknown type'}, which is no text that could be shown.`,
		);
	}
	if (wantsJson && json === undefined) {
		return new McpToolError(
			`${host} answered ${statusOf(answer)}, but not with JSON. ${excerptOf(text, answer)}`,
		);
	}
	if (json === undefined || as === 'text' || (!wantsJson && !isJsonType(answer.contentType))) {
		return [{type: 'text', text}];
	}
	const found: Found = path === undefined ? json : follow(json.value, path);
	if ('missing' in found) {
		return new McpToolError(`The answer of ${host} has no ${path?.written ?? ''}: ${found.missing}.`);
	}
	const {value} = found;
	return jsonOutcome(
		value,
		path === undefined ? text : as === 'json' ? JSON.stringify(value) : inWords(value),
	);
};
