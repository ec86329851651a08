import {describe, expect, it} from 'vitest';
import type {ServerCatalogue} from '../../../source/core/mcp/catalogue/list-catalogue.ts';
import {keepKnown} from '../../../source/core/mcp/connection/keep-known.ts';

const tool = {server: 's', tool: 't', description: '', inputSchema: {}, annotations: {}};
const prompt = {server: 's', prompt: 'p', description: '', arguments: []};
const empty: ServerCatalogue = {
	tools: [],
	leftOut: [],
	prompts: [],
	resources: [],
	templates: [],
	definitionTokens: 0,
};
const known: ServerCatalogue = {...empty, tools: [tool], prompts: [prompt], definitionTokens: 7};
const failure = {code: 'timeout', message: 'Too late.'};

describe('lists that are read again', () => {
	it('replace what was known', () => {
		expect(keepKnown(empty, known)).toEqual(empty);
	});

	it('keep what was known of one that fails', () => {
		expect(keepKnown({...empty, unreadable: {prompts: failure}}, known)).toEqual({
			...empty,
			prompts: [prompt],
			note: 'Too late. The list from before is still used.',
		});
	});

	it('keep the tools, and the server stays ready, when those fail', () => {
		const kept = keepKnown({...empty, unreadable: {tools: failure}}, known);
		expect(kept).toMatchObject({tools: [tool], definitionTokens: 7, prompts: []});
		expect(kept.unreadable).toBeUndefined();
	});

	it('stay missing where they have never been there', () => {
		const never: ServerCatalogue = {...empty, unreadable: {tools: failure}};
		expect(keepKnown(never, never)).toMatchObject({unreadable: {tools: failure}});
		expect(keepKnown(never, undefined)).toMatchObject({unreadable: {tools: failure}});
	});
});
