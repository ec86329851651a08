import {describe, expect, it} from 'vitest';
import type {Model} from '../../../source/domain/model.ts';
import type {OwnTools} from '../../../source/domain/ports.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, type FakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {
	callsTools,
	fails,
	type ScriptedAnswer,
	says,
	scriptModel,
	toolCall,
	trouble,
} from '../../helpers/scripted-model.ts';

const many = Array.from({length: 200}, (_, index) => offerTool('big', `t${index}`));
const search = offerTool('toolbox', 'search-tools');
const reader = offerTool('toolbox', 'read-result');
const ownTools: OwnTools = {
	searchTools: {server: 'toolbox', tool: 'search-tools'},
	readResult: {server: 'toolbox', tool: 'read-result'},
	start: async () => undefined,
};

/** A turn in which the model gives these answers, and what it was offered and told in each step. */
const run = async (
	tools: readonly OfferedTool[],
	answers: readonly ScriptedAnswer[],
	change: Partial<Model> = {},
	servers: FakeServers = createFakeServers({tools}),
) => {
	const model = {...scriptModel(...answers, says('Done')), ...change};
	const {app} = createAppHarness({approvalMode: 'auto', model, ownTools, servers});
	app.submit('Hi');
	await app.settled();
	const told = model.requests.map(({messages}) => {
		const last = messages.at(-1);
		const [part] = last?.role === 'tool' ? last.content : [];
		return part?.type === 'text' ? part.text : '';
	});
	return {
		told,
		servers,
		offered: model.requests.map(request => request.tools.map(({modelName}) => modelName)),
	};
};

describe('a tool that exists and was not offered', () => {
	const calls = (name: string) => callsTools(toolCall('', name));

	it('is offered in the next step, and the model is told so', async () => {
		const {told, offered, servers} = await run([...many, search], [calls('big__t199'), calls('big__t199')]);
		expect(offered.map(names => names.includes('big__t199'))).toEqual([false, true, true]);
		expect(told[1]).toBe(
			'big__t199 exists, but was not offered in this step, and nothing was run. It can be called from now on: call it again.',
		);
		expect(servers.calls).toEqual([{ref: {server: 'big', tool: 't199'}, args: {}}]);
	});

	it('is told to be of no use where its schema cannot be sent', async () => {
		const fitTool: Model['fitTool'] = ({modelName}) =>
			modelName === 'big__t199' ? {type: 'unfit', reason: 'its schema'} : {type: 'fits'};
		const {told} = await run([...many, search], [calls('big__t199')], {fitTool});
		expect(told[1]).toBe('big__t199 cannot be used with this model (its schema). Use another tool.');
	});

	it('is told to be of no use where the provider refused it', async () => {
		const refuses = fails(trouble('bad-tool', {tools: ['big__t1']}));
		const {told} = await run(many.slice(0, 3), [refuses, calls('big__t1')]);
		expect(told[2]).toBe(
			'big__t1 cannot be used with this model (The provider is bad-tool.). Use another tool.',
		);
	});

	it('is not promised where there is no way to make room for it', async () => {
		const {told} = await run(many, [calls('big__t199')]);
		expect(told[1]).toBe(
			'big__t199 exists, but is not among the 128 tools that this model takes. Use one of those that were offered.',
		);
	});

	it('is not promised where it is one of ours that is not needed', async () => {
		const {told, offered} = await run([...many.slice(0, 3), reader], [calls('toolbox__read-result')]);
		expect(offered[1]).not.toContain('toolbox__read-result');
		expect(told[1]).toContain('toolbox__read-result has nothing to work on now.');
	});

	it('is told apart from a name that exists nowhere', async () => {
		const {told} = await run([...many, search], [calls('big__s7')]);
		expect(told[1]).toMatch(/^There is no tool called "big__s7"\. Did you mean big__t7\?/);
	});
});

describe('a tool that the provider refused', () => {
	const refuses = fails(trouble('bad-tool', {tools: ['files__read']}));
	const turns = async (change: (tools: readonly OfferedTool[]) => readonly OfferedTool[]) => {
		let tools: readonly OfferedTool[] = [offerTool('files', 'read'), offerTool('files', 'write')];
		const model = scriptModel(refuses, says('One'), says('Two'));
		const {app} = createAppHarness({model, servers: {...createFakeServers(), tools: () => tools}});
		app.submit('Hi');
		await app.settled();
		tools = change(tools);
		app.submit('Again');
		await app.settled();
		return model.requests.at(-1)?.tools.map(({modelName}) => modelName);
	};

	it('is offered again when its server has corrected it', async () => {
		const corrected = await turns(tools =>
			tools.map(tool => ({
				...tool,
				definition: {...tool.definition, inputSchema: {type: 'object', title: 'x'}},
			})),
		);
		expect(corrected).toEqual(['files__read', 'files__write']);
	});

	it('is not offered again when its server lists the same once more', async () => {
		const same = await turns(tools => tools.map(tool => structuredClone(tool)));
		expect(same).toEqual(['files__write']);
	});
});

describe('a tool that could not be sent', () => {
	it('is told again when its server has replaced it by another that cannot be sent', async () => {
		let tools: readonly OfferedTool[] = [offerTool('files', 'read')];
		const model = {...scriptModel(says('Hello')), fitTool: () => ({type: 'unfit', reason: 'odd'}) as const};
		const {app} = createAppHarness({model, servers: {...createFakeServers(), tools: () => tools}});
		const prints = async (): Promise<readonly (string | undefined)[]> => {
			app.submit('Hi');
			await app.settled();
			return app.getState().setAside.map(({print}) => print);
		};
		const before = await prints();
		tools = [offerTool('files', 'read', {description: 'Now with words.'})];
		const after = await prints();
		expect(after).toHaveLength(1);
		expect(after).not.toEqual(before);
	});
});
