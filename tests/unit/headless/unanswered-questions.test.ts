import {describe, expect, it} from 'vitest';
import type {App} from '../../../source/app/app.ts';
import {noApprovals} from '../../../source/domain/approval.ts';
import {createPromptRun, exitCodes} from '../../../source/headless/run-prompt.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeServers, offerTool, succeededWith} from '../../helpers/fake-servers.ts';
import {createFakePins} from '../../helpers/fake-trust.ts';
import {
	callsTools,
	hangsAfter,
	type ScriptedModel,
	says,
	scriptModel,
	toolCall,
} from '../../helpers/scripted-model.ts';
import {setUpPrompt} from './prompt-run.ts';

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
	const promptRun = createPromptRun({
		format: 'text',
		schedule: () => () => undefined,
		stdout: output('out'),
		stderr: output('error'),
	});
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

	it('is denied when it is about the model and servers have used the tokens of the run, which the server is told', async () => {
		const long = {
			...request,
			messages: [{role: 'user', content: [{type: 'text', text: 'word '.repeat(60_000)}]}],
		} as const;
		const {run, asked, written} = setUp(callThen('1', 'Done.'), 'auto', async ({serverRequests}) => [
			await serverRequests.sample('files', long, never),
			await serverRequests.sample('files', long, never),
		]);
		await expect(run()).resolves.toBe(exitCodes.ok);
		const limit = 'servers may use 100,000 tokens of the model in a run';
		expect(asked).toMatchObject([
			[
				{type: 'answered'},
				{type: 'refused', failure: {code: 'sampling-limit', message: expect.stringContaining(limit)}},
			],
		]);
		expect(written.error).toContain(`may not: ${limit}`);
	});

	it('gets an answer of the model that is no longer than the run allows', async () => {
		const model = callThen('1', 'Done.');
		const {run} = setUp(model, 'auto', ({serverRequests}) =>
			serverRequests.sample('files', {...request, maxTokens: 1_000_000}, never),
		);
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(model.requests[1]).toMatchObject({maxTokens: 8192});
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

	it('is put aside when it is about a changed tool, which stays out', async () => {
		const pins = createFakePins();
		let description = 'one';
		const tools = () => [
			offerTool('files', 'read', {description}),
			offerTool('files', 'write', {description}),
		];
		const {run, app, model, written} = setUpPrompt(scriptModel(says('Hello.')), {
			pins,
			servers: createFakeServers({tools}),
		});
		await app.refreshDefinitions();
		description = 'two';
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(model.requests[0]?.tools).toEqual([]);
		expect(written.error).toBe(
			'files changed read and write since you accepted them; they are not offered. See: mcp-tui mcp verify files\n',
		);
	});

	it('is put aside when it is about a folder, and says how to trust it', async () => {
		const {run, app, written, until} = setUpPrompt(scriptModel(hangsAfter()));
		const done = run();
		await until(({turn}) => turn !== undefined);
		const web = {file: '.mcp.json', runs: 'npx web', variables: [], isChanged: false};
		await expect(app.askFolder('/project', [{...web, name: 'web'}], never)).resolves.toBe('later');
		await expect(
			app.askFolder(
				'/project',
				[
					{...web, name: 'a'},
					{...web, name: 'b'},
				],
				never,
			),
		).resolves.toBe('later');
		expect(written.error.split('\n').slice(0, 4)).toEqual([
			'/project brings a server along that you have not trusted, so it is not used: web.',
			'Trust it with --trust-project.',
			'/project brings servers along that you have not trusted, so they are not used: a and b.',
			'Trust them with --trust-project.',
		]);
		app.interrupt();
		await done;
	});

	it('is answered also when it came before the prompt', async () => {
		const {run, app, written} = setUpPrompt(scriptModel(says('Hello.')));
		const answer = app.askInput({inputId: 'token', servers: ['web', 'mail'], isSecret: true}, never);
		await Promise.resolve();
		expect(written.error).toBe('');
		await expect(run()).resolves.toBe(exitCodes.ok);
		await expect(answer).resolves.toBe('later');
		expect(written.error).toContain('web and mail need a value for token');
	});

	it('is put aside when it is for a value, and says how to set it, safely', async () => {
		const kept: string[] = [];
		const {run, app, written, until} = setUpPrompt(scriptModel(hangsAfter()), {
			async keepInput(id) {
				kept.push(id);
				return {type: 'kept', place: 'the keychain'};
			},
		});
		const done = run();
		await until(({turn}) => turn !== undefined);
		const input = {servers: ['web'], isSecret: true};
		await expect(app.askInput({...input, inputId: 'token'}, never)).resolves.toBe('later');
		await expect(app.askInput({...input, inputId: 'x; rm -rf ~'}, never)).resolves.toBe('later');
		expect(written.error).toContain(
			'web needs a value for token, and nobody is here to give it.\nSet it with: mcp-tui keys set input:token\n',
		);
		expect(written.error).toContain('keys set input:<name>\n');
		expect(kept).toEqual([]);
		app.interrupt();
		await done;
	});

	it('withholds a result that was to be reviewed, goes on without it, and ends with 2', async () => {
		const {run, model, written, saved} = setUpPrompt(callThen('I was not shown it.'), {
			format: 'json',
			approvalMode: 'auto',
			approvals: () => ({...noApprovals, reviewResults: ['files__*']}),
			servers: createFakeServers({
				tools: [offerTool('files', 'read')],
				onCall: async () => succeededWith('private words'),
			}),
		});
		await expect(run()).resolves.toBe(exitCodes.approvalNeeded);
		expect(JSON.stringify([model.requests, saved, written.out])).not.toContain('private words');
		expect(JSON.parse(written.out)).toMatchObject({
			ok: false,
			text: 'I was not shown it.',
			toolCalls: [{status: 'succeeded', reviewed: 'withheld'}],
			error: {code: 'review-needed'},
		});
		expect(written.error).toBe(
			[
				'The result of read of files was withheld from the model: reviewResults in the configuration wants it reviewed, and nobody is here to do so.',
				'Run it in the chat, or take the tool out of reviewResults.\n',
			].join('\n'),
		);
	});
});
