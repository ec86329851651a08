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
const configProgram = join(bundleFolder, 'change-config-process.cjs');
const stateProgram = join(bundleFolder, 'change-state-process.cjs');

beforeAll(async () => {
	await build({
		entryPoints: [
			fileURLToPath(new URL('./change-config-process.ts', import.meta.url)),
			fileURLToPath(new URL('./change-state-process.ts', import.meta.url)),
		],
		outdir: bundleFolder,
		outExtension: {'.js': '.cjs'},
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

const startChanger = async (
	folder: string,
	name: string,
	count: number,
	program = configProgram,
): Promise<Changer> => {
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

	it('keep 800 of 800 changes', async () => {
		const folder = createTemporaryFolder();
		const names = ['a', 'b', 'c', 'd'];
		// Each adds a server and then disables or removes it: two changes.
		const changers = await Promise.all(names.map(name => startChanger(folder, name, 100)));
		for (const {go} of changers) {
			go();
		}
		await Promise.all(changers.map(({ended}) => ended));
		expect(changers.map(({lines}) => lines)).toEqual(names.map(() => ['ready', '[]']));
		const servers = Object.keys(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')).mcpServers);
		expect(servers.toSorted()).toEqual(
			names.flatMap(name => Array.from({length: 50}, (_, index) => `${name}-${index * 2 + 1}`)).toSorted(),
		);
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

describe('several programs that change state at once', () => {
	it('keep 800 of 800 changes', async () => {
		const folder = createTemporaryFolder();
		const names = ['a', 'b', 'c', 'd'];
		const changers = await Promise.all(names.map(name => startChanger(folder, name, 200, stateProgram)));
		for (const {go} of changers) {
			go();
		}
		await Promise.all(changers.map(({ended}) => ended));
		const numbers = Array.from({length: 200}, (_, index) => index);
		expect(changers.map(({lines}) => lines)).toEqual(names.map(() => ['ready', ...numbers.map(String)]));
		const {version, ...content} = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
		expect(version).toBe(1);
		expect(content).toEqual(
			Object.fromEntries(
				names.flatMap(name => numbers.map(number => [`${name}-${number}`, number] as const)),
			),
		);
		expect(readdirSync(folder)).toEqual(['state.json']);
	});

	it('lose nothing that was acknowledged when one is killed in the middle, ten times', async () => {
		const folder = createTemporaryFolder();
		const acknowledged: string[] = [];
		for (let round = 0; round < 10; round += 1) {
			const victim = await startChanger(folder, `round${round}`, 10_000, stateProgram);
			victim.go();
			// Each time a little further into a change.
			await waitUntil(() => victim.lines.length > round, {interval: 1});
			victim.child.kill('SIGKILL');
			await victim.ended;
			acknowledged.push(...victim.lines.slice(1).map(line => `round${round}-${line}`));
		}
		const last = await startChanger(folder, 'last', 1, stateProgram);
		last.go();
		await last.ended;
		const content = JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8'));
		expect(Object.keys(content)).toEqual(expect.arrayContaining([...acknowledged, 'last-0']));
		expect(readdirSync(folder)).toEqual(['state.json']);
	});
});
