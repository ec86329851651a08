import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {disposeTerminals, startTerminal} from '../helpers/terminal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Manifest = {
	readonly version: string;
	readonly bin?: Readonly<Record<string, string>>;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
	readonly scripts?: Readonly<Record<string, string>>;
};

type Report = {
	readonly ok: boolean;
	readonly steps: readonly {readonly name: string; readonly detail: string}[];
};

let folder: string;
let project: string;
let files: readonly string[];
let modes: ReadonlyMap<string, number>;

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
	const [entry] = JSON.parse(packed) as [{filename: string; files: {path: string; mode: number}[]}];
	files = entry.files.map(file => file.path).sort();
	modes = new Map(entry.files.map(({path: name, mode}) => [name, mode]));
	// As careful people do: whatever a package wants to run stays undone, and it works all the same.
	run('npm', ['install', '--ignore-scripts', path.join(folder, entry.filename)], project);
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
				'README.md',
				'config.example.json',
				'config.schema.json',
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
		expect(Object.keys(manifest.optionalDependencies ?? {})).toEqual(['@napi-rs/keyring']);
		expect(Object.keys(manifest.scripts ?? {}).filter(name => /^(pre|post)?install$/.test(name))).toEqual([]);
	});

	it('has one command, which the system can start by itself', () => {
		const {bin} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
		expect(bin).toEqual({'mcp-tui': 'dist/mcp-tui.cjs'});
		expect((modes.get('dist/mcp-tui.cjs') ?? 0) & 0o111).toBe(0o111);
		const program = path.join(project, 'node_modules/mcp-tui/dist/mcp-tui.cjs');
		expect(readFileSync(program, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
		expect(statSync(program).mode & 0o111).toBe(0o111);
	});

	it('works after an installation without a network, and says in a sentence what is missing', () => {
		const {version} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;
		expect(run('npx', ['--no-install', 'mcp-tui', '--version'], project)).toBe(`${version}\n`);
		const program = path.join(project, 'node_modules/.bin/mcp-tui');
		expect(run(program, ['--help'], project)).toMatch(/^Usage$/m);
		const words = ['-p', 'time', '-m', 'demo/tour', '--approval', 'auto'];
		expect(run(program, words, project)).toMatch(/in UTC \(UTC\+00:00\)/);
		const report = JSON.parse(run(program, ['doctor', '--json'], project)) as Report;
		const detailOf = (name: string): string | undefined =>
			report.steps.find(step => step.name === name)?.detail;
		expect(report.ok).toBe(true);
		expect(detailOf('mcp-tui')).toContain(`${version}, `);
		// Nothing was installed beside it: npm had no network.
		expect(detailOf('native part')).toMatch(/^@napi-rs\/keyring is not installed; [^.]*$/);
		expect(detailOf('secrets')).toMatch(/^the native module @napi-rs\/keyring is not installed; [^.]*$/);
	});

	it('starts from its own folder', async () => {
		const program = path.join(project, 'node_modules/.bin/mcp-tui');
		const terminal = startTerminal({command: [program], cwd: project});
		await terminal.waitFor('›');
		terminal.kill('SIGTERM');
		await terminal.exit;
	});
});
