import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {findByEnvironment, waitUntilGone} from '../helpers/processes.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {waitUntil} from '../helpers/wait-until.ts';
import {type SeenRequest, startHttpHost} from '../servers/http-host.ts';
import {legacyServer} from '../servers/http-legacy.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

afterEach(disposeTerminals);

/** A home in which no server was ever met, one whose calls never end, and what that one has seen. */
const freshHome = () => {
	const home = useHome({witness: entryOf('witness')});
	const file = join(home.folder, 'events');
	const events = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
	const call = {tool: 'witness__wait', arguments: {file}};
	const model = writeDemoScript(home.folder, {pace: 0, turns: [{steps: [{calls: [call]}, {say: 'done'}]}]});
	const endWith = (signal: NodeJS.Signals) => ({
		onStart: (child: {kill: (name: NodeJS.Signals) => boolean}) =>
			void waitUntil(() => events() === 'called\n').then(() => child.kill(signal)),
	});
	return {home, file, events, model, endWith};
};

describe.each(signals)('%s in a home that is new', signal => {
	it('interrupts -p, which prints its object and tells the server', async () => {
		const {home, events, model, endWith} = freshHome();
		const args = ['-p', 'go', '--model', model, '--approval', 'auto', '--output-format', 'json'];
		const {code, stdout, stderr} = await runProgram(home, args, endWith(signal));
		expect([code, stderr]).toEqual([1, 'Interrupted.\n']);
		expect(JSON.parse(stdout)).toMatchObject({type: 'result', error: {code: 'interrupted'}});
		expect(events()).toBe('called\ncancelled\n');
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('interrupts call, which tells the server', async () => {
		const {home, file, events, endWith} = freshHome();
		const {code, stderr} = await runProgram(
			home,
			['call', 'witness', 'wait', `file=${file}`],
			endWith(signal),
		);
		expect([code, stderr]).toEqual([1, expect.stringContaining('"witness" was told to stop wait')]);
		expect(events()).toBe('called\ncancelled\n');
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});
});

describe.each([
	['SIGINT', 130],
	['SIGTERM', 143],
	['SIGHUP', 129],
	['SIGQUIT', 131],
] as const)('%s in a chat whose home is new', (signal, code) => {
	it('ends it with the code of the signal, and tells the server', async () => {
		const {home, events, model} = freshHome();
		const terminal = startTerminal({home: home.folder, args: ['--model', model, '--approval', 'auto']});
		await terminal.waitFor('›');
		await terminal.submit('go');
		await waitUntil(() => events() === 'called\n');
		terminal.kill(signal);
		expect(await terminal.exit).toMatchObject({code});
		expect(events()).toBe('called\ncancelled\n');
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});
});

describe.each(signals)('%s among the commands in a home that is new', signal => {
	it('cancels the call of a session over HTTP, and deletes the session', async () => {
		const isCall = ({message}: SeenRequest) => message.method === 'tools/call';
		const host = await startHttpHost(legacyServer({session: () => 'one', instead: isCall}));
		const home = useHome({web: {url: `${host.url}/mcp`}});
		const run = await runProgram(home, ['call', 'web', 'echo'], {
			onStart: child => void waitUntil(() => host.seen.some(isCall)).then(() => child.kill(signal)),
		});
		expect(run.code).toBe(1);
		const after = host.seen.slice(host.seen.findIndex(isCall) + 1);
		expect(after.map(({method, message}) => message.method ?? method)).toEqual(
			expect.arrayContaining(['notifications/cancelled', 'DELETE']),
		);
	});

	it('ends mcp test with a sentence', async () => {
		const home = useHome({silent: entryOf('silent')});
		const {code, stderr} = await runProgram(home, ['mcp', 'test', 'silent'], {
			onStart: child =>
				void waitUntil(() => findByEnvironment('HOME', home.folder).length > 1).then(() =>
					child.kill(signal),
				),
		});
		expect([code, stderr]).toEqual([1, expect.stringContaining('Interrupted')]);
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});

	it('ends serve well', async () => {
		let stderr = '';
		const {code} = await runProgram(useHome(), ['serve', '--http', '0'], {
			onStart: child => {
				child.stderr?.on('data', chunk => {
					stderr += chunk;
				});
				void waitUntil(() => stderr.includes('Ctrl+C')).then(() => child.kill(signal));
			},
		});
		expect(code).toBe(0);
	});
});

describe('a second signal', () => {
	it('ends a command at once, also one that waits for a server to go, and leaves no process behind', async () => {
		const home = useHome({stubborn: entryOf('stubborn')});
		const {code, stdout} = await runProgram(home, ['call', 'stubborn', 'pids'], {
			onStart: child =>
				child.stdout?.once('data', () => {
					child.kill('SIGTERM');
					child.kill('SIGINT');
				}),
		});
		expect([code, JSON.parse(stdout)]).toEqual([null, [expect.any(Number), expect.any(Number)]]);
		await waitUntilGone(() => findByEnvironment('HOME', home.folder));
	});
});
