import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Manifest = {
	readonly version: string;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly scripts?: Readonly<Record<string, string>>;
};

let folder: string;
let project: string;
let files: readonly string[];

// Nothing of this machine: no settings of npm, no cache, no network.
const environment = () => ({
	PATH: process.env.PATH ?? '',
	HOME: path.join(folder, 'home'),
	npm_config_cache: path.join(folder, 'npm-cache'),
	npm_config_offline: 'true',
	npm_config_update_notifier: 'false',
	npm_config_audit: 'false',
	npm_config_fund: 'false',
});

const run = (command: string, args: readonly string[], cwd: string): string =>
	execFileSync(command, args, {
		cwd,
		env: environment(),
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
	});

beforeAll(() => {
	folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-package-'));
	project = path.join(folder, 'project');
	mkdirSync(project);
	mkdirSync(path.join(folder, 'home'));
	// Without its scripts, because the program has just been built and other tests are using it.
	const packed = run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root);
	const [entry] = JSON.parse(packed) as [{filename: string; files: {path: string}[]}];
	files = entry.files.map(file => file.path).sort();
	run('npm', ['install', path.join(folder, entry.filename)], project);
});

afterAll(async () => {
	await disposeTerminals();
	rmSync(folder, {recursive: true, force: true});
});

describe('the package', () => {
	it('holds the program, its licences and its documentation and nothing else', () => {
		const allowed = /^(dist\/[\w.-]+|README\.md|LICENSE|package\.json|config\.(example|schema)\.json)$/;
		expect(files.filter(file => !allowed.test(file))).toEqual([]);
		expect(files.filter(file => /\.(map|tsx?)$/.test(file))).toEqual([]);
		expect(files).toEqual(
			expect.arrayContaining([
				'LICENSE',
				'dist/libraries.cjs',
				'dist/licenses.txt',
				'dist/main.cjs',
				'dist/mcp-tui.cjs',
				'dist/zod.cjs',
				'package.json',
			]),
		);
	});

	it('needs no other package and runs nothing when it is installed', () => {
		const installed = path.join(project, 'node_modules');
		expect(readdirSync(installed).filter(name => !name.startsWith('.'))).toEqual(['mcp-tui']);
		const manifest = JSON.parse(
			readFileSync(path.join(installed, 'mcp-tui/package.json'), 'utf8'),
		) as Manifest;
		expect(manifest.dependencies ?? {}).toEqual({});
		expect(Object.keys(manifest.scripts ?? {}).filter(name => /^(pre|post)?install$/.test(name))).toEqual([]);
	});

	it('answers --version and --help after an installation without a network', () => {
		const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
		expect(run('npx', ['--no-install', 'mcp-tui', '--version'], project)).toBe(`${version}\n`);
		expect(run('npx', ['--no-install', 'mcp-tui', '--help'], project)).toMatch(/usage/i);
	});

	it('uses a tool after an installation without a network', () => {
		const words = ['--no-install', 'mcp-tui', '-p', 'hello', '-m', 'demo/tour', '--approval', 'auto'];
		expect(run('npx', words, project)).toMatch(/in UTC \(UTC\+00:00\)/);
	});

	it('starts from its own folder', async () => {
		const program = path.join(project, 'node_modules/.bin/mcp-tui');
		const terminal = startTerminal({command: [program], cwd: project});
		await terminal.waitFor('›');
		terminal.kill('SIGTERM');
		await terminal.exit;
	});
});
