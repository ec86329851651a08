import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import {renderToString, Text} from 'ink';
import {createElement, Fragment} from 'react';
import realStringWidth from 'string-width';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {Lines} from '../../source/ui/screens/lines.tsx';
import {PrintedBlocks} from '../../source/ui/screens/printed-blocks.tsx';
import {builtProgram} from '../helpers/terminal.ts';

type Bundle = (options: {entry: string; version: string}) => Promise<{
	code: Uint8Array;
	libraries: readonly {name: string; code: Uint8Array}[];
}>;
type Shims = {
	stringWidth: (
		text: string,
		options?: {countAnsiEscapeCodes?: boolean; ambiguousIsNarrow?: boolean},
	) => number;
	split: (text: string) => string[];
	version: string;
	url: string;
	isGreek: (text: string) => boolean;
	ink: Drawing;
};

/** All that the program draws with Ink. */
type Drawing = {
	readonly renderToString: typeof renderToString;
	readonly createElement: typeof createElement;
	readonly Fragment: typeof Fragment;
	readonly Text: typeof Text;
	readonly Lines: typeof Lines;
	readonly PrintedBlocks: typeof PrintedBlocks;
};

const screens = new URL('../../source/ui/screens/', import.meta.url).pathname;

const entry = `
import stringWidth from 'string-width';
export {stringWidth};
export const split = text => [...new Intl.Segmenter().segment(text)].map(({segment}) => segment);
export const version = process.env.MCP_TUI_VERSION ?? 'unknown';
export const url = import.meta.url;
import {renderToString, Text} from 'ink';
import {createElement, Fragment} from 'react';
import {Lines} from '${screens}lines.tsx';
import {PrintedBlocks} from '${screens}printed-blocks.tsx';
export const ink = {renderToString, createElement, Fragment, Text, Lines, PrintedBlocks};
export const isGreek = text => /^[α-ω😀]+$/u.test(text);
`;

const require = createRequire(import.meta.url);
const realSegmenter = new Intl.Segmenter();
const realSplit = (text: string): string[] => [...realSegmenter.segment(text)].map(({segment}) => segment);

let folder: string;
let bundle: Bundle;
let shims: Shims;

beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-build-'));
	({bundle} = (await import(new URL('../../scripts/build/bundle.mjs', import.meta.url).href)) as {
		bundle: Bundle;
	});
	writeFileSync(path.join(folder, 'entry.mjs'), entry);
	const {code} = await bundle({entry: path.join(folder, 'entry.mjs'), version: '1.2.3'});
	writeFileSync(path.join(folder, 'shims.cjs'), code);
	shims = require(path.join(folder, 'shims.cjs')) as Shims;
});

afterAll(() => rmSync(folder, {recursive: true, force: true}));

const styledText = fc
	.array(
		fc.oneof(
			fc.string({unit: 'binary'}),
			fc.string({unit: 'grapheme'}),
			fc.string({unit: fc.mapToConstant({num: 0x3000, build: code => String.fromCharCode(code)})}),
			fc.constantFrom(
				'\u001b[31m',
				'\u001b[0m',
				'\u001b[38;5;12345m',
				'\u001b[1;;m',
				'\u001b]8;;x\u0007',
				'\u001b[K',
			),
		),
		{maxLength: 6},
	)
	.map(parts => parts.join(''));

describe('the fast paths of the bundle', () => {
	it('measure and split every character as the real ones do', () => {
		const different: string[] = [];
		// No character beyond takes a fast path.
		for (let code = 0; code < 0x3000; code++) {
			const character = String.fromCharCode(code);
			const isSame =
				shims.stringWidth(character) === realStringWidth(character) &&
				shims.stringWidth(`a${character}b`) === realStringWidth(`a${character}b`) &&
				shims.split(`a${character}b`).join('|') === realSplit(`a${character}b`).join('|');
			if (!isSame) different.push(`U+${code.toString(16)}`);
		}
		expect(different).toEqual([]);
	});

	it('measure and split any text as the real ones do', () => {
		fc.assert(
			fc.property(styledText, fc.boolean(), fc.boolean(), (text, countAnsiEscapeCodes, ambiguousIsNarrow) => {
				const options = {countAnsiEscapeCodes, ambiguousIsNarrow};
				expect(shims.stringWidth(text, options)).toBe(realStringWidth(text, options));
				expect(shims.split(text)).toEqual(realSplit(text));
			}),
			{numRuns: 2000},
		);
	});
});

describe('Ink in the bundle', () => {
	const real: Drawing = {renderToString, createElement, Fragment, Text, Lines, PrintedBlocks};
	const columns = fc.integer({min: 1, max: 60});

	it('draws what is printed and the frame below it as the real one does, also when it has drawn them before', () => {
		const lines = fc.array(styledText, {maxLength: 5});
		const draw = (
			ink: Drawing,
			printed: readonly string[][],
			frame: readonly string[],
			width: number,
		): string => {
			const blocks = printed.map((block, index) => ({id: String(index), lines: block}));
			const screen = ink.createElement(
				ink.Fragment,
				null,
				ink.createElement(ink.PrintedBlocks, {blocks}),
				ink.createElement(ink.Lines, {lines: frame}),
			);
			return ink.renderToString(screen, {columns: width});
		};
		fc.assert(
			fc.property(fc.array(lines, {maxLength: 4}), lines, columns, (printed, frame, width) => {
				const expected = draw(real, printed, frame, width);
				expect(draw(shims.ink, printed, frame, width)).toBe(expected);
				expect(draw(shims.ink, printed, frame, width)).toBe(expected);
			}),
			{numRuns: 500},
		);
	});

	it('draws a full screen as the real one does', () => {
		const draw = (ink: Drawing, text: string, width: number): string =>
			ink.renderToString(ink.createElement(ink.Text, {wrap: 'truncate-end'}, text), {columns: width});
		const text = fc.array(styledText, {maxLength: 6}).map(lines => lines.join('\n'));
		fc.assert(
			fc.property(text, columns, (shown, width) => {
				expect(draw(shims.ink, shown, width)).toBe(draw(real, shown, width));
			}),
			{numRuns: 500},
		);
	});

	it('refuses what only the real one could lay out', () => {
		const {ink} = shims;
		const draw = (style: object): string =>
			ink.renderToString(ink.createElement('ink-box', {style}, ink.createElement(ink.Text, null, 'a')));
		expect(() => draw({margin: 1})).toThrow('setMargin is not a function');
		// The last of all, because React cannot be used any more after an error in a layout.
		expect(() => draw({flexDirection: 'row'})).toThrow('only columns can be laid out');
	});
});

describe('the bundle', () => {
	it('knows its version and where it is', () => {
		expect(shims.version).toBe('1.2.3');
		expect(shims.url).toMatch(/^file:.*shims\.cjs$/);
	});

	it('keeps characters outside ASCII in regular expressions', () => {
		expect(['πλ', '😀', 'ab'].map(shims.isGreek)).toEqual([true, true, false]);
	});

	it.each(['main.cjs', 'libraries.cjs', 'zod.cjs'])(
		'has %s strict, pure ASCII and free of traces of this machine',
		name => {
			const text = readFileSync(path.join(path.dirname(builtProgram), name), 'latin1');
			expect(text.startsWith('"use strict";')).toBe(true);
			// Booleans, because a failure would print all of it.
			expect(text.includes(path.resolve(path.dirname(builtProgram), '..'))).toBe(false);
			expect(/react-devtools-core|sourceMappingURL/.test(text)).toBe(false);
			expect(/[^\u0000-\u007f]/.test(text)).toBe(false);
		},
	);

	it('refuses to build when a package no longer looks as expected', async () => {
		const changed = path.join(folder, 'node_modules/ink/build');
		mkdirSync(changed, {recursive: true});
		writeFileSync(path.join(changed, 'reconciler.js'), 'export const reconciler = 1;');
		writeFileSync(path.join(folder, 'changed.mjs'), "import './node_modules/ink/build/reconciler.js';");
		await expect(bundle({entry: path.join(folder, 'changed.mjs'), version: '1'})).rejects.toThrow(
			/ink\/build\/reconciler\.js no longer looks as/,
		);
		rmSync(path.join(changed, 'reconciler.js'));
		writeFileSync(path.join(changed, 'other.js'), 'console.log(1);');
		writeFileSync(path.join(folder, 'changed.mjs'), "import './node_modules/ink/build/other.js';");
		await expect(bundle({entry: path.join(folder, 'changed.mjs'), version: '1'})).rejects.toThrow(
			/these were never seen: yoga-layout/,
		);
	});
});

describe('the libraries', () => {
	type Program = {
		isKnownSchema: (schema: unknown) => boolean;
		loadServer: () => Promise<{inputShape: () => unknown}>;
		loadOthers: () => Promise<Record<string, unknown>>;
	};
	const lazyEntry = `
import {z} from 'zod';
export const isKnownSchema = schema => schema instanceof z.ZodType;
export const loadServer = async () => {
	const {McpServer} = await import('@modelcontextprotocol/server');
	const server = new McpServer({name: 'a', version: '1'});
	return {inputShape: () => server.registerTool('t', {inputSchema: z.object({a: z.string()})}, () => ({content: []}))};
};
export const loadOthers = async () => {
	const [yaml, ws, undici, openai, anthropic] = await Promise.all([
		import('yaml'), import('ws'), import('undici'), import('openai'), import('@anthropic-ai/sdk/client'),
	]);
	return {
		parsed: yaml.parse('a: [1]'), parsedByDefault: typeof yaml.default.parse, socket: typeof ws.WebSocket,
		socketIsDefault: ws.default === ws.WebSocket, agent: typeof undici.Agent, openai: typeof openai.OpenAI,
		openaiIsDefault: openai.default === openai.OpenAI, anthropic: typeof anthropic.Anthropic,
	};
};
`;
	const libraryFile = (name: string): string => path.join(folder, 'lazy', name);
	let program: Program;
	let sizes: Record<string, number>;
	let before: readonly string[];
	const loaded = (): readonly string[] =>
		['libraries.cjs', 'zod.cjs'].filter(name => require.cache[libraryFile(name)] !== undefined);

	beforeAll(async () => {
		writeFileSync(path.join(folder, 'lazy.mjs'), lazyEntry);
		const {code, libraries} = await bundle({entry: path.join(folder, 'lazy.mjs'), version: '1'});
		mkdirSync(path.join(folder, 'lazy'));
		for (const file of [{name: 'main.cjs', code}, ...libraries]) {
			writeFileSync(libraryFile(file.name), file.code);
		}
		sizes = Object.fromEntries(libraries.map(file => [file.name, file.code.length]));
		sizes['main.cjs'] = code.length;
		program = require(libraryFile('main.cjs')) as Program;
		before = loaded();
	});

	it('are not in the main file, and each file is loaded when it is first needed', async () => {
		expect(sizes['main.cjs']).toBeLessThan(20_000);
		expect(before).toEqual(['zod.cjs']);
		await program.loadServer();
		expect(loaded()).toEqual(['libraries.cjs', 'zod.cjs']);
	});

	it('share one zod with the program', async () => {
		const {z} = (require(libraryFile('zod.cjs')) as Record<string, {z: {string: () => unknown}}>).zod ?? {};
		expect(program.isKnownSchema(z?.string())).toBe(true);
		const {inputShape} = await program.loadServer();
		expect(inputShape()).toBeDefined();
		const libraries = readFileSync(libraryFile('libraries.cjs'), 'latin1');
		expect(libraries.includes('require("./zod.cjs")')).toBe(true);
		expect(libraries.includes('ZodCheckRegex')).toBe(false);
	});

	it('export what they export by themselves', async () => {
		expect(await program.loadOthers()).toEqual({
			parsed: {a: [1]},
			parsedByDefault: 'function',
			socket: 'function',
			socketIsDefault: true,
			agent: 'function',
			openai: 'function',
			openaiIsDefault: true,
			anthropic: 'function',
		});
	});
});
