import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {protocols} from '../../helpers/model-app.ts';
import {modelEnvironment, runPrompt} from '../../helpers/model-program.ts';
import {entryOf} from '../../helpers/run-program.ts';
import {callOf, calls, refuses, says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';

const echoing = {servers: {echo: entryOf('echo')}};
const callsEcho = calls(callOf('call_1', 'echo__echo', {text: 'hi'}));

describe.each(protocols)('mcp-tui -p over the protocol %s', protocol => {
	const provider = protocol === 'anthropic' ? 'ANTHROPIC' : 'OPENAI';

	it('ends with 1 when the key is wrong, and says what to do', async () => {
		const {url} = await startFaultServer([refuses('wrong-key')]);
		const {code, stderr, result} = await runPrompt(protocol, url, ['-p', 'hello']);
		expect(code).toBe(1);
		expect(result).toMatchObject({
			type: 'result',
			ok: false,
			text: '',
			toolCalls: [],
			steps: 0,
			error: {
				code: 'wrong-key',
				message: expect.stringMatching(/does not accept your key \(HTTP 401\)/),
				hint: expect.stringContaining(`${provider}_API_KEY`),
			},
		});
		expect(stderr).toContain(result.error?.message);
		expect(stderr).toContain(result.error?.hint);
	});

	it('ends with 42 when there is no key, and contacts nobody', async () => {
		const {url, requests} = await startFaultServer([says('Never.')]);
		const {[`${provider}_API_KEY`]: _, ...env} = modelEnvironment(url);
		const {code, stderr, result} = await runPrompt(protocol, url, ['-p', 'hello'], {env});
		expect(code).toBe(42);
		expect(result).toMatchObject({
			ok: false,
			error: {code: 'no-key', hint: expect.stringContaining(`${provider}_API_KEY`)},
		});
		expect(stderr).toMatch(/^(There is no|No) key for /m);
		expect(requests).toEqual([]);
	});

	it('ends with 2 when an approval is needed, and names the rule that would allow it', async () => {
		const {url, requests} = await startFaultServer([callsEcho, says('Never.')]);
		const {code, stderr, result} = await runPrompt(protocol, url, ['-p', 'hello'], echoing);
		expect(code).toBe(2);
		expect(result).toMatchObject({
			ok: false,
			toolCalls: [{server: 'echo', tool: 'echo', arguments: {text: 'hi'}, status: 'denied'}],
			error: {
				code: 'approval-needed',
				message: expect.stringContaining('echo wants to run echo'),
				hint: expect.stringContaining('--allowed-tools "echo__echo"'),
			},
		});
		expect(stderr).toContain('--allowed-tools "echo__echo"');
		expect(requests).toHaveLength(1);

		const second = await startFaultServer([callsEcho, says('Done.')]);
		const allowed = ['-p', 'hello', '--allowed-tools', 'echo__echo'];
		const again = await runPrompt(protocol, second.url, allowed, echoing);
		expect([again.code, again.result.text]).toEqual([0, 'Done.']);
		expect(second.problems()).toEqual([]);
	});

	it('ends with 53 at the step limit', async () => {
		const {url, problems} = await startFaultServer((_, index) =>
			calls(callOf(`call_${index}`, 'echo__echo', {text: `${index}`})),
		);
		const {code, result} = await runPrompt(
			protocol,
			url,
			['-p', 'hello', '--approval', 'auto', '--max-steps', '3'],
			echoing,
		);
		expect(code).toBe(53);
		expect(result).toMatchObject({
			ok: false,
			steps: 3,
			error: {code: 'step-limit', hint: expect.any(String)},
		});
		expect(result.toolCalls).toHaveLength(3);
		expect(problems()).toEqual([]);
	});

	it('says on stderr that it waits, and finishes', async () => {
		const {url} = await startFaultServer([
			refuses('overloaded', {headers: {'retry-after-ms': '260'}}),
			says('At last.'),
		]);
		const {code, stderr, result} = await runPrompt(protocol, url, ['-p', 'hello']);
		expect([code, result.text]).toEqual([0, 'At last.']);
		expect(stderr).toMatch(/is overloaded .*Trying again in 1 s, 2 of 6\./);
	});

	it('ends with 1 when the answer is cut, and nothing ran', async () => {
		const {url} = await startFaultServer([{...callsEcho, fault: {at: 'parts', what: 'fin'}}]);
		const {code, result} = await runPrompt(protocol, url, ['-p', 'hello', '--approval', 'auto'], echoing);
		expect(code).toBe(1);
		expect(result).toMatchObject({
			ok: false,
			toolCalls: [],
			error: {code: 'cut', message: expect.any(String), hint: expect.any(String)},
		});
	});

	it('sums the conversation up by itself when it is too long', async () => {
		const first = await startFaultServer([says('Noted.')]);
		const {home, result} = await runPrompt(protocol, first.url, ['-p', 'The word is rutabaga.']);
		const second = await startFaultServer([
			refuses('context-full'),
			says('GOALS: remember rutabaga.'),
			says('It is rutabaga.'),
		]);
		const next = await runPrompt(protocol, second.url, ['-p', 'Which word?', '-c'], {home});
		expect([next.code, next.result.text]).toEqual([0, 'It is rutabaga.']);
		expect(next.result.sessionId).toBe(result.sessionId);
		expect(next.stderr).toContain('A summary takes the place of the history.');
		expect(JSON.stringify(second.requests.at(-1)?.body)).toContain('GOALS: remember rutabaga.');
		expect(second.problems()).toEqual([]);
		expect(readdirSync(join(home.settings, 'sessions')).length).toBeGreaterThan(0);
	});
});

describe('mcp-tui -p with a session that began elsewhere', () => {
	it('goes on over any protocol, with the calls of the others in its history', async () => {
		const first = await startFaultServer([callsEcho, says('Echoed.')]);
		const begin = ['-p', 'hello', '--approval', 'auto'];
		const {home} = await runPrompt('anthropic', first.url, begin, echoing);
		for (const protocol of ['responses', 'chat', 'anthropic'] as const) {
			const server = await startFaultServer([callsEcho, says(`Over ${protocol}.`)]);
			const args = ['-p', 'go on', '-c', '--approval', 'auto'];
			const {code, result} = await runPrompt(protocol, server.url, args, {...echoing, home});
			expect([code, result.text]).toEqual([0, `Over ${protocol}.`]);
			expect(server.problems()).toEqual([]);
			expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Echoed.');
		}
	});
});
