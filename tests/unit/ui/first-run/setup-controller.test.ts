import {describe, expect, it} from 'vitest';
import type {Setup} from '../../../../source/domain/setup.ts';
import type {SetupView} from '../../../../source/ui/first-run/setup-view.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {claudeServers, createFakeSetup} from '../../../helpers/ui-fake-setup.ts';
import {askOf} from '../../../helpers/ui-samples.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const begin = (change: Partial<Setup> = {}) => {
	const {setup, done} = createFakeSetup(change);
	const chat = controlChat({setup});
	chat.fake.suggestion = 'Show me around';
	chat.controller.startSetup();
	chat.clock.advance(300);
	const view = (): SetupView | undefined => chat.controller.getView().setup;
	return {
		...chat,
		done,
		view,
		labels: () => {
			const shown = view();
			return shown?.type === 'list' ? shown.choices.map(({label}) => label) : [];
		},
		async until(title: string): Promise<void> {
			await waitUntil(() => view()?.title === title, {describe: () => JSON.stringify(view())});
			chat.clock.advance(300);
		},
		notices: () =>
			[...chat.fake.app.getState().items].flatMap(item => (item.type === 'notice' ? [item.text] : [])),
	};
};

const modelQuestion = 'Which model do you want to talk to?';
const serverQuestion = 'Which MCP servers may it use?';
const keyQuestion = 'Your key for Anthropic';

describe('the first run', () => {
	it('begins the tour with enter', () => {
		const {press, fake, view} = begin();
		press('enter');
		expect(fake.submitted).toEqual(['Show me around']);
		expect(view()).toBeUndefined();
	});

	it('does not take an enter that was pressed before it could be read, however late it is handled', () => {
		const {setup} = createFakeSetup();
		const {controller, fake, clock} = controlChat({setup});
		fake.suggestion = 'Show me around';
		controller.startSetup();
		clock.advance(290);
		controller.intake.read('enter', '');
		clock.advance(100);
		expect(fake.submitted).toEqual([]);
		controller.intake.read('enter', '');
		clock.advance(100);
		expect(fake.submitted).toEqual(['Show me around']);
	});

	it('comes again without the tour where another model is in use, and changes nothing when it is left', () => {
		const {fake, controller, labels, press, notices} = begin();
		press('esc');
		fake.suggestion = undefined;
		controller.startSetup();
		expect(labels()).not.toContain('The tour');
		press('esc');
		expect(notices().at(-1)).toContain('Nothing has changed');
	});

	it('says so where nothing can be set up', () => {
		const {controller, fake} = controlChat();
		controller.startSetup();
		expect(fake.app.getState().items.at(-1)).toMatchObject({
			text: expect.stringContaining('Nothing can be set up'),
		});
	});

	it('leads from a provider over its key to a model and to a server', async () => {
		const {press, type, until, done, view, notices, controller} = begin();
		press('down', 'enter');
		await until(keyQuestion);
		controller.onPaste('secret-key\n');
		press('enter');
		await until('Which model of Anthropic?');
		// The one that most people want comes first.
		press('enter');
		await until(serverQuestion);
		press('enter');
		await until('Add a server');
		type('npx files');
		press('enter');
		await until(serverQuestion);
		expect(view()).toMatchObject({news: 'add npx files is done.'});
		press('enter');
		expect(done).toEqual(['keep anthropic secret-key', 'use anthropic/large', 'add npx files']);
		expect(view()).toBeUndefined();
		expect(notices()).toEqual([
			'You talk to anthropic/large. Ask something; /mcp shows the servers, ? the keys.',
		]);
	});

	it('asks for no key where there is one', async () => {
		const {press, until} = begin({hasKey: async () => true});
		press('down', 'enter');
		await until('Which model of Anthropic?');
	});

	it('asks again for a key that the provider refuses, and says why', async () => {
		const failure = {code: 'bad-key', message: 'The key is wrong.', hint: 'Copy it again.'};
		const {press, type, until, view} = begin({models: async () => ({type: 'failed', failure})});
		press('down', 'enter');
		await until(keyQuestion);
		type('wrong');
		press('enter');
		await waitUntil(() => view()?.problem !== undefined);
		expect(view()).toMatchObject({title: keyQuestion, problem: 'The key is wrong. Copy it again.'});
	});

	it('tries the key that was kept once more with enter alone', async () => {
		const answers = ['failed', 'listed'];
		const failure = {code: 'network', message: 'Nobody is there.'};
		const {press, type, until, done, view, clock} = begin({
			models: async () =>
				answers.shift() === 'failed'
					? {type: 'failed', failure}
					: {type: 'listed', models: ['anthropic/one', 'anthropic/two']},
		});
		press('down', 'enter');
		await until(keyQuestion);
		press('enter');
		expect(view()).toMatchObject({title: keyQuestion});
		type('good');
		press('enter');
		await waitUntil(() => view()?.problem !== undefined);
		clock.advance(300);
		press('enter');
		await until('Which model of Anthropic?');
		expect(done).toEqual(['keep anthropic good']);
	});

	it('offers what runs on this machine as soon as it answers, and moves nothing under the finger', async () => {
		const ollama = {name: 'ollama', title: 'Ollama', baseUrl: 'http://127.0.0.1:1/v1', isLocal: true};
		const {labels, view, press, until} = begin({
			localProviders: async () => [ollama],
			models: async () => ({type: 'listed', models: ['ollama/qwen3']}),
		});
		await waitUntil(() => labels().includes('Ollama'));
		expect(view()).toMatchObject({highlight: 'tour'});
		press('down', 'enter');
		await until(serverQuestion);
	});

	it('takes over the servers of another program, which are shown first', async () => {
		const {press, until, done, labels, view} = begin({
			hasKey: async () => true,
			findServers: async () => [claudeServers],
		});
		press('down', 'enter');
		await until('Which model of Anthropic?');
		press('enter');
		await until(serverQuestion);
		await waitUntil(() => labels().length === 3);
		press('up', 'enter');
		await until('Servers of Claude Desktop');
		expect(view()).toMatchObject({highlight: 'back'});
		expect(JSON.stringify(view())).toContain('npx files /notes');
		press('down', 'enter');
		await waitUntil(() => done.includes('import Claude Desktop'));
		await until(serverQuestion);
		expect(view()).toMatchObject({highlight: 'done'});
	});

	it('takes nothing over because of an enter too many', async () => {
		const {press, until, done, labels, view, clock} = begin({
			hasKey: async () => true,
			findServers: async () => [claudeServers],
		});
		press('down', 'enter');
		await until('Which model of Anthropic?');
		press('enter');
		await until(serverQuestion);
		await waitUntil(() => labels().length === 3);
		press('up', 'enter', 'enter', 'down', 'enter');
		expect(done).toEqual(['use anthropic/large']);
		expect(view()).toMatchObject({title: 'Servers of Claude Desktop'});
		clock.advance(299);
		press('enter');
		expect(done).toEqual(['use anthropic/large']);
	});

	it('narrows a long list by what is typed', async () => {
		const {press, type, until, done} = begin({hasKey: async () => true});
		press('down', 'enter');
		await until('Which model of Anthropic?');
		type('sma');
		press('enter');
		await until(serverQuestion);
		expect(done).toEqual(['use anthropic/small']);
	});

	it('goes back with esc, at last out of it, and says how to come back', async () => {
		const {press, until, view, notices} = begin();
		press('down', 'enter');
		await until(keyQuestion);
		press('esc');
		expect(view()).toMatchObject({title: modelQuestion, highlight: 'provider anthropic'});
		press('esc');
		expect(view()).toBeUndefined();
		expect(notices().join()).toContain('/setup opens this again');
	});

	it('forgets what it was waiting for when it is left', async () => {
		const {setup} = createFakeSetup();
		let answer = (_: boolean): void => undefined;
		const aborted: boolean[] = [];
		const {press, view} = begin({
			...setup,
			hasKey: (_, signal) =>
				new Promise(resolve => {
					answer = resolve;
					signal.addEventListener('abort', () => aborted.push(true));
				}),
		});
		press('down', 'enter');
		press('esc');
		answer(true);
		await Promise.resolve();
		expect(aborted).toEqual([true]);
		expect(view()).toMatchObject({title: modelQuestion});
	});

	it('keeps its keys from a question that waits behind it', () => {
		const {press, raise, clock, fake, view} = begin();
		raise(askOf());
		clock.advance(1000);
		press('y', 'enter');
		expect(fake.answers).toEqual([]);
		expect(view()).toBeUndefined();
	});
});
