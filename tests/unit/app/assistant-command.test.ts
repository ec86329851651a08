import {describe, expect, it} from 'vitest';
import {noApprovals} from '../../../source/domain/approval.ts';
import type {Assistant} from '../../../source/domain/assistant.ts';
import type {Models} from '../../../source/domain/model-ports.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, readyStatus} from '../../helpers/fake-servers.ts';
import {says, scriptModel} from '../../helpers/scripted-model.ts';

const tools = [offerTool('files', 'read'), offerTool('files', 'write'), offerTool('web', 'fetch')];
const plain = {excludeTools: [], trustedTools: []};
const coder: Assistant = {
	...plain,
	name: 'coder',
	description: 'Writes code',
	instructions: 'Write tests first.',
	model: 'other/big',
	temperature: 0.2,
	maxTokens: 900,
	servers: ['files'],
	excludeTools: ['files__write'],
	toolApproval: 'auto',
};
const writer: Assistant = {...plain, name: 'writer'};

const setUp = (options: Parameters<typeof createAppHarness>[0] = {}) => {
	const used: (readonly string[] | undefined)[] = [];
	const other = {...scriptModel(says('From the other.')), id: 'other/big'};
	const models: Models = {
		open: async () => ({type: 'opened', model: other, suggestPrompt: () => undefined}),
		providers: async () => [],
		localProviders: async () => [],
		known: () => [],
		checkKey: async () => ({type: 'fine'}),
		list: async () => ({type: 'listed', models: []}),
	};
	const harness = createAppHarness({
		servers: createFakeServers({
			tools,
			statuses: new Map([
				['files', readyStatus({instructions: 'I am files.'})],
				['web', readyStatus({instructions: 'I am web.'})],
			]),
		}),
		assistants: () => [coder, writer],
		useServers: names => used.push(names),
		models,
		...options,
	});
	return {
		...harness,
		used,
		other,
		async type(text: string) {
			const {events, app} = harness;
			const count = () => events.filter(({type}) => type === 'notice-raised').length;
			const before = count();
			app.submit(text);
			await harness.until(() => count() > before);
			const item = app.getState().items.at(-1);
			return item?.type === 'notice' ? item.text : '';
		},
	};
};

describe('/assistant', () => {
	it('says why one that is configured cannot be used, instead of that there is none', async () => {
		const problems = ['config.json:6:29  assistants.bad.toolApproval: expected one of always-ask'];
		const {type} = setUp({unusableAssistants: () => [{name: 'bad', problems}]});
		expect(await type('/assistant bad')).toBe(
			`The assistant "bad" cannot be used:\n${problems[0]}\nCorrect it there; nothing else is affected.`,
		);
	});

	it('lists who there is, with what they are made of, and marks the one in use', async () => {
		const {type} = setUp();
		expect((await type('/assistant')).split('\n')).toEqual([
			'› none    mcp-tui as it is, with every server',
			'  coder   Writes code · other/big · servers files · approval mode auto',
			'  writer',
			'',
			'/assistant name chooses one.',
		]);
		await type('/assistant writer');
		expect(await type('/assistant')).toContain('\n› writer');
	});

	it('says how to make one where there is none', async () => {
		await expect(setUp({assistants: () => []}).type('/assistant')).resolves.toBe(
			'There are no assistants. Describe one under "assistants" in the configuration file, or start with --agent file.yaml.',
		);
	});

	it('changes model, mode, servers, tools and instructions', async () => {
		const {app, type, used, other} = setUp();
		await expect(type('/assistant coder')).resolves.toBe(
			'The assistant is coder from the next message on. Model other/big, approval mode auto.',
		);
		expect(app.getState()).toMatchObject({assistant: 'coder', model: 'other/big', approvalMode: 'auto'});
		expect(used).toEqual([['files']]);
		app.submit('Hi');
		await app.settled();
		const [request] = other.requests;
		expect(request).toMatchObject({temperature: 0.2, maxTokens: 900});
		expect(request?.tools.map(({modelName}) => modelName)).toEqual(['files__read']);
		expect(request?.instructions).toContain(
			'You are the assistant "coder". The user wants this of you:\nWrite tests first.',
		);
		expect(request?.instructions).toContain('I am files.');
		expect(request?.instructions).not.toContain('I am web.');
	});

	it('does not leave to the next what one assistant may do unasked', async () => {
		const {app, type, used} = setUp({approvals: () => ({...noApprovals, toolApproval: 'trusted-only'})});
		await type('/assistant coder');
		await expect(type('/assistant writer')).resolves.toContain('approval mode trusted-only');
		expect(app.getState()).toMatchObject({assistant: 'writer', approvalMode: 'trusted-only'});
		expect(used).toEqual([['files'], undefined]);
	});

	it('keeps a mode that the user has chosen', async () => {
		const {app, type} = setUp();
		await type('/assistant coder');
		app.submit('/approvals trusted-only');
		await type('/assistant none');
		expect(app.getState().approvalMode).toBe('trusted-only');
		expect('assistant' in app.getState()).toBe(false);
	});

	it('changes nothing where the model cannot be used', async () => {
		const {app, type, used} = setUp({
			models: {
				open: async () => ({
					type: 'refused',
					failure: {code: 'unknown-provider', message: 'There is no provider "other".', hint: 'Add it.'},
				}),
				providers: async () => [],
				localProviders: async () => [],
				known: () => [],
				checkKey: async () => ({type: 'fine'}),
				list: async () => ({type: 'listed', models: []}),
			},
		});
		await expect(type('/assistant coder')).resolves.toBe(
			'The assistant is still none.\nThere is no provider "other".\nAdd it.',
		);
		expect(app.getState()).toMatchObject({approvalMode: 'always-ask', model: 'test/model'});
		expect('assistant' in app.getState()).toBe(false);
		expect(used).toEqual([]);
	});

	it.each([
		['/assistant codr', 'There is no assistant "codr"; did you mean coder? /assistant lists them.'],
		['/assistant nope', 'There is no assistant "nope". /assistant lists them.'],
		['/assistant banana', 'There is no assistant "banana". /assistant lists them.'],
	])('explains a name that nobody has: %s', async (text, answer) => {
		await expect(setUp().type(text)).resolves.toBe(answer);
	});

	it('takes a name in any case', async () => {
		const {app, type} = setUp();
		await type('/assistant Writer');
		expect(app.getState().assistant).toBe('writer');
	});
});

describe('the assistant of a session', () => {
	it('is there from the start where it is given, with its servers', async () => {
		const {app, used, saved} = setUp({assistant: 'coder'});
		expect([app.getState().assistant, used]).toEqual(['coder', [['files']]]);
		app.submit('Hi');
		await app.settled();
		expect(saved).toContainEqual(expect.objectContaining({type: 'assistant-changed', assistant: 'coder'}));
	});

	it('is the one it was when the session goes on, if there still is such a one', async () => {
		const {app, saved} = setUp({assistant: 'coder'});
		app.submit('Hi');
		await app.settled();
		expect(setUp({past: saved}).app.getState().assistant).toBe('coder');
		expect(setUp({past: saved, assistant: 'writer'}).app.getState().assistant).toBe('writer');
		expect('assistant' in setUp({past: saved, assistants: () => [writer]}).app.getState()).toBe(false);
	});

	it('stays as it was when it is taken out of the configuration meanwhile', async () => {
		let assistants: readonly Assistant[] = [coder];
		const {app, model} = setUp({assistant: 'coder', assistants: () => assistants});
		assistants = [];
		app.submit('Hi');
		await app.settled();
		expect(model.requests[0]?.tools.map(({modelName}) => modelName)).toEqual(['files__read']);
	});
});
