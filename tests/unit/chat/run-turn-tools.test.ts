import {describe, expect, it} from 'vitest';
import type {ToolFit} from '../../../source/domain/model.ts';
import type {OwnTools} from '../../../source/domain/ports.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {callsTools, fails, says, scriptModel, toolCall, trouble} from '../../helpers/scripted-model.ts';
import {
	readCall as read,
	createTurnHarness as setUp,
	turnTools as tools,
} from '../../helpers/turn-harness.ts';

const namesOf = (list: readonly OfferedTool[] | undefined): readonly string[] =>
	(list ?? []).map(({modelName}) => modelName);

const refuses = (...names: readonly string[]) => fails(trouble('bad-tool', {tools: names}));

describe('a tool that the provider refuses', () => {
	it('is set aside by name, and the request is sent again at once without it', async () => {
		const {run, model, sink, clock, notices} = setUp(scriptModel(refuses('files__write'), says('Hello')));
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(model.requests.map(request => namesOf(request.tools))).toEqual([
			['files__read', 'files__write'],
			['files__read'],
		]);
		expect(sink.facts).toContainEqual({
			type: 'tool-set-aside',
			model: 'test/model',
			server: 'files',
			tool: 'write',
			why: 'rejected',
			reason: 'The provider is bad-tool.',
			print: expect.any(String),
		});
		expect(notices()).toEqual([
			'test/model does not take the tool write of files, which is not offered any more: The provider is bad-tool.',
		]);
		expect(clock.slept).toEqual([]);
	});

	it('is not offered in the steps after it, nor can it be called', async () => {
		const {run, model, servers} = setUp(
			scriptModel(
				refuses('files__write'),
				callsTools(toolCall('c1', 'files__write'), read('c2')),
				says('Done'),
			),
		);
		await run();
		expect(namesOf(model.requests.at(-1)?.tools)).toEqual(['files__read']);
		expect(servers.calls).toEqual([{ref: {server: 'files', tool: 'read'}, args: {}}]);
	});

	it('is not offered in a turn after it', async () => {
		const {run, model} = setUp(scriptModel(says('Hello')), undefined, {
			setAside: () => [{server: 'files', tool: 'read', why: 'rejected'}],
		});
		await run();
		expect(namesOf(model.requests[0]?.tools)).toEqual(['files__write']);
	});

	it('fails the turn when it is named again, or nobody knows it', async () => {
		const again = setUp(scriptModel(refuses('files__write')));
		await expect(again.run()).resolves.toEqual({type: 'failed', failure: trouble('bad-tool').failure});
		expect(again.model.requests).toHaveLength(2);
		const stranger = setUp(scriptModel(refuses('files__fly')));
		await expect(stranger.run()).resolves.toMatchObject({failure: {code: 'bad-tool'}});
		expect(stranger.model.requests).toHaveLength(1);
	});

	it('is one of ten at most', async () => {
		const many = Array.from({length: 20}, (_, index) => offerTool('files', `t${index}`));
		const {run, model} = setUp(
			scriptModel(async function* ({tools: [first]}) {
				yield {type: 'failed', trouble: trouble('bad-tool', {tools: [first?.modelName ?? '']})};
			}),
			createFakeServers({tools: many}),
		);
		await expect(run()).resolves.toMatchObject({failure: {code: 'bad-tool'}});
		expect(model.requests).toHaveLength(11);
	});
});

describe('a tool that cannot be sent', () => {
	const fitTool = ({modelName}: OfferedTool): ToolFit =>
		modelName === 'files__read' ? {type: 'fits'} : {type: 'unfit', reason: 'no properties'};

	it('is left out, and all of them are named together, once', async () => {
		const servers = createFakeServers({tools: [...tools, offerTool('web', 'get')]});
		const {run, model, sink, notices} = setUp(
			{...scriptModel(callsTools(read('c1')), says('Done')), fitTool},
			servers,
		);
		await run();
		expect(model.requests.map(request => namesOf(request.tools))).toEqual([['files__read'], ['files__read']]);
		expect(sink.facts.filter(({type}) => type === 'tool-set-aside')).toMatchObject([
			{model: 'test/model', server: 'files', tool: 'write', why: 'unfit', reason: 'no properties'},
			{model: 'test/model', server: 'web', tool: 'get', why: 'unfit', reason: 'no properties'},
		]);
		expect(notices()).toEqual([
			'test/model is not offered 2 tools whose schema it cannot take: write of files (no properties), get of web (no properties).',
		]);
	});

	it('is not told again in a later turn', async () => {
		const {run, notices} = setUp({...scriptModel(says('Hello')), fitTool}, undefined, {
			setAside: () => [{server: 'files', tool: 'write', why: 'unfit'}],
		});
		await run();
		expect(notices()).toEqual([]);
	});

	it('is looked at once, however many steps there are', async () => {
		const seen: string[] = [];
		const {run} = setUp({
			...scriptModel(callsTools(read('c1')), callsTools(read('c2')), says('Done')),
			fitTool: (tool: OfferedTool): ToolFit => {
				seen.push(tool.modelName);
				return {type: 'fits'};
			},
		});
		await run();
		expect(seen).toEqual(['files__read', 'files__write']);
	});

	it('is left out when looking at it breaks', async () => {
		const {run, notices} = setUp({
			...scriptModel(says('Hello')),
			fitTool: () => {
				throw new Error('too deep');
			},
		});
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(notices()[0]).toContain('read of files (too deep)');
	});
});

describe('more tools than the model takes', () => {
	const search = offerTool('toolbox', 'search-tools');
	const many = Array.from({length: 300}, (_, index) => offerTool('big', `t${index}`));
	const ownTools = (start: OwnTools['start']): OwnTools => ({
		searchTools: {server: 'toolbox', tool: 'search-tools'},
		readResult: {server: 'toolbox', tool: 'read-result'},
		start,
	});

	it('are offered in part, with the tool search, which starts only now', async () => {
		let isStarted = false;
		const {run, model, notices} = setUp(
			scriptModel(says('Hello')),
			{...createFakeServers(), tools: () => (isStarted ? [...many, search] : many)},
			{
				ownTools: ownTools(async () => {
					isStarted = true;
				}),
			},
		);
		await run();
		const names = namesOf(model.requests[0]?.tools);
		expect(names[0]).toBe('toolbox__search-tools');
		expect(names.length).toBeLessThanOrEqual(128);
		expect(notices()).toEqual([]);
	});

	it('are offered in part and that is said, where there is no tool search', async () => {
		let starts = 0;
		const {run, model, notices} = setUp(
			scriptModel(callsTools(toolCall('c1', 'big__t0')), says('Hello')),
			createFakeServers({tools: many}),
			{
				ownTools: ownTools(async () => {
					starts += 1;
				}),
			},
		);
		await run();
		expect(namesOf(model.requests[0]?.tools)).toHaveLength(127);
		expect(starts).toBe(1);
		expect(notices()).toEqual([
			'There are 300 tools, and test/model takes 128: it does not see the others. Disable servers that you do not need.',
		]);
	});

	it('do not start anything of ours when they fit', async () => {
		const {run} = setUp(scriptModel(says('Hello')), undefined, {
			ownTools: ownTools(() => Promise.reject(new Error('started'))),
		});
		await expect(run()).resolves.toEqual({type: 'finished'});
	});

	it('let the turn be interrupted while the tool search starts', async () => {
		const {run, controller, model} = setUp(scriptModel(says('Hello')), createFakeServers({tools: many}), {
			ownTools: ownTools(async () => controller.abort()),
		});
		await expect(run()).resolves.toEqual({type: 'interrupted'});
		expect(model.requests).toEqual([]);
	});
});

describe('many calls in one answer', () => {
	const calls = (count: number) => Array.from({length: count}, (_, index) => read(`c${index}`, {index}));

	it('all run', async () => {
		const {run, servers} = setUp(scriptModel(callsTools(...calls(64)), says('Done')));
		await expect(run()).resolves.toEqual({type: 'finished'});
		expect(servers.calls).toHaveLength(64);
	});

	it('are too many from some number on: none of them runs, and the turn says so', async () => {
		const {run, servers, model, sink} = setUp(scriptModel(callsTools(...calls(20_000)), says('Done')));
		await expect(run()).resolves.toMatchObject({type: 'failed', failure: {code: 'garbled'}});
		expect([servers.calls.length, model.requests.length]).toEqual([0, 1]);
		expect(sink.types()).toEqual(['step-started', 'turn-failed']);
	});
});
