import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {chooseTools, type ToolCatalogue} from '../../../source/core/chat/choose-tools.ts';
import type {JsonValue} from '../../../source/domain/json.ts';
import type {OfferedTool, ToolResult} from '../../../source/domain/tool.ts';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {offerTool} from '../../helpers/fake-servers.ts';

const search = offerTool('toolbox', 'search-tools');
const readResult = offerTool('toolbox', 'read-result');
const ownTools = {searchTools: search.definition, readResult: readResult.definition};

const toolsOf = (server: string, count: number): readonly OfferedTool[] =>
	Array.from({length: count}, (_, index) => offerTool(server, `t${index}`));

const succeeded = (tool: OfferedTool, result: ToolResult = {content: []}): ToolCall => ({
	callId: 'c',
	server: tool.definition.server,
	tool: tool.definition.tool,
	modelName: tool.modelName,
	arguments: {},
	requestedAt: 0,
	endedAt: 1,
	status: 'succeeded',
	result,
});

const found = (...names: readonly string[]): ToolCall =>
	succeeded(search, {content: [], structured: {tools: names.map(name => ({name}))}});

const stored = succeeded(offerTool('files', 'read'), {content: [], stored: {id: 'r1', characters: 9}});

const choose = (change: Partial<ToolCatalogue>) =>
	chooseTools({
		tools: [],
		rejected: [],
		fitOf: () => ({type: 'fits'}),
		limit: 128,
		ownTools,
		calls: [],
		...change,
	});

const namesFor = (change: Partial<ToolCatalogue>): readonly string[] =>
	choose(change).offered.map(({modelName}) => modelName);

describe('the tools of a request', () => {
	it('are all of them where they fit, in their order', () => {
		const tools = toolsOf('a', 128);
		expect(choose({tools})).toEqual({offered: tools, unfit: [], lacksOwn: false});
	});

	it('are without those that the provider refused, and those that cannot be sent', () => {
		const tools = toolsOf('a', 4);
		const chosen = choose({
			tools,
			rejected: [{server: 'a', tool: 't1'}],
			fitOf: ({modelName}) => (modelName === 'a__t2' ? {type: 'unfit', reason: 'bad'} : {type: 'fits'}),
		});
		expect(chosen.offered).toEqual([tools[0], tools[3]]);
		expect(chosen.unfit).toEqual([{tool: tools[2], reason: 'bad'}]);
	});

	it('are with those that are sent in another form', () => {
		expect(namesFor({tools: toolsOf('a', 1), fitOf: () => ({type: 'adapted', changes: ['x']})})).toEqual([
			'a__t0',
		]);
	});

	it('are without our own as long as nothing needs them', () => {
		expect(namesFor({tools: [search, ...toolsOf('a', 2), readResult]})).toEqual(['a__t0', 'a__t1']);
	});

	it('end with the tool that reads results once a result was too long', () => {
		const tools = [search, readResult, ...toolsOf('a', 2)];
		expect(namesFor({tools, calls: [stored]})).toEqual(['a__t0', 'a__t1', 'toolbox__read-result']);
		expect(choose({tools, calls: [stored]}).lacksOwn).toBe(false);
	});

	it('lack a tool of ours that is needed and not there', () => {
		expect(choose({tools: toolsOf('a', 2), calls: [stored]}).lacksOwn).toBe(true);
		expect(choose({tools: toolsOf('a', 129)}).lacksOwn).toBe(true);
		expect(choose({tools: [search, ...toolsOf('a', 129)]}).lacksOwn).toBe(false);
	});

	it('do not need the search when those that can be sent fit', () => {
		const chosen = choose({
			tools: [search, ...toolsOf('a', 200)],
			fitOf: ({modelName}) => (/\d{3}$/.test(modelName) ? {type: 'unfit', reason: 'bad'} : {type: 'fits'}),
		});
		expect(chosen.offered).toHaveLength(100);
		expect(chosen.searchTool).toBeUndefined();
	});
});

describe('the tools of a request when there are too many', () => {
	const many = [search, readResult, ...toolsOf('a', 5000), ...toolsOf('b', 3), ...toolsOf('c', 200)];

	it('start with the search, and give every server its share', () => {
		const chosen = choose({tools: many});
		const names = chosen.offered.map(({modelName}) => modelName);
		const from = (server: string) => names.filter(name => name.startsWith(server)).length;
		expect(names[0]).toBe('toolbox__search-tools');
		expect([from('a__'), from('b__'), from('c__')]).toEqual([46, 3, 45]);
		expect(chosen).toMatchObject({searchTool: search, tooMany: 5203});
	});

	it('are followed by what the model has found, and nothing before it moves', () => {
		const before = namesFor({tools: many});
		const after = namesFor({tools: many, calls: [found('a__t4000', 'c__t150', 'nobody')]});
		expect(after).toEqual([...before, 'c__t150', 'a__t4000']);
		expect(namesFor({tools: many, calls: [found('a__t4000', 'c__t150'), stored]})).toEqual([
			...after,
			'toolbox__read-result',
		]);
	});

	it('are followed by what was called before, also under a name that was not offered', () => {
		const unknown: ToolCall = {
			callId: 'c',
			server: '',
			tool: 'a__t4001',
			modelName: 'a__t4001',
			arguments: {},
			requestedAt: 0,
			endedAt: 1,
			status: 'failed',
			failure: {code: 'unknown-tool', message: ''},
		};
		const names = namesFor({tools: many, calls: [succeeded(offerTool('a', 't4000')), unknown]});
		expect(names.slice(-2)).toEqual(['a__t4000', 'a__t4001']);
	});

	it('keep the newest finds, in an order that using them does not change', () => {
		const finds = Array.from({length: 40}, (_, index) => found(`a__t${1000 + index}`));
		const names = namesFor({tools: many, calls: finds}).slice(-32);
		expect(names).toEqual(Array.from({length: 32}, (_, index) => `a__t${1008 + index}`));
		const used = [...finds, succeeded(offerTool('a', 't1020'))];
		expect(namesFor({tools: many, calls: used}).slice(-32)).toEqual(names);
	});

	it('prefer the best of a search that finds more than there are places', () => {
		const all = Array.from({length: 100}, (_, index) => `a__t${1000 + index}`);
		const names = namesFor({tools: many, calls: [found(...all)]}).slice(-32);
		expect([...names].sort()).toEqual(all.slice(0, 32).sort());
	});

	it('do not follow finds that the provider refused or cannot take', () => {
		const names = namesFor({
			tools: many,
			calls: [found('a__t4000', 'a__t4001', 'a__t4002')],
			rejected: [{server: 'a', tool: 't4000'}],
			fitOf: ({modelName}) => (modelName === 'a__t4001' ? {type: 'unfit', reason: 'bad'} : {type: 'fits'}),
		});
		expect(names.slice(-1)).toEqual(['a__t4002']);
		expect(names).not.toContain('a__t4001');
	});

	it('can be found again whatever a search result looks like', () => {
		const strange: readonly JsonValue[] = [
			null,
			'x',
			[],
			{},
			{tools: null},
			{tools: [1, null, {name: 2}, {}]},
		];
		const calls = strange.map(structured => succeeded(search, {content: [], structured}));
		expect(namesFor({tools: many, calls})).toEqual(namesFor({tools: many}));
	});

	it('are chosen without looking at most of them', () => {
		let looks = 0;
		choose({
			tools: many,
			fitOf: () => {
				looks += 1;
				return {type: 'fits'};
			},
		});
		expect(looks).toBeLessThan(300);
	});

	it('are as many as fit where there is no search', () => {
		const tools = toolsOf('a', 300);
		const {ownTools: _, ...rest} = {ownTools, tools, rejected: [], limit: 128, calls: []};
		const chosen = chooseTools({...rest, fitOf: () => ({type: 'fits'})});
		expect(chosen.offered).toEqual(tools.slice(0, 128));
		expect(chosen).toMatchObject({tooMany: 300, lacksOwn: false});
	});

	it('offers the tool that the user means, where most are left out, with and without the search', () => {
		const tools = [search, readResult, ...toolsOf('a', 300)];
		const meant = tools.at(-1);
		const hinted = meant === undefined ? [] : [meant.definition];
		for (const own of [{ownTools}, {ownTools: {...ownTools, searchTools: {server: 'none', tool: 'none'}}}]) {
			const {offered} = choose({tools, hinted, ...own});
			expect(offered).toContain(meant);
			expect(offered.length).toBeLessThanOrEqual(128);
		}
	});

	it('offers to read on what the user attached', () => {
		const tools = [search, readResult, ...toolsOf('a', 3)];
		expect(choose({tools}).offered).not.toContain(readResult);
		expect(choose({tools, hasStored: true}).offered).toContain(readResult);
	});

	it('are never more than the limit, never twice the same, and always the same for the same catalogue', () => {
		const names = Array.from({length: 40}, (_, index) => `a__t${index}`);
		fc.assert(
			fc.property(
				fc.integer({min: 0, max: 40}),
				fc.integer({min: 0, max: 60}),
				fc.integer({min: 0, max: 60}),
				fc.array(fc.subarray(names), {maxLength: 4}),
				fc.boolean(),
				(limit, inA, inB, finds, hasStored) => {
					const change = {
						limit,
						tools: [search, readResult, ...toolsOf('a', inA), ...toolsOf('b', inB)],
						calls: [...finds.map(list => found(...list)), ...(hasStored ? [stored] : [])],
					};
					const {offered} = choose(change);
					expect(offered.length).toBeLessThanOrEqual(limit);
					expect(new Set(offered).size).toBe(offered.length);
					expect(choose(change).offered).toEqual(offered);
				},
			),
		);
	});
});
