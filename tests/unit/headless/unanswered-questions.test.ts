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
