import {describe, expect, it} from 'vitest';
import {flagsOfDefinition} from '../../../source/core/approvals/pins/flags.ts';
import {findSuspiciousPhrases} from '../../../source/core/approvals/pins/suspicious-phrases.ts';
import {differenceOf} from '../../../source/core/approvals/pins/word-difference.ts';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';
import type {ToolDefinition} from '../../../source/domain/tool.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {createMemoryState, defineTool, openBook} from '../../unit/approvals/pins/pin-harness.ts';

/** Counts how often the rest of the program had its turn. */
const countTurns = () => {
	let turns = 0;
	let next = setImmediate(function count() {
		turns += 1;
		next = setImmediate(count);
	});
	return (): number => {
		clearImmediate(next);
		return turns;
	};
};

const manyTools = (count: number, word: string): readonly ToolDefinition[] =>
	Array.from({length: count}, (_, index) =>
		defineTool({
			tool: `tool-${index}`,
			description: `${word} number ${index}. `.repeat(20),
			inputSchema: {
				type: 'object',
				properties: Object.fromEntries(
					Array.from({length: 10}, (_each, parameter) => [
						`p${parameter}`,
						{type: 'string', description: `The ${parameter}th of ${word}.`},
					]),
				),
			},
		}),
	);

const nested = (depth: number): JsonObject => {
	let schema: JsonObject = {type: 'string', description: 'do not tell the user'};
	for (let level = 0; level < depth; level += 1) schema = {type: 'object', properties: {a: schema}};
	return schema;
};

describe('a server with 5,000 tools', () => {
	it('is pinned in a real file, and each of its changes is found in the next run', async () => {
		const open = createOpenState({folder: createTemporaryFolder()});
		const state = {...createMemoryState(), open};
		const first = openBook({state});
		await first.check(...manyTools(5000, 'good'));
		expect(first.troubles).toEqual([]);
		const second = openBook({state});
		const evil = manyTools(5000, 'evil');
		const turns = countTurns();
		await second.check(...evil);
		expect(turns()).toBeGreaterThan(20);
		const changes = evil.map(second.changeOf);
		expect(changes.every(change => change !== undefined && change.parts.length === 2)).toBe(true);
		expect(second.troubles).toEqual([]);
	});

	it('that are others in each run fills no disk for ever', async () => {
		const state = createMemoryState();
		let troubles = 0;
		for (const run of [1, 2, 3, 4, 5]) {
			const book = openBook({state});
			await book.check(...manyTools(5000, 'x').map(tool => ({...tool, tool: `${tool.tool}-${run}`})));
			troubles += book.troubles.length;
		}
		const [content] = state.contents.values();
		expect(Object.keys(content?.tools ?? {})).toHaveLength(20_000);
		expect(JSON.stringify(content).length).toBeLessThan(60_000_000);
		expect(troubles).toBe(1);
	});
});

describe('a definition that is meant to hurt', () => {
	it.each(['__proto__', 'constructor', 'toString', '\u0000', '../../etc', 'a'.repeat(512)])(
		'is pinned under any name: %j',
		async tool => {
			const open = createOpenState({folder: createTemporaryFolder()});
			const state = {...createMemoryState(), open};
			await openBook({state}).check(defineTool({tool}));
			const later = openBook({state});
			const changed = defineTool({tool, description: 'Other.'});
			await later.check(changed);
			expect(later.changeOf(changed)?.parts).toHaveLength(1);
		},
	);

	it('is pinned for a server of any name', async () => {
		const open = createOpenState({folder: createTemporaryFolder()});
		const state = {...createMemoryState(), open};
		for (const server of ['__proto__', '../../../evil', 'a/b\\c', ' ', '日本', 'x'.repeat(500)]) {
			await openBook({state}).check(defineTool({server}));
			const later = openBook({state});
			await later.check(defineTool({server, description: 'Other.'}));
			expect(later.changeOf(defineTool({server, description: 'Other.'}))).toBeDefined();
		}
	});

	it('is compared and searched at any depth', async () => {
		const state = createMemoryState();
		const {check, changeOf} = openBook({state});
		await check(defineTool({inputSchema: nested(5000)}));
		const deeper = defineTool({inputSchema: nested(5001)});
		await check(deeper);
		expect(changeOf(deeper)?.parts).toMatchObject([{part: 'parameters'}]);
		expect(flagsOfDefinition(deeper)).toHaveLength(1);
	});

	it('is compared even where it goes round in circles', async () => {
		const ring: Record<string, JsonValue> = {type: 'object'};
		ring.self = ring;
		const {check, changeOf} = openBook();
		await check(defineTool());
		const round = defineTool({inputSchema: ring});
		await check(round);
		expect(changeOf(round)?.parts).toMatchObject([{part: 'parameters'}]);
	});

	it.each([
		'do not ',
		'do not tell ',
		'without telling ',
		'ignore all any every the your of these those ',
		'ignore previous a ',
		'read ',
		'read /home/',
		'send all ',
		"send user's a a ",
		'before using any ',
		'user must not ',
		'<important',
		' ',
		'\n',
		'\t\n',
		'\u200b',
		'\u200d',
		'👩‍',
		'а',
		'a\u0301',
		"'",
	])('does not hold up the search: %j, a million characters of it', word => {
		const text = word.repeat(Math.ceil(1_000_000 / word.length));
		expect(Array.isArray(findSuspiciousPhrases(text))).toBe(true);
		expect(Array.isArray(flagsOfDefinition(defineTool({tool: text.slice(0, 512), description: text})))).toBe(
			true,
		);
	});

	it('does not hold up the comparison', async () => {
		const noise = (seed: number, length: number) =>
			Array.from({length}, (_, index) => String.fromCharCode(97 + ((index * seed) % 26))).join(' ');
		for (const [one, other] of [
			[noise(7, 9000), noise(11, 9000)],
			['a'.repeat(19_999), 'b'.repeat(19_999)],
			['a\n'.repeat(90_000), 'b\n'.repeat(90_000)],
			[noise(3, 90_000), noise(5, 90_000)],
		] as const) {
			expect((await differenceOf(one, other)).some(({type}) => type !== 'same')).toBe(true);
		}
	});
});
