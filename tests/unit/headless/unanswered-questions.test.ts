import {describe, expect, it} from 'vitest';
import type {App} from '../../../source/app/create-app.ts';
import {createPromptRun, exitCodes} from '../../../source/headless/run-prompt.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, succeededWith} from '../../helpers/fake-servers.ts';
import {
	callsTools,
	hangsAfter,
	type ScriptedModel,
	says,
	scriptModel,
	toolCall,
} from '../../helpers/scripted-model.ts';

const never = new AbortController().signal;
const request = {
	messages: [{role: 'user', content: [{type: 'text', text: 'Hi'}]}],
	maxTokens: 9,
	modelHints: [],
	tools: [],
} as const;

const setUp = (
	model: ScriptedModel,
	approvalMode: 'always-ask' | 'auto',
	ask: (app: App) => Promise<unknown> = async () => undefined,
) => {
	const written = {out: '', error: ''};
	const output = (name: keyof typeof written) => ({
		isTTY: false,
		write: (text: string | Uint8Array) => {
			written[name] += String(text);
			return true;
		},
	});
	const asked: unknown[] = [];
	const promptRun = createPromptRun({format: 'text', stdout: output('out'), stderr: output('error')});
	// A tool that asks something of the user before it is done.
	const servers = createFakeServers({
		tools: [offerTool('files', 'read')],
		async onCall() {
			asked.push(await ask(harness.app));
			return succeededWith('done');
		},
	});
	const harness = createAppHarness({model, servers, approvalMode, onEvent: promptRun.onEvent});
	return {...harness, written, asked, run: () => promptRun.run(harness.app, 'Hi')};
};

const callThen = (...texts: readonly string[]) =>
	scriptModel(callsTools(toolCall('c1', 'files__read')), ...texts.map(says));

describe('a question that nobody is there to answer', () => {
	it('is put aside when it is a form, and named', async () => {
		const {run, asked, written} = setUp(callThen('Done.'), 'auto', app =>
			app.serverRequests.elicit('files', {mode: 'form', message: 'Which folder?', schema: {}}, never),
		);
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(asked).toEqual([{action: 'cancel'}]);
		expect(written.error).toBe('files has a question, and nobody is here to answer it: Which folder?\n');
	});

	it('is declined when it is a sign-in, and says how to do it', async () => {
		const {run, asked, written} = setUp(callThen('Done.'), 'auto', app =>
			app.serverRequests.signIn('files', {url: 'https://example.org', callback: 'x'}, never),
		);
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(asked).toEqual([{type: 'declined'}]);
		expect(written.error).toContain('mcp-tui mcp login files');
	});

	it('is allowed when it is about the model and everything is', async () => {
		const {run, asked, written} = setUp(callThen('Sampled.', 'Done.'), 'auto', app =>
			app.serverRequests.sample('files', request, never),
		);
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(asked).toMatchObject([{type: 'answered', content: [{type: 'text', text: 'Sampled.'}]}]);
		expect(written.out).toBe('Done.\n');
	});

	it('is denied when it is about the model and the server was not called', async () => {
		const {run, app, written, until} = setUp(scriptModel(hangsAfter()), 'auto');
		const done = run();
		await until(({turn}) => turn !== undefined);
		await expect(app.serverRequests.sample('files', request, never)).resolves.toMatchObject({
			type: 'refused',
		});
		expect(written.error).toBe('files wants to use test/model, and may not: no call to it runs.\n');
		app.interrupt();
		await expect(done).resolves.toBe(exitCodes.failed);
	});

	it('is denied when it is about the model and was allowed five times in the call', async () => {
		const answers: string[] = [];
		const {run, written} = setUp(
			callThen('1', '2', '3', '4', '5', 'Done.'),
			'auto',
			async ({serverRequests}) => {
				for (let index = 0; index < 7; index += 1) {
					answers.push((await serverRequests.sample('files', request, never)).type);
				}
			},
		);
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(answers).toEqual([...Array.from({length: 5}, () => 'answered'), 'refused', 'refused']);
		expect(written.out).toBe('Done.\n');
		expect(written.error).toContain('may not: servers may do so 5 times in a call and 20 times in a run.');
	});

	it('is put aside ten times in a minute, and then without a word', async () => {
		const {run, written, saved} = setUp(callThen('Done.'), 'auto', async ({serverRequests}) => {
			for (let index = 0; index < 500; index += 1) {
				await serverRequests.elicit('files', {mode: 'form', message: 'Who?', schema: {}}, never);
			}
		});
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(written.error.split('\n').filter(line => line.endsWith('Who?'))).toHaveLength(10);
		expect(written.error.trim().split('\n')).toHaveLength(11);
		expect(saved.some(({type}) => type === 'ask-raised')).toBe(false);
	});

	it('is denied when it is about the model and not everything is allowed', async () => {
		const {run, app, written, until} = setUp(scriptModel(hangsAfter()), 'always-ask');
		const done = run();
		await until(({turn}) => turn !== undefined);
		await expect(app.serverRequests.sample('files', request, never)).resolves.toMatchObject({
			type: 'refused',
		});
		expect(written.error).toContain('files wants to use test/model, and nobody is here to allow it.');
		expect(written.error).toContain('--approval auto');
		app.interrupt();
		await expect(done).resolves.toBe(exitCodes.failed);
	});
});
