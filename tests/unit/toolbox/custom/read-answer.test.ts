import {describe, expect, it} from 'vitest';
import {readAnswer} from '../../../../source/core/toolbox/custom/internal/readAnswer.ts';
import type {McpToolOutcome} from '../../../../source/core/toolbox/shared/McpTool.ts';
import {McpToolError} from '../../../../source/core/toolbox/shared/McpToolError.ts';
import {toolOf} from '../../../helpers/custom-tool.ts';

const resultOf = (result: unknown) => toolOf({endpoint: 'https://a.example', result}).result;

type Answer = {readonly status?: number; readonly type?: string; readonly body?: string | Uint8Array};

const read = (
	result: unknown,
	{status = 200, type = 'application/json', body = ''}: Answer,
): McpToolOutcome<unknown> => {
	const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
	const answer = {
		status,
		statusText: status === 200 ? 'OK' : 'Bad',
		contentType: type,
		bytes: bytes.length,
		isOk: status < 300,
		body: bytes,
	};
	return readAnswer(answer, resultOf(result), 'a.example');
};

const text = (words: string) => [{type: 'text', text: words}];

const messageOf = (outcome: McpToolOutcome<unknown>): string => {
	if (outcome instanceof McpToolError) return outcome.message;
	throw new Error(`It is no error: ${JSON.stringify(outcome)}`);
};

const deep = '{"data": {"items": [{"name": "x", "n": 1}], "a.b": "dotted", "/": 0}}';

describe('the answer of an endpoint', () => {
	it('is JSON where it says so, as it came, and text otherwise', () => {
		expect(read('auto', {body: '{"a": 1}'})).toEqual([...text('{"a": 1}'), {type: 'json', data: {a: 1}}]);
		expect(read('auto', {body: '[1]', type: 'application/ld+json'})).toEqual(text('[1]'));
		expect(read('auto', {body: '{"a": 1}', type: 'text/plain'})).toEqual(text('{"a": 1}'));
		expect(read('text', {body: '{"a": 1}'})).toEqual(text('{"a": 1}'));
		expect(read('json', {body: '{"a": 1}', type: 'text/plain'})).toHaveLength(2);
	});

	it.each([
		['data.items[0].name', 'x'],
		['$.data.items[0].name', 'x'],
		['/data/items/0/name', 'x'],
		['data.items.0.n', '1'],
		['data["a.b"]', 'dotted'],
		['/data/~1', '0'],
	])('has something at %s', (path, found) => {
		expect(read({path}, {body: deep})).toEqual(text(found));
	});

	it('is quoted where a text has to be JSON, and an object comes with its structure', () => {
		expect(read({path: 'data.items[0].name', as: 'json'}, {body: deep})).toEqual(text('"x"'));
		expect(read({path: 'data.items[0]'}, {body: deep})).toEqual([
			...text('{"name":"x","n":1}'),
			{type: 'json', data: {name: 'x', n: 1}},
		]);
	});

	it.each([
		['data.itms', 'has no data.itms: at data there is items, a.b, /.'],
		['data.items[1]', 'has no data.items[1]: at data.items there is a list of 1.'],
		['data.items[0].name.x', 'at data.items.0.name there is a string.'],
		['constructor', 'at the top there is data.'],
	])('says what there is where nothing is at %s', (path, message) => {
		expect(messageOf(read({path}, {body: deep}))).toContain(message);
	});

	it.each([
		['titles that never end', '<title '.repeat(700_000), 'It sent an HTML page.'],
		[
			'a title without an end',
			`<title>${'x'.repeat(5_000_000)}`,
			`It sent an HTML page: ${'x'.repeat(200)}…`,
		],
		['a title that comes late', `${' '.repeat(5_000_000)}<title>late</title>`, 'It sent an HTML page.'],
	])('keeps nobody busy with %s', (_, body, said) => {
		expect(messageOf(read('auto', {status: 500, type: 'text/html', body}))).toBe(
			`a.example answered 500 Bad. ${said}`,
		);
	});

	it('is looked at from its beginning only, however long it is', () => {
		const message = messageOf(read('auto', {status: 500, type: 'text/plain', body: `a${' '.repeat(9000)}b`}));
		expect(message).toBe('a.example answered 500 Bad. It said: a…');
	});

	it('is an error with its status and a short, harmless excerpt', () => {
		const body = `line\u001b[31m one\n\nline two ${'x'.repeat(2000)}`;
		const message = messageOf(read('auto', {status: 500, body}));
		expect(message).toMatch(/^a\.example answered 500 Bad\. It said: line one line two x+…$/);
		expect(message.length).toBeLessThan(700);
		expect(
			messageOf(read('auto', {status: 404, type: 'text/html', body: '<title>Not <b>here</title>'})),
		).toContain('It sent an HTML page: Not');
		expect(messageOf(read('auto', {status: 502}))).toBe('a.example answered 502 Bad. It said nothing more.');
	});

	it('says in its own words what went wrong, whatever its status', () => {
		const result = {error: 'error.message'};
		const body = '{"error": {"message": "quota used up"}}';
		for (const status of [200, 429]) {
			expect(messageOf(read(result, {status, body}))).toContain('It said: quota used up');
		}
		expect(read(result, {body: '{"error": null, "a": 1}'})).toHaveLength(2);
		expect(messageOf(read(result, {status: 500, body: 'no JSON'}))).toContain('It said: no JSON');
	});

	it('may be empty, unless something is wanted of it', () => {
		expect(read('auto', {status: 204})).toEqual(text('a.example answered 204 Bad, without any content.'));
		expect(messageOf(read('json', {}))).toContain('but not with JSON');
	});

	it('is refused when it is no text', () => {
		const png = new Uint8Array([137, 80, 78, 71, 0, 255]);
		expect(messageOf(read('auto', {type: 'image/png', body: png}))).toContain(
			'6 bytes of image/png, which is no text',
		);
	});

	it('is read in its own encoding', () => {
		const body = new Uint8Array([0x4c, 0xfc, 0x62]);
		expect(read('auto', {type: 'text/plain; charset=iso-8859-1', body})).toEqual(text('Lüb'));
	});
});
