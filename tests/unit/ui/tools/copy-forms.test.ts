import {execFileSync} from 'node:child_process';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {HttpWay} from '../../../../source/domain/tool-desk.ts';
import {splitCommandLine} from '../../../../source/support/shell-words.ts';
import {asCommand, asCurl, asJsonRpc} from '../../../../source/ui/tools/copy-forms.ts';

const anyText = fc.oneof(
	fc.string({unit: 'binary', maxLength: 12}),
	fc.constantFrom("it's", '$HOME', '`id`', '\\', '!!', '"', '\n', '\u0000', '\u202e', '-x', '--', '* ?'),
);
const anyArguments = fc.dictionary(
	fc.string({maxLength: 8}),
	fc.oneof(anyText, fc.integer(), fc.boolean(), fc.array(anyText, {maxLength: 3})),
	{maxKeys: 4, noNullPrototype: true},
) as fc.Arbitrary<JsonObject>;

const way: HttpWay = {
	type: 'http',
	url: 'https://example.org/mcp',
	secrets: {Authorization: {before: 'Bearer ', variable: 'TOKEN'}},
};

/** What a real shell makes of a command: its words. */
const wordsOf = (command: string): readonly string[] =>
	execFileSync('/bin/sh', ['-c', `set -- ${command}\nfor word in "$@"; do printf '%s\\0' "$word"; done`], {
		encoding: 'utf8',
		env: {TOKEN: 'my-token', MCP_SESSION_ID: 'my-session'},
	})
		.split('\0')
		.slice(0, -1);

describe('a call that is copied as a command', () => {
	it('has the same arguments when its words are read again', () => {
		fc.assert(
			fc.property(anyArguments, args => {
				const words = splitCommandLine(asCommand({server: 'files', tool: 'read'}, args)) ?? [];
				expect(words.slice(0, 4)).toEqual(['mcp-tui', 'call', 'files', 'read']);
				expect(JSON.parse(words[4] ?? '{}')).toEqual(args);
			}),
		);
	});

	it('is read by a real shell as it was meant', () => {
		for (const args of fc.sample(anyArguments, {numRuns: 20, seed: 7})) {
			const words = wordsOf(asCommand({server: "it's mine", tool: '$(touch x)'}, args));
			expect(words.slice(0, 4)).toEqual(['mcp-tui', 'call', "it's mine", '$(touch x)']);
			expect(JSON.parse(words[4] ?? '{}')).toEqual(args);
		}
	});

	it('does not let a name be an option', () => {
		expect(asCommand({server: 'files', tool: '--help'}, {})).toBe('mcp-tui call -- files --help');
	});

	it('shows everything that is in it', () => {
		expect(asCommand({server: 'files', tool: 'read'}, {path: 'a\u202eb\u0000'})).toBe(
			String.raw`mcp-tui call files read '{"path":"a\u202eb\u0000"}'`,
		);
	});
});

describe('a call that is copied as a message', () => {
	it('is what is sent', () => {
		expect(JSON.parse(asJsonRpc({server: 'files', tool: 'read'}, {path: 'a'}))).toEqual({
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/call',
			params: {name: 'read', arguments: {path: 'a'}},
		});
	});

	it('says itself what it needs where the server keeps no sessions', () => {
		const sent = JSON.parse(asJsonRpc({server: 'files', tool: 'read'}, {}, '2026-07-28'));
		expect(sent.params._meta).toMatchObject({
			'io.modelcontextprotocol/protocolVersion': '2026-07-28',
		});
	});
});

describe('a call that is copied for curl', () => {
	it('is read by a real shell as it was meant, with the secret from a variable', () => {
		for (const args of fc.sample(anyArguments, {numRuns: 10, seed: 11})) {
			const command = asCurl({server: 'web', tool: 'read'}, args, way, '2025-11-25') ?? '';
			expect(command).not.toContain('my-token');
			const words = wordsOf(command);
			expect(words).toContain('https://example.org/mcp');
			expect(words).toContain('Authorization: Bearer my-token');
			expect(words).toContain('Mcp-Session-Id: my-session');
			const data = words[words.indexOf('--data-raw') + 1] ?? '';
			expect(JSON.parse(data).params.arguments).toEqual(args);
		}
	});

	it('names method and tool in its headers for a server that wants that', () => {
		const words = wordsOf(asCurl({server: 'web', tool: 'read'}, {}, way, '2026-07-28') ?? '');
		expect(words).toContain('Mcp-Name: read');
		expect(words.some(word => word.startsWith('Mcp-Session-Id'))).toBe(false);
	});

	it('does not exist for a server that HTTP alone does not reach', () => {
		expect(asCurl({server: 'a', tool: 'b'}, {}, {type: 'none', why: 'no'}, undefined)).toBeUndefined();
	});
});
