// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {buildRequest} from '../../../../source/core/toolbox/custom/internal/buildRequest.ts';
import {McpToolError} from '../../../../source/core/toolbox/shared/McpToolError.ts';
import type {JsonObject, JsonValue} from '../../../../source/domain/json.ts';
import {secretOfTests, toolOf} from '../../../helpers/custom-tool.ts';

const anything = {properties: {a: {}, b: {}, c: {}}, required: ['a', 'b']};

const build = (endpoint: object | string, args: JsonObject, parameters: object = anything) =>
	buildRequest(toolOf({parameters, endpoint}), args, '1');

/** What stands in the way of a request. */
const errorOf = (endpoint: object | string, args: JsonObject, parameters?: object): McpToolError => {
	try {
		build(endpoint, args, parameters);
	} catch (error) {
		if (error instanceof McpToolError) return error;
	}
	throw new Error('The request was built.');
};

const runs = {numRuns: 300};

/** Texts that mean something in addresses, headers and JSON, among others. */
const nasty = fc.oneof(
	fc.constantFrom(
		'..',
		'.',
		'%2e%2e',
		'//evil.example',
		'@evil.example',
		'\\..\\',
		'?x=1',
		'#x',
		'&a=b',
		'"}',
		'\r\nX: y',
		':8080',
		'\0',
		'{{b}}',
		'${HOME}',
		'\ud800',
		'%',
		'%2f..',
	),
	fc.string({unit: 'binary', maxLength: 20}),
	fc.string({
		unit: fc.constantFrom(
			'.',
			'/',
			'\\',
			'%',
			'2',
			'e',
			'@',
			':',
			'?',
			'#',
			'&',
			'=',
			'"',
			'{',
			'}',
			'\r',
			'\n',
			'\t',
			' ',
		),
		maxLength: 12,
	}),
);

/** Runs what may refuse its arguments, and says nothing where it does. */
const unlessRefused = <Value>(run: () => Value): Value | undefined => {
	try {
		return run();
	} catch (error) {
		if (error instanceof McpToolError) return undefined;
		throw error;
	}
};

describe('an argument in the address', () => {
	const endpoint = 'https://api.example.com:8443/v1/{{a}}/x.{{b}}/end?q={{c}}&k=1';

	it('never changes whom is asked, nor what stands around it', () => {
		fc.assert(
			fc.property(nasty, nasty, nasty, (a, b, c) => {
				const request = unlessRefused(() => build(endpoint, {a, b, c}));
				if (request === undefined) return;
				const url = new URL(request.url);
				expect(url.origin).toBe('https://api.example.com:8443');
				expect([url.username, url.password, url.hash]).toEqual(['', '', '']);
				const segments = url.pathname.split('/');
				expect(segments).toHaveLength(5);
				expect([segments[1], segments[3]?.slice(0, 2), segments[4]]).toEqual(['v1', 'x.', 'end']);
				const wellFormed = (text: string) => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
				expect(decodeURIComponent(segments[2] ?? '')).toBe(wellFormed(a));
				expect([...url.searchParams]).toEqual([
					['q', wellFormed(c)],
					['k', '1'],
				]);
			}),
			runs,
		);
	});

	it.each(['', '.', '..'])('is refused when it is "%s", which would be another address', a => {
		expect(errorOf(endpoint, {a, b: 'b'}).field).toBe('a');
	});

	it('is refused when dots come together from two of them', () => {
		expect(errorOf('https://a.example/x/{{a}}{{b}}', {a: '.', b: '.'}).message).toContain(
			'lead to another place',
		);
	});

	it('is refused when it is an object, or far too long', () => {
		expect(errorOf(endpoint, {a: {}, b: 'b'}).field).toBe('a');
		expect(errorOf(endpoint, {a: 'x'.repeat(20_000), b: 'b'}).message).toContain('16000 is the most');
	});

	it('that is not given takes its parameter along, and a list repeats it', () => {
		expect(build(endpoint, {a: 'a', b: 'b'}).url).toBe('https://api.example.com:8443/v1/a/x.b/end?k=1');
		const query = {tag: '{{c}}', both: '{{a}} & {{b}}', fixed: 'x y'};
		const {url} = build({url: 'https://a.example', query}, {a: 1, b: true, c: ['x&y', 'z']});
		expect(url).toBe('https://a.example?tag=x%26y&tag=z&both=1%20%26%20true&fixed=x%20y');
	});

	it('has the default of its schema where it is not given', () => {
		const parameters = {properties: {days: {type: 'integer', default: 3}}};
		expect(build('https://a.example/{{days}}', {}, parameters).url).toBe('https://a.example/3');
		expect(build('https://a.example/{{days}}', {days: 5}, parameters).url).toBe('https://a.example/5');
	});
});

describe('arguments that nothing names', () => {
	it('go into the query, or into the body of a POST', () => {
		const args = {a: 'x y', b: [1, 2], c: null};
		expect(build('https://a.example/', args).url).toBe('https://a.example/?a=x%20y&b=1&b=2');
		const posted = build({method: 'POST', url: 'https://a.example/{{a}}'}, args);
		expect([posted.url, posted.body]).toEqual(['https://a.example/x%20y', '{"b":[1,2],"c":null}']);
		expect(posted.headers['Content-Type']).toBe('application/json');
	});

	it('are not sent where the schema does not know them, unless it is open to others', () => {
		const args = {q: 'a', user: 'admin'};
		const known = {properties: {q: {}}};
		expect(build('https://a.example/', args, known).url).toBe('https://a.example/?q=a');
		expect(build({url: 'https://a.example/', method: 'POST'}, args, known).body).toBe('{"q":"a"}');
		expect(build('https://a.example/', args, {...known, additionalProperties: false}).url).toMatch(/\?q=a$/);
		for (const open of [
			{additionalProperties: true},
			{additionalProperties: {type: 'string'}},
			{patternProperties: {'^u': {}}},
			{allOf: [{properties: {user: {}}}]},
		]) {
			expect(build('https://a.example/', args, {...known, ...open}).url).toMatch(/\?q=a&user=admin$/);
		}
	});

	it.each(['user', 'User', 'u s'])('never say %s a second time where the address says it', name => {
		const open = {properties: {q: {}, [name]: {}}, additionalProperties: true};
		const error = errorOf('https://a.example/?user=me&u%20s=1', {q: 'a', [name]: 'admin'}, open);
		expect(error.field).toBe(name);
		expect(error.message).toContain(`already says what ${name} is`);
		expect(build({url: 'https://a.example/?user=me', method: 'POST'}, {[name]: 1}, open)).toMatchObject({
			url: 'https://a.example/?user=me',
			body: `{"${name}":1}`,
		});
	});

	it('are nowhere when the endpoint says what is sent', () => {
		const request = build({url: 'https://a.example/', method: 'POST', body: {x: '{{a}}'}}, {a: 1, b: 2});
		expect([request.url, request.body]).toEqual(['https://a.example/', '{"x":1}']);
	});

	it('do not make an empty body where the address names them all', () => {
		const parameters = {properties: {a: {}}, required: ['a']};
		expect(build({url: 'https://a.example/{{a}}', method: 'PUT'}, {a: 1}, parameters).body).toBeUndefined();
	});
});

describe('an argument in a header', () => {
	const endpoint = {url: 'https://a.example', headers: {'X-A': 'to {{a}}', 'X-C': '{{c}}'}};

	it('never makes another header', () => {
		fc.assert(
			fc.property(nasty, a => {
				const request = unlessRefused(() => build(endpoint, {a, b: ''}));
				if (request === undefined) return;
				const headers = [...new Headers(request.headers)].map(([name]) => name);
				expect(headers).toEqual(['accept', 'user-agent', 'x-a']);
				expect(request.headers['X-A']).toBe(`to ${a}`);
			}),
			runs,
		);
	});

	it.each(['a\r\nX-Evil: 1', 'a\nb', '\0', 'Łódź'])('is refused when it does not fit: %j', a => {
		expect(errorOf(endpoint, {a, b: ''}).field).toBe('a');
	});

	it('takes the place of what is usually sent, and is left out when it is not given', () => {
		const {headers} = build(
			{url: 'https://a.example', headers: {accept: 'text/csv', 'X-C': '{{c}}'}},
			{a: 1, b: 1},
		);
		expect(headers).toEqual({'User-Agent': 'mcp-tui/1', accept: 'text/csv'});
	});
});

describe('an argument in the body', () => {
	const endpoint = {
		url: 'https://a.example',
		body: {title: '{{a}}', text: 'of {{b}}!', list: ['{{c}}', 1, {deep: '{{c}}'}], fixed: null},
	};

	it('keeps its type, and never changes the JSON around it', () => {
		fc.assert(
			fc.property(fc.jsonValue({maxDepth: 3}), nasty, (value, b) => {
				// What JSON itself does not keep apart does not count.
				const a: JsonValue = JSON.parse(JSON.stringify(value));
				const body = JSON.parse(build(endpoint, {a, b}).body ?? '');
				expect(body).toEqual({title: a, text: `of ${b}!`, list: [1, {}], fixed: null});
			}),
			runs,
		);
	});

	it('may be all of it', () => {
		expect(build({url: 'https://a.example', body: '{{a}}'}, {a: [1, '"'], b: 1}).body).toBe('[1,"\\""]');
	});

	it('is one field of a form, whatever is in it', () => {
		fc.assert(
			fc.property(nasty, a => {
				const form = {x: '{{a}}', 'y&z': 'fixed & {{b}}'};
				const fields = [...new URLSearchParams(build({url: 'https://a.example', form}, {a, b: '='}).body)];
				expect(fields).toEqual([
					['x', a.replaceAll(/\p{Surrogate}/gu, '\ufffd')],
					['y&z', 'fixed & ='],
				]);
			}),
			runs,
		);
	});

	it('is sent as it is where the body is plain text', () => {
		const headers = {'Content-Type': 'text/markdown'};
		const request = build({url: 'https://a.example', headers, body: '# {{a}}'}, {a: 'Title', b: 1});
		expect([request.body, request.headers['Content-Type']]).toEqual(['# Title', 'text/markdown']);
	});
});

describe('a secret', () => {
	it('is sent, encoded for its place, and dots where the request is shown', () => {
		const request = build(
			{
				url: 'https://a.example/${keychain:a}?k=${keychain:a}',
				headers: {Authorization: 'Bearer ${keychain:a}'},
				body: {password: '${keychain:a}', a: '{{a}}'},
			},
			{a: 1, b: 1},
		);
		expect(request.url).toBe(`https://a.example/${secretOfTests}?k=${secretOfTests}`);
		expect(request.headers.Authorization).toBe(`Bearer ${secretOfTests}`);
		expect(request.body).toContain(secretOfTests);
		expect(request.shown).toEqual({
			method: 'POST',
			url: 'https://a.example/•••?k=•••',
			headers: {
				Accept: 'application/json, text/*;q=0.9, */*;q=0.5',
				'User-Agent': 'mcp-tui/1',
				'Content-Type': 'application/json',
				Authorization: 'Bearer •••',
			},
			body: '{"password":"•••","a":1}',
		});
	});
});
