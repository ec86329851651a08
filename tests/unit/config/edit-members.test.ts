import fc from 'fast-check';
import {createScanner, findNodeAtLocation, type ParseError, parse, parseTree} from 'jsonc-parser';
import {describe, expect, it} from 'vitest';
import {removeMember, setMember} from '../../../source/core/config/edit-members.ts';
import type {JsonValue} from '../../../source/domain/json.ts';

const lines = (...parts: readonly string[]) => `${parts.join('\n')}\n`;

describe('setMember', () => {
	it.each<[string, string, string]>([
		['an empty object', '{}', '{\n  "b": 2\n}'],
		['an object with a comment', '{\n\t// about\n}', '{\n\t// about\n\t"b": 2\n}'],
		['a line', '{"a": 1}', '{"a": 1, "b": 2}'],
		['a line with a trailing comma', '{"a": 1,}', '{"a": 1, "b": 2,}'],
		['lines', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"b": 2\n}'],
		['lines with a trailing comma', '{\n    "a": 1,\n}', '{\n    "a": 1,\n    "b": 2,\n}'],
		['lines that end like those of Windows', '{\r\n  "a": 1\r\n}', '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
		[
			'lines with comments',
			'{\n  "a": 1 // about a\n  // the end\n}',
			'{\n  "a": 1, // about a\n  "b": 2\n  // the end\n}',
		],
		['a brace on the last line', '{\n  "a": 1 }', '{\n  "a": 1,\n  "b": 2 }'],
	])('adds to %s', (_, before, after) => {
		expect(setMember(before, [], 'b', 2)).toBe(after);
	});

	it('indents what it adds as the file does', () => {
		expect(setMember('{\n\t"a": {\n\t\t"x": {}\n\t}\n}', ['a'], 'y', {args: ['1'], env: {}})).toBe(
			'{\n\t"a": {\n\t\t"x": {},\n\t\t"y": {\n\t\t\t"args": [\n\t\t\t\t"1"\n\t\t\t],\n\t\t\t"env": {}\n\t\t}\n\t}\n}',
		);
	});

	it('touches only what differs between an old and a new object', () => {
		const before = lines(
			'{',
			'  "a": {',
			'    // the program',
			'    "command": "x", // stays',
			'    "args": ["1"], // goes, the remark stays',
			'    "timeout": 5',
			'  }',
			'}',
		);
		expect(setMember(before, [], 'a', {command: 'x', timeout: 6, cwd: '/'})).toBe(
			lines(
				'{',
				'  "a": {',
				'    // the program',
				'    "command": "x", // stays',
				'    // goes, the remark stays',
				'    "timeout": 6,',
				'    "cwd": "/"',
				'  }',
				'}',
			),
		);
	});

	it('leaves a value alone that is the same already', () => {
		const text = '{"a":   {"b":[ 1,2 ]}}';
		expect(setMember(text, [], 'a', {b: [1, 2]})).toBe(text);
	});
});

describe('removeMember', () => {
	it.each<[string, string]>([
		['{"a": 1}', '{}'],
		['{ "a": 1, }', '{ }'],
		['{ "a": 1, "b": 2 }', '{ "b": 2 }'],
		['{ "b": 2, "a": 1 }', '{ "b": 2 }'],
		['{"a": 1, "b": 2}', '{"b": 2}'],
		['{"b": 2, "a": 1}', '{"b": 2}'],
		['{"b": 2, "a": 1, "c": 3}', '{"b": 2, "c": 3}'],
		['{"b": 2, "a": 1,}', '{"b": 2,}'],
		['{\n  "a": 1,\n  "b": 2\n}', '{\n  "b": 2\n}'],
		['{\n  "b": 2,\n  "a": 1\n}', '{\n  "b": 2\n}'],
		['{\n  "b": 2, // about b\n  // about a\n  "a": {\n  }\n}', '{\n  "b": 2 // about b\n  // about a\n}'],
		['{\n  "a": 1, // about a\n  "b": 2\n}', '{\n  // about a\n  "b": 2\n}'],
		['{\n  "a": 1 /* x */,\n  "b": 2\n}', '{\n  /* x */\n  "b": 2\n}'],
		['{"b": 2}', '{"b": 2}'],
	])('makes %j into %j', (before, after) => {
		expect(removeMember(before, [], 'a')).toBe(after);
	});
});

/** Token by token, so that it works for a part of a text too. */
const commentsOf = (text: string): readonly string[] => {
	const [lineComment, blockComment, end] = [12, 13, 17];
	const scanner = createScanner(text, false);
	const found: string[] = [];
	for (let kind: number = scanner.scan(); kind !== end; kind = scanner.scan()) {
		if (kind === lineComment || kind === blockComment) {
			found.push(text.slice(scanner.getTokenOffset(), scanner.getPosition()));
		}
	}
	return found.sort();
};

/** What goes with a member that is removed, or with the value that it had. */
const commentsWithin = (text: string, name: string, whole: boolean): readonly string[] => {
	const root = parseTree(text, [], {allowTrailingComma: true});
	const value = root && findNodeAtLocation(root, [name]);
	const node = whole ? value?.parent : value;
	return node === undefined ? [] : commentsOf(text.slice(node.offset, node.offset + node.length));
};

const without = (all: readonly string[], gone: readonly string[]): readonly string[] => {
	const rest = [...all];
	for (const comment of gone) {
		rest.splice(rest.indexOf(comment), 1);
	}
	return rest;
};

const key = fc.constantFrom('a', 'b', 'c', 'd', '"', '__proto__', 'ü');
// The parser that reads it back loses such a member, wherever it is.
const json = fc.jsonValue({maxDepth: 2}).filter(value => !JSON.stringify(value).includes('__proto__'));

/** JSON as people write it: blanks, line breaks, comments and trailing commas anywhere. */
const people = (value: fc.JsonValue, next: () => number): string => {
	const gap = (): string =>
		['', ' ', '\n', '\n\t', ` /* ${next()} */ `, ` // ${next()}\n`, '\r\n  '][next() % 7] ?? '';
	const write = (part: fc.JsonValue): string => {
		if (typeof part !== 'object' || part === null) {
			return JSON.stringify(part);
		}
		const items = Array.isArray(part)
			? part.map(write)
			: Object.entries(part).map(
					([name, item]) => `${JSON.stringify(name)}${gap()}:${gap()}${write(item ?? null)}`,
				);
		const inner = items.map(item => `${gap()}${item}${gap()}`).join(',');
		const end = items.length > 0 && next() % 4 === 0 ? `,${gap()}` : '';
		const [open, close] = Array.isArray(part) ? ['[', ']'] : ['{', '}'];
		return `${open}${inner}${end}${items.length === 0 ? gap() : ''}${close}`;
	};
	return write(value);
};

describe('any change of any file', () => {
	it('changes what it should and keeps every comment and every other key', () => {
		fc.assert(
			fc.property(
				fc.dictionary(key, json, {maxKeys: 5}),
				fc.array(fc.nat(1000), {minLength: 40, maxLength: 40}),
				fc.array(
					fc.tuple(key, fc.option(fc.oneof(fc.integer(), fc.string(), fc.constant<JsonValue>([1, 'x'])))),
					{
						maxLength: 4,
					},
				),
				(object, numbers, changes) => {
					let used = 0;
					let text = people(object, () => numbers[used++ % numbers.length] ?? 0);
					const expected = new Map<string, unknown>(Object.entries(object));
					let comments = commentsOf(text);
					for (const [name, value] of changes) {
						comments = without(comments, commentsWithin(text, name, value === null));
						text = value === null ? removeMember(text, [], name) : setMember(text, [], name, value);
						if (value === null) expected.delete(name);
						else expected.set(name, value);
					}
					const errors: ParseError[] = [];
					const after: object = parse(text, errors, {allowTrailingComma: true});
					expect(errors).toEqual([]);
					expect(JSON.stringify(sorted(Object.entries(after)))).toBe(
						JSON.stringify(sorted([...expected].filter(([name]) => name !== '__proto__'))),
					);
					expect(commentsOf(text)).toEqual(comments);
				},
			),
			{numRuns: 500},
		);
	});
});

const sorted = (entries: readonly (readonly [string, unknown])[]) =>
	[...entries].sort(([one], [other]) => (one < other ? -1 : 1));
