import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {isExactNumber} from '../../support/exact-number.ts';
import {graphemesOf} from './graphemes.ts';

/** What is wrong with a text that should be JSON, and where. */
type JsonProblem = {
	readonly message: string;
	readonly offset: number;
	readonly line: number;
	readonly column: number;
};

export type JsonReading<Value = JsonObject> =
	| {readonly type: 'read'; readonly value: Value}
	| {readonly type: 'wrong'; readonly problem: JsonProblem};

type Place = {readonly message: string; readonly offset: number};

const deepest = 200;
const blank = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /[\w.+-]+/y;
const plainText = /[^"\\\0-\x1f]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds what `JSON.parse` would refuse, in words and with a place, and what it would accept without saying that
 * something of it is lost: a name that is there twice, a number that is too long.
 */
const findFault = (text: string, isObject: boolean): Place | undefined => {
	let at = 0;
	let fault: Place | undefined;

	const fail = (message: string, offset = at): false => {
		fault ??= {message, offset};
		return false;
	};
	const take = (pattern: RegExp): string => {
		pattern.lastIndex = at;
		const [found = ''] = pattern.exec(text) ?? [];
		at += found.length;
		return found;
	};
	const skip = (): string | undefined => {
		take(blank);
		return text[at];
	};

	const string = (): boolean => {
		const start = at;
		at += 1;
		for (;;) {
			take(plainText);
			switch (text[at]) {
				case '"':
					at += 1;
					return true;
				case '\\':
					if (take(escapeSequence) === '') {
						return fail('no such escape: a backslash itself is written \\\\');
					}
					break;
				case '\n':
					return fail('the closing " is missing, or a line break that is not written \\n');
				case undefined:
					return fail('the closing " is missing', start);
				default:
					return fail('a control character must be written as an escape');
			}
		}
	};
	const simple = (): boolean => {
		const start = at;
		const written = take(number);
		if (written !== '' && take(word) === '') {
			return isExactNumber(written) || fail('this number cannot be sent exactly as it is written', start);
		}
		at = start;
		const name = take(word);
		if (name === 'true' || name === 'false' || name === 'null') {
			return true;
		}
		return fail(name === '' ? 'expected a value' : `${name} is no value: a text needs quotes`, start);
	};
	const members = (close: '}' | ']', member: () => boolean): boolean => {
		at += 1;
		if (skip() === close) {
			at += 1;
			return true;
		}
		for (;;) {
			if (!member()) {
				return false;
			}
			const next = skip();
			if (next === close) {
				at += 1;
				return true;
			}
			if (next !== ',') {
				return fail(next === undefined ? `the closing ${close} is missing` : `expected , or ${close}`);
			}
			const comma = at;
			at += 1;
			if (skip() === close) {
				return fail(`no comma before ${close}`, comma);
			}
		}
	};
	const object = (depth: number): boolean => {
		const names = new Set<string>();
		return members('}', () => {
			if (skip() !== '"') {
				return fail('expected a name in double quotes');
			}
			const from = at;
			if (!string()) {
				return false;
			}
			const name: unknown = JSON.parse(text.slice(from, at));
			if (names.has(String(name))) {
				return fail('this name is there twice', from);
			}
			names.add(String(name));
			if (skip() !== ':') {
				return fail('expected : after the name');
			}
			at += 1;
			return value(depth + 1);
		});
	};
	const value = (depth: number): boolean => {
		const first = skip();
		if (depth > deepest) {
			return fail('nested too deeply');
		}
		switch (first) {
			case '{':
				return object(depth);
			case '[':
				return members(']', () => value(depth + 1));
			case '"':
				return string();
			default:
				return simple();
		}
	};

	if (skip() !== '{' && isObject) {
		return {message: 'arguments are an object: they begin with {', offset: at};
	}
	if (value(0) && skip() !== undefined) {
		fail(isObject ? 'nothing may follow the last }' : 'nothing may follow the value');
	}
	return fault;
};

const placeOf = (text: string, {message, offset}: Place): JsonProblem => {
	const before = text.slice(0, offset);
	const start = before.lastIndexOf('\n') + 1;
	return {
		message,
		offset,
		line: before.split('\n').length,
		column: graphemesOf(before.slice(start)).length + 1,
	};
};

/** Any value. */
export const readJson = (text: string): JsonReading<JsonValue> => {
	const fault = findFault(text, false);
	return fault === undefined
		? {type: 'read', value: JSON.parse(text)}
		: {type: 'wrong', problem: placeOf(text, fault)};
};

export const readJsonObject = (text: string): JsonReading => {
	const fault = findFault(text, true);
	if (fault !== undefined) {
		return {type: 'wrong', problem: placeOf(text, fault)};
	}
	const value: unknown = JSON.parse(text);
	return isJsonObject(value)
		? {type: 'read', value}
		: {type: 'wrong', problem: placeOf(text, {message: 'arguments are an object', offset: 0})};
};
