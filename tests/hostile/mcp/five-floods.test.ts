import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {writeDemoScript} from '../../helpers/demo-script-file.ts';
import {serverFile} from '../../helpers/mcp-servers.ts';
import {useHome} from '../../helpers/run-program.ts';
import {disposeTerminals, startTerminal} from '../../helpers/terminal.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const megabyte = 1024 * 1024;

/** A number of this process in a file below /proc, in bytes. */
const numberOf = (pid: number, file: string, name: string, unit: number): number =>
	Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1]) *
	unit;

/** Runs the chat with five servers, has each of them called, and tells the most memory that it ever took. */
const peakWith = async (kinds: readonly string[], leastRead: number): Promise<number> => {
	const servers = kinds.map((kind, index): [string, object] => [
		`s${index}`,
		{command: process.execPath, args: [serverFile('flood'), kind], eager: true},
	]);
	const home = useHome(Object.fromEntries(servers));
	const calls = servers.map(([name]) => ({tool: `${name}__huge`, arguments: {}}));
	const turns = [{match: 'go', steps: [{calls}, {say: 'all done'}]}];
	const model = writeDemoScript(join(home.folder, 'model'), {pace: 0, turns});
	const terminal = startTerminal({
		home: home.folder,
		cols: 120,
		rows: 40,
		args: ['--model', model, '--approval', 'auto'],
	});
	await terminal.waitFor(/[56]\/6 servers/, {timeout: 120_000});
	await waitUntil(() => numberOf(terminal.pid, 'io', 'rchar', 1) > leastRead, {timeout: 240_000});
	await terminal.submit('go');
	await terminal.waitFor('all done', {timeout: 240_000});
	const peak = numberOf(terminal.pid, 'status', 'VmHWM', 1024);
	await terminal.dispose();
	return peak;
};

afterEach(disposeTerminals);

describe.runIf(process.platform === 'linux')('five servers that flood the program at once', () => {
	it.each([
		['with huge messages', Array(5).fill('huge-messages')],
		['with lines that are no messages', Array(5).fill('noise')],
		['with everything at once', ['noise', 'huge-messages', 'stderr', 'logs', 'changes']],
	])('%s take less than 150 MB, and their tools work', async (_name, kinds) => {
		const quiet = await peakWith(['', '', '', '', ''], 0);
		const flooded = await peakWith(kinds, 500 * megabyte);
		expect(Math.round((flooded - quiet) / megabyte)).toBeLessThan(150);
	});
});
