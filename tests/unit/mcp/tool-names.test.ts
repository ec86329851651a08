import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {offerTools} from '../../../source/core/mcp/catalogue/tool-names.ts';
import type {ToolDefinition} from '../../../source/domain/tool.ts';

const define = (server: string, tool: string): ToolDefinition => ({
	server,
	tool,
	description: '',
	inputSchema: {},
	annotations: {},
});

const names = (...pairs: readonly (readonly [string, string])[]) =>
	offerTools(pairs.map(([server, tool]) => define(server, tool))).map(({modelName}) => modelName);

describe('the names that a model sees', () => {
	it('join server and tool', () => {
		expect(names(['git', 'log'], ['files', 'read_file'])).toEqual(['git__log', 'files__read_file']);
	});

	it('replace every other character by a hyphen', () => {
		expect(names(['my server', 'tool.name/ü🦜'])).toEqual(['my-server__tool-name---']);
	});

	it('are cut to 64 characters and told apart by a hash', () => {
		const [first, second] = names(['s', `${'x'.repeat(80)}1`], ['s', `${'x'.repeat(80)}2`]);
		expect(first).toHaveLength(64);
		expect(second).toHaveLength(64);
		expect(first).not.toBe(second);
	});

	it('leave the plain name to the tool whose name it really is', () => {
		const [exact, replaced] = names(['s', 'a-b'], ['s', 'a.b']);
		expect(exact).toBe('s__a-b');
		expect(replaced).toMatch(/^s__a-b_[0-9a-f]{8}$/);
	});

	it('favour nobody when several could claim the same one', () => {
		const [first, second] = names(['a__b', 'c'], ['a', 'b__c']);
		expect(first).toMatch(/^a__b__c_[0-9a-f]{8}$/);
		expect(second).toMatch(/^a__b__c_[0-9a-f]{8}$/);
		expect(first).not.toBe(second);
	});

	it('evade a tool that is named like a hashed name', () => {
		const [, hashed] = names(['s', 'a-b'], ['s', 'a.b']);
		const tricky = (hashed ?? '').replace('s__', '');
		const all = names(['s', 'a-b'], ['s', 'a.b'], ['s', tricky]);
		expect(new Set(all).size).toBe(3);
		expect(all[2]).toBe(hashed);
	});

	it('list a pair once even when it comes twice', () => {
		expect(names(['s', 'a'], ['s', 'a'])).toEqual(['s__a']);
	});

	it('are valid, unique and the same in any order', () => {
		const part = fc.oneof(
			fc.constantFrom('a', 'a.b', 'a-b', 'a_b', '_', '__', 'a__b', 'ü', ' '),
			fc.string({minLength: 1, maxLength: 80}),
		);
		const pairs = fc.uniqueArray(fc.tuple(part, part), {selector: pair => JSON.stringify(pair)});
		fc.assert(
			fc.property(pairs, list => {
				const forwards = offerTools(list.map(([server, tool]) => define(server, tool)));
				const backwards = offerTools(list.toReversed().map(([server, tool]) => define(server, tool)));
				const all = forwards.map(({modelName}) => modelName);
				for (const name of all) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
				expect(new Set(all).size).toBe(list.length);
				expect(backwards.toReversed()).toEqual(forwards);
			}),
		);
	});
});
