import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../helpers/demo-script-file.ts';
import {entryOf, runProgram, useHome} from '../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';
import {waitUntil} from '../helpers/wait-until.ts';
import {windowSizes} from '../helpers/window-sizes.ts';

const silent = entryOf('silent', {timeout: 300, retryAttempts: 0});
/** Later than the five seconds after which a message once went out without it. */
const late = entryOf('slow-start', {env: {START_AFTER: '7000'}});
const turns = [
	{match: 'call', steps: [{calls: [{tool: 'late__late', arguments: {}}]}, {say: 'it said {{result}}'}]},
];

const prepare = (servers: Record<string, object>) => {
	const home = useHome(servers);
	return {home, model: writeDemoScript(join(home.folder, 'model'), {pace: 0, turns})};
};

afterEach(disposeTerminals);

describe('the first message', () => {
	it('waits for a server that takes longer than five seconds, and its tool is there', async () => {
		const {home, model} = prepare({late});
		const terminal = startTerminal({home: home.folder, args: ['--model', model, '--approval', 'auto']});
		await terminal.waitFor('auto');
		await terminal.submit('call it');
		await terminal.waitFor('Waiting for 1 server: late · any key sends without it, Esc stops');
		await terminal.waitFor('it said here');
		await terminal.dispose();
	});

	it.each(windowSizes)(
		'goes on without a server that hangs when a key is pressed, at %i columns and %i rows',
		async (cols, rows) => {
			const {home, model} = prepare({silent});
			const terminal = startTerminal({home: home.folder, cols, rows, args: ['--model', model]});
			await terminal.waitFor('always-ask');
			await terminal.submit('hello');
			await terminal.waitFor('any key sends without it');
			// Keys count a moment after the line is there; each of them is for the draft.
			const isSent = () => terminal.screen().join('\n').includes('Sent without 1 server');
			await waitUntil(
				() => {
					terminal.type(isSent() ? '' : 'x');
					return isSent();
				},
				{interval: 400},
			);
			expect(terminal.screen().findLast(line => line.startsWith('› '))).toMatch(/^› x+$/);
			await terminal.dispose();
		},
	);

	it('is the draft again when Esc stops the wait', async () => {
		const {home, model} = prepare({silent});
		const terminal = startTerminal({home: home.folder, args: ['--model', model]});
		await terminal.waitFor('always-ask');
		await terminal.submit('hello');
		await terminal.waitFor('any key sends without it');
		terminal.press('escape');
		await terminal.waitFor(screen => !screen.join('\n').includes('Waiting for'));
		await terminal.waitFor(screen => screen.findLast(line => line.startsWith('› ')) === '› hello');
		await terminal.dispose();
	});
});

describe('a prompt without a screen', () => {
	it('waits for a slow server, says so, and names one that did not start', async () => {
		const {home, model} = prepare({
			late,
			broken: entryOf('crash-before-handshake', {retryAttempts: 0}),
		});
		const args = ['-p', 'call it', '--model', model, '--approval', 'auto', '--output-format', 'json'];
		const run = await runProgram(home, args);
		expect(JSON.parse(run.stdout)).toMatchObject({
			ok: true,
			text: 'it said here',
			missingServers: ['broken'],
		});
		expect(run.stderr).toContain('Waiting for 1 server: late.');
		expect(run.stderr).toContain('Sent without 1 server: broken (failed).');
	});
});
