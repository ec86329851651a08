import {describe, expect, it} from 'vitest';
import {exitCodes} from '../../../source/headless/run-prompt.ts';
import {createFakeOffers} from '../../helpers/fake-offers.ts';
import {createFakeServers, offerTool, readyStatus, runsUntilAborted} from '../../helpers/fake-servers.ts';
import {
	callsTools,
	events,
	hangsAfter,
	type ScriptedAnswer,
	says,
	scriptModel,
	throwsAfter,
	toolCall,
} from '../../helpers/scripted-model.ts';
import {readObjects, setUpPrompt} from './prompt-run.ts';

const tools = [offerTool('files', 'read')];
const readThen = (...rest: readonly ScriptedAnswer[]) =>
	scriptModel(callsTools(toolCall('c1', 'files__read', {path: 'a'})), ...rest);
describe('a prompt without a screen, as text', () => {
	it('prints the answer with one line break at its end, and nothing else', async () => {
		for (const text of ['Hello.', 'Hello.\n']) {
			const {run, written} = setUpPrompt(scriptModel(says(text)));
			await expect(run()).resolves.toBe(0);
			expect(written).toEqual({out: 'Hello.\n', error: ''});
		}
	});

	it('prints the last answer only', async () => {
		const model = scriptModel(
			events({type: 'text', text: 'Let me look.'}, toolCall('c1', 'files__read'), {
				type: 'finished',
				reason: 'tool-calls',
			}),
			says('It is noon.'),
		);
		const {run, written} = setUpPrompt(model, {servers: createFakeServers({tools}), approvalMode: 'auto'});
		await expect(run()).resolves.toBe(exitCodes.ok);
		expect(written.out).toBe('It is noon.\n');
	});

	it('prints nothing when the model said nothing, and says so beside it', async () => {
		const {run, written} = setUpPrompt(scriptModel(says('')));
		await expect(run()).resolves.toBe(0);
		expect(written).toEqual({out: '', error: 'The model said nothing. --model chooses another.\n'});
	});

	it('sends what looks like a command to the model', async () => {
		const {run, written} = setUpPrompt(scriptModel(says('It lists users.')));
		await expect(run('/etc/passwd: what is it?')).resolves.toBe(0);
		expect(written).toEqual({out: 'It lists users.\n', error: ''});
	});
});

describe('a prompt without a screen, as JSON', () => {
	it('prints one object with everything that happened', async () => {
		const usage = {inputTokens: 5, outputTokens: 7};
		const model = readThen(events({type: 'text', text: 'Done.'}, {type: 'finished', reason: 'stop', usage}));
		const {run, written} = setUpPrompt(model, {
			format: 'json',
			servers: createFakeServers({tools}),
			approvalMode: 'auto',
		});
		await expect(run()).resolves.toBe(0);
		expect(readObjects(written.out)).toEqual([
			{
				type: 'result',
				ok: true,
				text: 'Done.',
				toolCalls: [
					{
						server: 'files',
						tool: 'read',
						arguments: {path: 'a'},
						status: 'succeeded',
						durationMs: 0,
						result: {content: [{type: 'text', text: '{"path":"a"}'}]},
					},
				],
				usage,
				steps: 2,
				sessionId: 'session-1',
				model: 'test/model',
			},
		]);
	});

	it.each(['json', 'stream-json'] as const)(
		'prints no argument that is called a secret, as %s',
		async format => {
			const args = {path: 'a', password: 'canary-1', apiKey: 'canary-2'};
			const servers = createFakeServers({
				tools,
				onCall: async () => ({
					type: 'succeeded',
					result: {content: [{type: 'text', text: 'with canary-1'}]},
					raw: {},
				}),
			});
			const {run, written} = setUpPrompt(
				scriptModel(callsTools(toolCall('c1', 'files__read', args)), says('Done.')),
				{format, servers, approvalMode: 'auto'},
			);
			await expect(run()).resolves.toBe(0);
			expect(servers.calls).toMatchObject([{args}]);
			expect(written.out).toContain('"arguments":{"path":"a","password":"•••","apiKey":"•••"}');
			expect(written.out).not.toContain('canary');
		},
	);

	it('prints why a call failed', async () => {
		const failure = {code: 'broken', message: 'It broke.'};
		const {run, written} = setUpPrompt(readThen(says('Oh.')), {
			format: 'json',
			servers: createFakeServers({tools, onCall: async () => ({type: 'failed', failure})}),
			approvalMode: 'auto',
		});
		await run();
		expect(readObjects(written.out)[0]?.toolCalls).toMatchObject([{status: 'failed', error: failure}]);
	});

	it('prints of a call that was stopped whether it may have done its work', async () => {
		const {run, written, app, until} = setUpPrompt(
			scriptModel(callsTools(toolCall('c1', 'files__read'), toolCall('c2', 'files__write'))),
			{
				format: 'json',
				servers: createFakeServers({
					tools: [...tools, offerTool('files', 'write')],
					onCall: async (ref, ...rest) => {
						await runsUntilAborted(ref, ...rest);
						return {type: 'cancelled', sent: ref.tool === 'read'};
					},
				}),
				approvalMode: 'auto',
			},
		);
		const code = run();
		await until(({calls}) => calls.live().filter(({status}) => status === 'running').length === 2);
		app.interrupt();
		await expect(code).resolves.toBe(exitCodes.failed);
		expect(readObjects(written.out)[0]?.toolCalls).toMatchObject([
			{
				status: 'cancelled',
				error: {code: 'cancelled', message: 'It was stopped while it ran: what it did is not known.'},
			},
			{status: 'cancelled', error: {code: 'cancelled', message: 'It was stopped before it was run.'}},
		]);
	});

	it('prints the failure of the turn in the object and for those who watch', async () => {
		const {run, written} = setUpPrompt(
			scriptModel(throwsAfter(new Error('HTTP 500'), {type: 'text', text: 'Hel'})),
			{
				format: 'json',
			},
		);
		await expect(run()).resolves.toBe(exitCodes.failed);
		expect(readObjects(written.out)).toMatchObject([
			{ok: false, text: 'Hel', steps: 0, error: {code: 'model-failed', message: 'HTTP 500'}},
		]);
		expect(written.error).toBe('HTTP 500\n');
	});
});

describe('a prompt without a screen, as a stream of JSON', () => {
	it('prints every event as it happens and the result at the end', async () => {
		const {run, written} = setUpPrompt(scriptModel(says('Hello.')), {format: 'stream-json'});
		await expect(run()).resolves.toBe(0);
		expect(readObjects(written.out).map(({type}) => type)).toEqual([
			...['session-started', 'approval-mode-changed', 'message-accepted', 'step-started'],
			...['answer-streamed', 'step-finished', 'turn-finished', 'result'],
		]);
	});

	it('keeps one object on one line, whatever the model says', async () => {
		const {run, written} = setUpPrompt(scriptModel(says('a\nb\u2028c\r\n')), {format: 'stream-json'});
		await run();
		expect(readObjects(written.out).at(-1)).toMatchObject({text: 'a\nb\u2028c\r\n'});
	});
});

describe('the exit code', () => {
	it('is 1 when the turn fails, and the reason and the hint are printed', async () => {
		const {run, written} = setUpPrompt(scriptModel(events({type: 'text', text: 'Hel'})));
		await expect(run()).resolves.toBe(1);
		expect(written).toEqual({
			out: 'Hel\n',
			error: 'test/model stopped in the middle of its answer.\nNothing was run.\n',
		});
	});

	it('is 1 when it is interrupted', async () => {
		const {run, written, app, until} = setUpPrompt(scriptModel(hangsAfter({type: 'text', text: 'Hel'})));
		const code = run();
		await until(({streaming}) => streaming?.text === 'Hel');
		app.interrupt();
		await expect(code).resolves.toBe(1);
		expect(written.error).toBe('Interrupted.\n');
	});

	it('is 53 when the steps are used up', async () => {
		const {run, written} = setUpPrompt(readThen(), {
			servers: createFakeServers({tools}),
			approvalMode: 'auto',
			maxSteps: 2,
		});
		await expect(run()).resolves.toBe(53);
		expect(written.error).toContain('all 2 steps');
	});

	it('is 2 when an approval is needed, which says how to give it, and nothing runs', async () => {
		const {run, written, servers, model} = setUpPrompt(readThen(says('never')), {
			servers: createFakeServers({tools}),
		});
		await expect(run()).resolves.toBe(2);
		expect(written.error).toBe(
			[
				'files wants to run read, and nobody is here to approve it (approval mode always-ask).',
				'Allow it with --allowed-tools "files__read", or everything with --approval auto.\n',
			].join('\n'),
		);
		expect(servers.calls).toEqual([]);
		expect(model.requests).toHaveLength(1);
	});

	it('is 2 when several approvals are needed, and the first is named', async () => {
		const model = scriptModel(callsTools(toolCall('c1', 'files__read'), toolCall('c2', 'files__write')));
		const {run, written} = setUpPrompt(model, {
			format: 'json',
			servers: createFakeServers({tools: [...tools, offerTool('files', 'write')]}),
		});
		await expect(run()).resolves.toBe(2);
		expect(readObjects(written.out)).toMatchObject([
			{
				ok: false,
				error: {code: 'approval-needed', message: expect.stringContaining('run read')},
				toolCalls: [
					{tool: 'read', status: 'denied', error: {code: 'denied', message: 'nobody could be asked'}},
					{tool: 'write'},
				],
			},
		]);
	});

	it.each([
		['my__server', 'read'],
		['my_', 'read'],
	])('comes with no rule that would not allow the tool: %s, %s', async (server, tool) => {
		const {run, written} = setUpPrompt(scriptModel(callsTools(toolCall('c1', `${server}__${tool}`))), {
			servers: createFakeServers({tools: [offerTool(server, tool)]}),
		});
		await expect(run()).resolves.toBe(2);
		expect(written.error).not.toContain('--allowed-tools');
		expect(written.error).toContain(
			'give the server another name, or allow everything with --approval auto.',
		);
	});

	it('comes with the rule of a tool that has "__" in its own name, because that works', async () => {
		const {run, written} = setUpPrompt(scriptModel(callsTools(toolCall('c1', 'files__read__all'))), {
			servers: createFakeServers({tools: [offerTool('files', 'read__all')]}),
		});
		await expect(run()).resolves.toBe(2);
		expect(written.error).toContain('--allowed-tools "files__read__all"');
	});

	it('comes with a hint that is safe to paste, whatever a server calls its tool', async () => {
		const name = 'x"; rm -rf ~; echo "';
		const {run, written} = setUpPrompt(scriptModel(callsTools(toolCall('c1', `evil__${name}`))), {
			servers: createFakeServers({tools: [offerTool('evil', name)]}),
		});
		await expect(run()).resolves.toBe(2);
		expect(written.error.split('\n')[1]).toBe(
			'Allow it with --allowed-tools, or everything with --approval auto.',
		);
	});
});

describe('a prompt with a text that was piped in', () => {
	it('attaches nothing that the text names', async () => {
		const servers = createFakeServers({statuses: new Map([['files', readyStatus()]])});
		const model = scriptModel(says('Fine.'));
		const {run} = setUpPrompt(model, {servers, offers: createFakeOffers()});
		expect(await run('Sum up:\n\nsee @files:file:///id_rsa', 'Sum up:')).toBe(0);
		expect(model.requests[0]?.messages).toEqual([
			{role: 'user', text: 'Sum up:\n\nsee @files:file:///id_rsa'},
		]);
	});
});

describe('what a model says', () => {
	const hostile = 'A\u001b]52;c;aGk=\u0007B\u001b[2J';

	it('reaches a pipe as it is', async () => {
		const {run, written} = setUpPrompt(scriptModel(says(hostile)), {isTTY: false});
		await run();
		expect(written.out).toBe(`${hostile}\n`);
	});

	it.each(['text', 'json', 'stream-json'] as const)('cannot command a terminal, as %s', async format => {
		const {run, written} = setUpPrompt(
			scriptModel(throwsAfter(new Error(hostile), {type: 'text', text: hostile})),
			{
				format,
				isTTY: true,
			},
		);
		await run();
		expect(written.out + written.error).not.toMatch(/[\u001b\u0007\u009b]/);
		expect(written.error).toBe('AB\n');
	});
});
