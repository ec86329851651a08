import {spawn} from '@lydell/node-pty';
import {afterAll, beforeAll, expect, it, onTestFinished, vi} from 'vitest';
import {serverConfig} from '../../helpers/mcp-servers.ts';
import {bundleHost} from '../../helpers/orphan-host-process.ts';

let host: Awaited<ReturnType<typeof bundleHost>>;
beforeAll(async () => {
	host = await bundleHost();
});
afterAll(() => host.remove());

it('keeps a server from opening the terminal or painting on it', async () => {
	const terminal = spawn(process.execPath, [host.file, JSON.stringify([serverConfig('tty')])], {
		cols: 400,
		rows: 24,
	});
	onTestFinished(() => terminal.kill('SIGKILL'));
	let screen = '';
	terminal.onData(data => {
		screen += data;
	});
	await vi.waitFor(() => expect(screen).toContain('hostHasTerminal'), {timeout: 30_000});
	// The host itself can: the terminal is there.
	expect(screen).toContain('"hostHasTerminal":true');
	expect(screen).toContain('ENXIO');
	expect(screen).not.toContain('PAINTED');
});
