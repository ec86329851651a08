import {describe, expect, it} from 'vitest';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeModels, nameModel} from '../../helpers/fake-models.ts';
import {listed, usableProviders as providers, setUpModels as setUp} from '../../helpers/model-command.ts';
import {hangsAfter, scriptModel} from '../../helpers/scripted-model.ts';

describe('/model', () => {
	it('shows the model, who can be used and what they offer', async () => {
		const models = createFakeModels({
			providers,
			lists: {
				test: {
					type: 'listed',
					models: [{id: 'test/big', title: 'Big One', contextTokens: 200_000}, {id: 'test/model'}],
				},
			},
		});
		const {type} = setUp(models);
		await expect(type('/model')).resolves.toEqual({
			tone: 'info',
			lines: [
				'model: test/model',
				'',
				'› test    Test · key from TEST_KEY',
				'  ollama  Ollama · on this machine, http://127.0.0.1:11434',
				'',
				'models of Test:',
				'  test/big    Big One · 200,000 tokens',
				'› test/model',
				'',
				'/model provider/name changes it.',
			],
		});
	});

	it('says why no other can be used, where that is so', async () => {
		const obstacle = {code: 'tour-only', message: 'The tour reads no configuration.', hint: 'Start mcp-tui.'};
		const {type} = setUp({...createFakeModels({providers}), obstacle});
		await expect(type('/model')).resolves.toEqual({
			tone: 'info',
			lines: ['model: test/model', '', 'The tour reads no configuration.', 'Start mcp-tui.'],
		});
	});

	it('shows the models of another provider, twenty of them, and says how many there are besides', async () => {
		const {type} = setUp(createFakeModels({providers, lists: {ollama: listed('ollama', 33)}}));
		const {lines = []} = (await type('/model ollama')) ?? {};
		expect(lines[0]).toBe('models of Ollama:');
		expect(lines.slice(1, 21).map(line => line.trim())).toEqual(
			Array.from({length: 20}, (_, index) => `ollama/m-${index + 1}`),
		);
		expect(lines[21]).toBe('  and 13 more; /model ollama <part of a name> finds them');
	});

	it('says what to do when there is no provider at all', async () => {
		const {type} = setUp(createFakeModels());
		expect((await type('/model'))?.lines.join('\n')).toContain('Set ANTHROPIC_API_KEY or OPENAI_API_KEY');
		await expect(type('/model claude-x')).resolves.toMatchObject({
			tone: 'warning',
			lines: ['There is no provider for claude-x.', 'Try another.'],
		});
	});

	it('keeps the model where the other has no key, and says where the key goes', async () => {
		const failure = {code: 'no-key', message: 'There is no key for Other.', hint: 'export OTHER_API_KEY=...'};
		const models = createFakeModels({
			models: [nameModel('other/two')],
			keys: {other: {type: 'missing', failure}},
		});
		const {app, type} = setUp(models);
		await expect(type('/model other/two')).resolves.toEqual({
			tone: 'warning',
			lines: ['There is no key for Other.', 'export OTHER_API_KEY=...', 'The model is still test/model.'],
		});
		expect(app.getState().model).toBe('test/model');
	});

	it('changes the model where the keychain may have its key, and says that it may not', async () => {
		const message = 'No key for Other is set, and the keychain did not answer.';
		const failure = {code: 'no-key', message, hint: 'export OTHER_API_KEY=...'};
		const models = createFakeModels({
			models: [nameModel('other/two')],
			keys: {other: {type: 'unsure', failure}},
		});
		const {app, type} = setUp(models);
		await expect(type('/model other/two')).resolves.toEqual({
			tone: 'warning',
			lines: [
				'The model is other/two from the next message on.',
				'No key for Other is set, and the keychain did not answer.',
				'export OTHER_API_KEY=...',
			],
		});
		expect(app.getState().model).toBe('other/two');
	});

	it('says why a provider did not list its models', async () => {
		const {type} = setUp(createFakeModels({providers}));
		expect((await type('/model ollama'))?.lines[0]).toBe('ollama lists nothing.');
	});

	it('changes the model from the next message on, with what it suggests and what is known of it', async () => {
		const next = {...nameModel('other/two'), facts: () => ({contextTokens: 5000})};
		const {app, type, events} = setUp(createFakeModels({models: [next]}));
		await expect(type('/model other/two')).resolves.toMatchObject({
			lines: ['The model is other/two from the next message on.'],
		});
		expect(app.getState()).toMatchObject({model: 'other/two', facts: {contextTokens: 5000}});
		expect(events.map(event => event.type)).toContain('model-changed');
		expect(app.suggestion()).toBe('Ask other/two.');
		app.submit('Hi');
		await app.settled();
		expect(app.getState().items.at(-1)).toMatchObject({text: 'I am other/two.', model: 'other/two'});
	});

	it('doubts a name that the provider did not list when it was asked, and suggests the nearest', async () => {
		const lists = {test: {type: 'listed' as const, models: [{id: 'test/sonnet'}]}};
		const models = [nameModel('test/sonet'), nameModel('test/sonnet')];
		const {app, type} = setUp(createFakeModels({providers, lists, models}));
		await type('/model');
		await expect(type('/model test/sonet')).resolves.toEqual({
			tone: 'warning',
			lines: [
				'The model is test/sonet from the next message on. Its provider did not list it; did you mean test/sonnet?',
			],
		});
		expect(app.getState().model).toBe('test/sonet');
		await expect(type('/model test/sonnet')).resolves.toMatchObject({
			lines: ['The model is test/sonnet from the next message on.'],
		});
	});

	it('leaves a turn that runs with the model that it began with', async () => {
		const next = nameModel('other/two');
		const {app, until, model} = createAppHarness({
			model: scriptModel(hangsAfter({type: 'text', text: 'Hel'})),
			models: createFakeModels({models: [next]}),
		});
		app.submit('one');
		await until(state => state.streaming?.text === 'Hel');
		app.submit('/model other/two');
		await until(state => state.model === 'other/two');
		expect(app.getState().streaming?.model).toBe('test/model');
		app.submit('two');
		app.interrupt();
		await app.settled();
		expect(model.requests).toHaveLength(1);
		expect(next.requests).toHaveLength(1);
	});

	it('keeps the model, and says why, when the other cannot be used', async () => {
		const {app, type} = setUp(createFakeModels());
		await expect(type('/model nobody/x')).resolves.toEqual({
			tone: 'warning',
			lines: ['There is no provider for nobody/x.', 'Try another.'],
		});
		expect(app.getState().model).toBe('test/model');
	});

	it('says that it is the model already', async () => {
		const {type, events} = setUp(createFakeModels({models: [nameModel('test/model')]}));
		expect((await type('/model test/model'))?.lines).toEqual(['The model is test/model already.']);
		expect(events.map(event => event.type)).not.toContain('model-changed');
	});

	it('can only be looked at where there is nothing to choose from', async () => {
		const {type} = setUp(undefined);
		expect((await type('/model'))?.lines).toEqual(['model: test/model', '', 'It cannot be changed here.']);
		await expect(type('/model a/b')).resolves.toMatchObject({tone: 'warning'});
	});

	it('is interrupted by esc, and says nothing then', async () => {
		let aborted = false;
		const {app} = setUp({
			...createFakeModels({providers}),
			list: (_provider, signal) =>
				new Promise(resolve => {
					signal.addEventListener('abort', () => {
						aborted = true;
						resolve({type: 'listed', models: []});
					});
				}),
		});
		const before = app.getState().items.length;
		app.submit('/model');
		await new Promise(resolve => setImmediate(resolve));
		expect(app.interrupt()).toBe(true);
		await new Promise(resolve => setImmediate(resolve));
		expect(aborted).toBe(true);
		expect(app.getState().items.length).toBe(before);
		expect(app.interrupt()).toBe(false);
	});

	it('is written into the session once something is said in it', async () => {
		const {app, saved, type} = setUp(createFakeModels({models: [nameModel('a/1'), nameModel('b/2')]}));
		await type('/model a/1');
		await type('/model b/2');
		expect(saved).toEqual([]);
		app.submit('Hi');
		await app.settled();
		expect(saved.filter(event => event.type === 'model-changed')).toMatchObject([{model: 'b/2'}]);
	});
});
