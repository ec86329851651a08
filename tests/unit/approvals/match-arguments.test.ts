import {describe, expect, it} from 'vitest';
import {matchesArguments} from '../../../source/core/approvals/match-arguments.ts';
import type {ArgumentMatcher} from '../../../source/domain/approval.ts';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';
import {places} from './policy-harness.ts';

const matches = (matcher: ArgumentMatcher, value: JsonValue) => ({
	strict: matchesArguments({x: matcher}, {x: value}, 'strict', places),
	generous: matchesArguments({x: matcher}, {x: value}, 'generous', places),
});
const both = {strict: true, generous: true};
const neither = {strict: false, generous: false};
const onlyGenerous = {strict: false, generous: true};

/** So deep that whoever walks it by calling himself falls. */
const deepList = (inner: JsonValue): JsonValue => {
	let list = inner;
	for (let depth = 0; depth < 50_000; depth += 1) list = [list];
	return list;
};

describe('an argument', () => {
	it.each([
		[{equals: 1}, 1, both],
		[{equals: 1}, '1', onlyGenerous],
		[{equals: true}, 'true', onlyGenerous],
		[{equals: null}, null, both],
		[{equals: {a: [1, 2]}}, {a: [1, 2]}, both],
		[{equals: {a: [1, 2]}}, {a: [2, 1]}, neither],
		[{equals: {a: 1}}, {a: 1, b: 2}, neither],
		[{equals: 'rm'}, ['ls', 'rm'], onlyGenerous],
		[{equals: 'rm'}, ['rm', 'rm'], both],
		[{equals: 'rm'}, [], neither],
		[{equals: 'rm'}, {deep: {command: 'rm'}}, onlyGenerous],
		[{oneOf: ['a', 'b']}, 'b', both],
		[{oneOf: ['a', 'b']}, 'c', neither],
		[{oneOf: ['a', 'b']}, ['a', 'c'], onlyGenerous],
		[{oneOf: ['a', 'b']}, ['a', 'b'], both],
		[{oneOf: []}, 'a', neither],
		[{glob: 'git *'}, 'git push', both],
		[{glob: 'git *'}, 'rm', neither],
		[{glob: '4*'}, 42, onlyGenerous],
		[{glob: '*.md'}, ['a.md', 'b.sh'], onlyGenerous],
		[{glob: '*.md'}, ['a.md', 'b.md'], both],
		[{glob: '*.md'}, ['a.md', 3], onlyGenerous],
		[{glob: '*'}, [], neither],
		[{glob: '*secret*'}, {'a secret': 1}, onlyGenerous],
		[{glob: 'a*', equals: 'ab'}, 'ab', both],
		[{glob: 'a*', equals: 'ab'}, 'ac', neither],
		[{}, 'anything', both],
	] satisfies readonly (readonly [ArgumentMatcher, JsonValue, object])[])(
		'that is to be %j and is %j: %j',
		(matcher, value, expected) => {
			expect(matches(matcher, value)).toEqual(expected);
		},
	);

	it('that is absent fulfils nothing, also where its name is one that every object has', () => {
		for (const manner of ['strict', 'generous'] as const) {
			for (const name of ['x', 'a.x', 'constructor', '__proto__', 'toString.name']) {
				expect(matchesArguments({[name]: {}}, {a: {}, y: 1}, manner, places)).toBe(false);
			}
		}
	});

	it('must be fulfilled beside all others', () => {
		const matchers = {a: {equals: 1}, b: {equals: 2}};
		expect(matchesArguments(matchers, {a: 1, b: 2}, 'strict', places)).toBe(true);
		expect(matchesArguments(matchers, {a: 1, b: 3}, 'generous', places)).toBe(false);
	});

	const member = (args: JsonObject) => ({
		strict: matchesArguments({'a.b': {equals: 1}}, args, 'strict', places),
		generous: matchesArguments({'a.b': {equals: 1}}, args, 'generous', places),
	});

	it.each([
		[{a: {b: 1}}, both],
		[{a: {b: 2}}, neither],
		[{a: 1}, neither],
		[{'a.b': 1}, both],
		[{'a.b': 1, a: {b: 2}}, onlyGenerous],
		[{'a.b': 2, a: {b: 1}}, onlyGenerous],
		[{a: [{b: 1}, {b: 1}]}, both],
		[{a: [{b: 1}, {b: 2}]}, onlyGenerous],
		[{a: [{b: 1}, {c: 2}]}, onlyGenerous],
		[{a: []}, neither],
	] satisfies readonly (readonly [JsonObject, object])[])(
		'is found as a member of another in %j: %j',
		(args, expected) => {
			expect(member(args)).toEqual(expected);
		},
	);

	it('may climb as often as anybody likes', () => {
		const climbing = (times: number): string => `${'../'.repeat(times)}etc/passwd`;
		expect(matches({under: '/etc'}, climbing(300_000))).toEqual(onlyGenerous);
		expect(matches({under: '/etc'}, `/site/${climbing(300_000)}`)).toEqual(both);
		expect(matches({glob: '*/nothing'}, climbing(300_000))).toEqual(neither);
	});

	it('may be nested as deep as anybody likes', () => {
		expect(matches({glob: 'rm*'}, deepList('rm -rf'))).toEqual(both);
		expect(matches({equals: 'rm'}, deepList('rm'))).toEqual(onlyGenerous);
		expect(member({a: deepList({b: 1})})).toEqual(both);
	});
});

describe('a text with detours', () => {
	it.each([
		['/site/*', '/site/../etc/passwd', onlyGenerous],
		['/etc/*', '/site/../etc/passwd', onlyGenerous],
		['/etc/*', '/etc/../work/x', onlyGenerous],
		['/site/*', '/site/a/../b', both],
		['/site/*', '/site/%2e%2e/etc', onlyGenerous],
		['src/*', 'src/../../etc', onlyGenerous],
		['src/*', 'src/a.ts', both],
		['*', 'a/../b', both],
		['/etc/*', ' /etc/passwd', onlyGenerous],
		['https://a.example/public/*', 'https://a.example/public/../private', onlyGenerous],
		['https://a.example/*', 'https://a.example/x/../y', both],
		['https://*', 'https://[/../x', onlyGenerous],
		['v1..*', 'v1..v2', both],
	])('to match %s: %s is %j', (glob, text, expected) => {
		expect(matches({glob}, text)).toEqual(expected);
	});
});

describe('a path that is to lie under a folder', () => {
	it.each([
		['/site', '/site', both],
		['/site', '/site/', both],
		['/site/', '/site/a.txt', both],
		['/site', '/workshop/a.txt', neither],
		['/site', '/site/./a//b', both],
		['/site', '/site/../etc/passwd', neither],
		['/etc', '/site/../etc/passwd', both],
		['/', '/anything', both],
		['~', '/home/me/a', both],
		['~/work', '~/work/a', both],
		['~/work', '~/work/../.ssh/id', neither],
		['/home/me/.ssh', '~/.ssh/id', both],
		['/home/me', '~/../you/a', neither],
		['/home/you', '~you/a', onlyGenerous],
		['/site', 'file:///site/a', both],
		['/site', 'FILE:///site/a%20b', both],
		['/site', 'file://localhost/site/a', both],
		['/site', 'file://elsewhere/site/a', onlyGenerous],
		['/site', 'file:///site/%2e%2e/etc', neither],
		['/site', 'file:///site/..%2f..%2fetc', neither],
		['/etc', 'file:///site/..%2fetc', both],
		['/site', '/site/%2e%2e/etc/x', onlyGenerous],
		['/site', '/site/100%', both],
		['/home/me/work', 'a.txt', onlyGenerous],
		['/home/me/work', './a.txt', onlyGenerous],
		['/home/me', '../a.txt', onlyGenerous],
		['/etc', '../../../../../etc/passwd', onlyGenerous],
		['/etc', 'etc/passwd', onlyGenerous],
		['/etc', 'a.txt', neither],
		['/home/me/.ssh', '../.ssh/id', onlyGenerous],
		['/Etc', '/etc/passwd', onlyGenerous],
		['/etc', ' /etc/passwd ', onlyGenerous],
		['/site', '/site/a\0b', onlyGenerous],
		['/site', '/site/a\\..\\..\\etc', onlyGenerous],
		['/site', '/site\\a', onlyGenerous],
		['C:\\site', 'c:\\site\\a.txt', both],
		['C:\\site', 'C:/site/a.txt', both],
		['C:\\site', 'C:\\site\\..\\secret', neither],
		['C:\\site', 'file:///C:/site/a', both],
		['work', '/home/me/work/work/a', onlyGenerous],
		['/site', '', neither],
		['/site', 7, neither],
		['/site', ['/site/a', '/etc/b'], onlyGenerous],
		['/site', ['/site/a', '/site/b'], both],
		['/site', [], neither],
		['/site', {'/site/a': 'text'}, onlyGenerous],
	] satisfies readonly (readonly [string, JsonValue, object])[])('%s: %j is %j', (under, value, expected) => {
		expect(matches({under}, value)).toEqual(expected);
	});
});
