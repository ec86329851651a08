import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {measureJson} from '../../../source/core/mcp/catalogue/json-bounds.ts';
import {listInsideTools, listTools} from '../../../source/core/mcp/catalogue/list-tools.ts';

const entry = (name: string, more: object = {}) => ({name, inputSchema: {type: 'object'}, ...more});
const onePage = (...tools: readonly unknown[]) => listTools('s', () => Promise.resolve({tools}));

describe('listing tools', () => {
	it('fills in what a sparse entry leaves out', async () => {
		expect(await onePage(entry('bare'))).toEqual({
			items: [{server: 's', tool: 'bare', description: '', inputSchema: {type: 'object'}, annotations: {}}],
		});
	});

	it('keeps title, output schema and hints', async () => {
		const annotations = {title: 'T', readOnlyHint: true, somethingElse: 1};
		const {items: tools} = await onePage(entry('full', {title: 'Full', outputSchema: {a: 1}, annotations}));
		expect(tools[0]).toMatchObject({
			title: 'Full',
			outputSchema: {a: 1},
			annotations: {title: 'T', readOnlyHint: true},
		});
		expect(tools[0]?.annotations).not.toHaveProperty('somethingElse');
	});

	it('hears what a tool may reach only from servers inside the program', async () => {
		const _meta = {'mcp-tui/reach': 'print', 'mcp-tui/where': '/work'};
		const page = () => Promise.resolve({tools: [entry('one', {_meta})]});
		expect((await listInsideTools('s', page)).items).toMatchObject([{reach: 'print', where: '/work'}]);
		expect((await listTools('s', page)).items[0]).not.toHaveProperty('reach');
		expect((await listTools('s', page)).items[0]).not.toHaveProperty('where');
	});

	it('lets the rest of the program run while a list is long', async () => {
		const tools = Array.from({length: 20_000}, (_, index) => entry(`tool-${index}`));
		let turns = 0;
		const count = () => {
			turns += 1;
			timer = setImmediate(count);
		};
		let timer = setImmediate(count);
		expect((await onePage(...tools)).items).toHaveLength(20_000);
		clearImmediate(timer);
		expect(turns).toBeGreaterThan(2);
	});

	it('keeps the words of a server short that breaks off its list', async () => {
		const {note = ''} = await listTools('s', cursor =>
			cursor === undefined
				? Promise.resolve({tools: [], nextCursor: 'more'})
				: Promise.reject(new Error(`MCP error -32603: MCP error -32603: ${'x'.repeat(100_000)}`)),
		);
		expect(note).toContain('broke off after 1 page: MCP error -32603: xx');
		expect(note.length).toBeLessThan(2200);
	});

	it('ignores a cursor that is not text', async () => {
		let pages = 0;
		await listTools('s', () => {
			pages += 1;
			return Promise.resolve({tools: [], nextCursor: null});
		});
		expect(pages).toBe(1);
	});

	it('follows an empty cursor once', async () => {
		const asked: (string | undefined)[] = [];
		await listTools('s', cursor => {
			asked.push(cursor);
			return Promise.resolve({tools: [], nextCursor: ''});
		});
		expect(asked).toEqual([undefined, '']);
	});

	it('stops keeping tools when all of them together are too large', async () => {
		const description = 'x'.repeat(200_000);
		let page = 0;
		const {items: tools, note} = await listTools('s', () => {
			page += 1;
			return Promise.resolve({tools: [entry(`tool-${page}`, {description})], nextCursor: String(page)});
		});
		expect(tools.length).toBeLessThan(90);
		expect(note).toContain('entries were left out');
	});

	it('survives any page and keeps the good tool in it', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.jsonValue()), async others => {
				const {items: tools} = await onePage(...others, entry('good'));
				expect(tools.map(({tool}) => tool)).toContain('good');
			}),
		);
	});

	it('rejects a page that is none', async () => {
		await expect(listTools('s', () => Promise.resolve({tools: 7}))).rejects.toThrow();
	});
});

describe('measuring JSON', () => {
	it('estimates the size and refuses depth', () => {
		expect(measureJson({a: [1, 'two']}, 2)).toBeGreaterThan(10);
		expect(measureJson([[[]]], 2)).toBeUndefined();
		let deep: unknown = 1;
		for (let level = 0; level < 100_000; level += 1) deep = [deep];
		expect(measureJson(deep, 64)).toBeUndefined();
	});
});
