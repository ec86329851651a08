import {describe, expect, it} from 'vitest';
import {createFakeModels, nameModel} from '../../helpers/fake-models.ts';
import {listed, usableProviders as providers, setUpModels as setUp} from '../../helpers/model-command.ts';

describe('/model with a text', () => {
	it('finds models by a part of their name, of the provider in use or of another', async () => {
		const lists = {test: listed('test', 30), ollama: listed('ollama', 30)};
		const {type} = setUp(createFakeModels({providers, lists}));
		expect((await type('/model -2'))?.lines.slice(0, 3)).toEqual([
			'models of Test:',
			'  test/m-2',
			'  test/m-20',
		]);
		expect((await type('/model Ollama -2'))?.lines.slice(0, 2)).toEqual([
			'models of Ollama:',
			'  ollama/m-2',
		]);
	});

	it('changes to the only model that has the text in its name', async () => {
		const lists = {test: listed('test', 30), ollama: listed('ollama', 30)};
		const models = [nameModel('test/m-25'), nameModel('ollama/m-7')];
		const {type} = setUp(createFakeModels({providers, lists, models}));
		expect((await type('/model M-25'))?.lines).toEqual(['The model is test/m-25 from the next message on.']);
		expect((await type('/model ollama m-7'))?.lines).toEqual([
			'The model is ollama/m-7 from the next message on.',
		]);
	});

	it('changes to the model of that name, although others begin with it', async () => {
		const lists = {test: listed('test', 30)};
		const {app, type} = setUp(createFakeModels({providers, lists, models: [nameModel('test/m-2')]}));
		await type('/model m-2');
		expect(app.getState().model).toBe('test/m-2');
	});

	it('suggests the nearest when no name has the text in it', async () => {
		const lists = {test: {type: 'listed' as const, models: [{id: 'test/sonnet'}]}};
		const {type} = setUp(createFakeModels({providers, lists}));
		expect((await type('/model sonet'))?.lines[0]).toBe(
			'No model of Test has "sonet" in its name; did you mean test/sonnet?',
		);
		expect((await type('/model zzzzzzzzzz'))?.lines[0]).toBe(
			'No model of Test has "zzzzzzzzzz" in its name.',
		);
	});

	it('takes the name of a provider for the provider, also where it cannot be used', async () => {
		const failure = {code: 'no-key', message: 'There is no key for Anthropic.', hint: 'export it.'};
		const lists = {test: listed('test', 3), anthropic: {type: 'failed' as const, failure}};
		const {type} = setUp(createFakeModels({providers, known: ['test', 'anthropic'], lists}));
		await expect(type('/model anthropic')).resolves.toMatchObject({
			tone: 'warning',
			lines: ['There is no key for Anthropic.', 'export it.', '', expect.any(String)],
		});
	});

	it('shows a few models of each server on this machine, where none of its provider can be used', async () => {
		const lists = {ollama: listed('ollama', 7), test: listed('test', 7)};
		const models = createFakeModels({providers, lists, models: [nameModel('ollama/m-7')]});
		const {app, type} = setUp(models, 'demo/tour');
		expect((await type('/model'))?.lines).toEqual([
			'model: demo/tour',
			'',
			'  test    Test · key from TEST_KEY',
			'  ollama  Ollama · on this machine, http://127.0.0.1:11434',
			'',
			'models of Ollama:',
			...[1, 2, 3, 4, 5].map(index => `  ollama/m-${index}`),
			'  and 2 more; /model ollama lists them',
			'',
			'/model ollama lists all of its models; /model provider/name changes it.',
		]);
		await type('/model m-7');
		expect(app.getState().model).toBe('ollama/m-7');
	});
});
