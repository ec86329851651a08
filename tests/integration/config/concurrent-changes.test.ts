import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';
import {parse} from 'jsonc-parser';
import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const bundleFolder = mkdtempSync(join(tmpdir(), 'mcp-tui-changes-'));
const program = join(bundleFolder, 'change.cjs');

beforeAll(async () => {
	await build({
		entryPoints: [fileURLToPath(new URL('./change-config-process.ts', import.meta.url))],
		outfile: program,
		bundle: true,
		platform: 'node',
		format: 'cjs',
		target: 'node20',
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		logLevel: 'error',
	});
});

afterAll(() => rmSync(bundleFolder, {recursive: true, force: true}));

type Changer = {
	readonly child: ChildProcess;
	readonly go: () => void;
	readonly lines: readonly string[];
	readonly ended: Promise<unknown>;
};

const startChanger = async (folder: string, name: string, count: number): Promise<Changer> => {
	const child = spawn(process.execPath, [program, folder, name, String(count)], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	const lines: string[] = [];
	createInterface({input: child.stdout}).on('line', line => lines.push(line));
	const ended = once(child, 'close');
	await waitUntil(() => lines.includes('ready'));
	return {child, lines, ended, go: () => child.stdin.write('go\n')};
};

describe('several programs that change the configuration at once', () => {
	it('all get what they wanted', async () => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'config.json');
		const start = '{\n\t// mine\n\t"mcpServers": {\n\t\t"mine": {"command": "y"} // about mine\n\t}\n}\n';
		writeFileSync(file, start);
		const names = ['a', 'b', 'c', 'd', 'e'];
		const changers = await Promise.all(names.map(name => startChanger(folder, name, 10)));
		for (const {go} of changers) {
			go();
		}
		await Promise.all(changers.map(({ended}) => ended));
		expect(changers.map(({lines}) => lines)).toEqual(names.map(() => ['ready', '[]']));

		const text = readFileSync(file, 'utf8');
		const kept = names.flatMap(name => [1, 3, 5, 7, 9].map(index => `${name}-${index}`));
		expect(Object.keys(parse(text).mcpServers).sort()).toEqual([...kept, 'mine'].sort());
		expect(Object.values(parse(text).mcpServers)).toContainEqual({command: 'x', disabled: true});
		expect(text).toContain('// mine\n');
		expect(text).toContain('// about mine\n');
		expect(readdirSync(folder)).toEqual(['config.json']);
	});

	it('are not held up by one that was killed, and never leave half a file', async () => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'config.json');
		const [victim, other] = await Promise.all([
			startChanger(folder, 'victim', 10_000),
			startChanger(folder, 'other', 10),
		]);
		victim.go();
		// In the middle of a change: its lock is there.
		await waitUntil(() => readdirSync(folder).some(name => name.endsWith('.lock')), {interval: 1});
		victim.child.kill('SIGKILL');
		await victim.ended;
		other.go();
		await other.ended;
		expect(other.lines).toEqual(['ready', '[]']);
		const servers = Object.keys(JSON.parse(readFileSync(file, 'utf8')).mcpServers);
		expect(servers).toEqual(expect.arrayContaining([1, 3, 5, 7, 9].map(index => `other-${index}`)));
		expect(readdirSync(folder)).toEqual(['config.json']);
	});
});
