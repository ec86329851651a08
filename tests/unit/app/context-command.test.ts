import {describe, expect, it} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {events, type ScriptedModel, scriptModel} from '../../helpers/scripted-model.ts';

const tools = [
	offerTool('files', 'read', {description: 'x'.repeat(20_000)}),
	offerTool('files', 'write', {description: 'x'.repeat(20_000)}),
	offerTool('git', 'log', {description: 'x'.repeat(4000)}),
];

const answering = (inputTokens: number, facts: ReturnType<NonNullable<ScriptedModel['facts']>>) => ({
	...scriptModel(
		events(
			{type: 'text', text: 'Hello.'},
			{type: 'finished', reason: 'stop', usage: {inputTokens, outputTokens: 0}},
		),
	),
	facts: () => facts,
});

const contextOf = ({app}: ReturnType<typeof createAppHarness>): readonly string[] => {
	app.submit('/context');
	const last = app.getState().items.at(-1);
	return last?.type === 'notice' ? last.text.split('\n') : [];
};

describe('/context', () => {
	it('shows what the provider counted and about how it is shared out', async () => {
		const harness = createAppHarness({
			model: answering(40_000, {contextTokens: 200_000}),
			servers: createFakeServers({tools}),
			instructions: () => 'i'.repeat(4000),
		});
		harness.app.submit('Hi');
		await harness.app.settled();
		const lines = contextOf(harness);
		expect(lines[0]).toBe('context of test/model: 40,000 of 200,000 tokens (20 %)');
		expect(lines.slice(1).map(line => line.split(/\s+/)[1])).toEqual([
			'instructions',
			'tools',
			'files',
			'git',
			'history',
			'free',
		]);
		expect(lines[3]).toMatch(/^ {4}files {2}[\d,]+ {2}2 tools$/);
		expect(lines[4]).toMatch(/^ {4}git {4} *[\d,]+ {2}1 tool$/);
		expect(lines[6]).toBe('  free         160,000   80 %');
		const numbers = lines
			.filter(line => /^ {2}(instructions|tools|history)/.test(line))
			.map(line => Number(/([\d,]+) +\d+ %/.exec(line)?.[1]?.replaceAll(',', '')));
		expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(40_000);
	});

	it('says that it is an estimate, and that the size is not known, where that is so', () => {
		const lines = contextOf(createAppHarness({instructions: () => 'i'.repeat(4000)}));
		expect(lines).toEqual([
			'context of test/model: about 1,000 tokens; how many it takes is not known',
			'  instructions 1,000  100 %',
			'  tools            0    0 %',
			'  history          0    0 %',
		]);
	});

	it('counts only the tools that are offered', () => {
		const model = {
			...scriptModel(),
			fitTool: ({modelName}: {modelName: string}) =>
				modelName === 'files__write' ? ({type: 'unfit', reason: 'no'} as const) : ({type: 'fits'} as const),
		};
		const harness = createAppHarness({model, servers: createFakeServers({tools})});
		const aside = {type: 'tool-set-aside' as const, model: 'test/model', reason: 'no'};
		harness.app.report({...aside, server: 'files', tool: 'write', why: 'unfit'});
		harness.app.report({...aside, server: 'git', tool: 'log', why: 'rejected'});
		const lines = contextOf(harness);
		expect(lines[3]).toMatch(/^ {4}files {2}[\d,]+ {2}1 tool$/);
		expect(lines[4]).toMatch(/^ {2}history/);
		expect(lines.at(-1)).toBe(
			'2 tools are set aside: 1 cannot be sent to this model, 1 was refused by its provider. /tools says why.',
		);
	});

	it('says how many tools are offered at a time when there are too many', () => {
		const many = Array.from({length: 300}, (_, index) => offerTool(`s${index % 9}`, `t${index}`));
		const lines = contextOf(
			createAppHarness({
				model: {...scriptModel(), toolLimit: 100},
				servers: createFakeServers({tools: many}),
			}),
		);
		expect(lines[8]).toMatch(/^ {4}4 more servers +[\d,]+ {2}\d+ tools$/);
		expect(lines).toContain('100 of 300 tools are offered at a time; the model searches for the others.');
	});

	it('fits into eighty columns, however servers are called', () => {
		const odd = Array.from({length: 300}, (_, index) =>
			offerTool(`${'long-name-'.repeat(8)}${index % 9}`, `t${index}`, {description: 'x'.repeat(9000)}),
		);
		const lines = contextOf(createAppHarness({servers: createFakeServers({tools: odd})}));
		expect(lines.filter(line => line.startsWith('    '))).toHaveLength(6);
		expect(Math.max(...lines.map(({length}) => length))).toBeLessThanOrEqual(78);
	});

	it('says what /compact would do when it is nearly full', async () => {
		const harness = createAppHarness({model: answering(85_000, {contextTokens: 100_000})});
		harness.app.submit('Hi');
		await harness.app.settled();
		expect(contextOf(harness).at(-1)).toMatch(
			/^It is nearly full\. \/compact puts a summary in place of the history, [\d,]+ tokens\.$/,
		);
	});
});
