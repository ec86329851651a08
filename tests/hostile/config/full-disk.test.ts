import {execFileSync} from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmdirSync,
	statfsSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createChangeConfig} from '../../../source/core/config/change-config.ts';
import {createOpenState} from '../../../source/core/config/state-file.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {createFailingDisk, type Fault} from './failing-disk.ts';

const text = '{\n\t// mine\n\t"mcpServers": {\n\t\t"mine": {"command": "y"} // about mine\n\t}\n}\n';
const put = (name: string, size = 1) =>
	({type: 'put', name, entry: {command: 'x'.repeat(size)}, replace: false}) as const;

const faults: readonly Fault[] = [
	...(existsSync('/dev/full') ? (['full'] as const) : []),
	'write',
	'sync',
	'rename',
	'open',
	'lies',
];

describe('a disk that fails', () => {
	it.each(faults)('(%s) leaves the configuration as it was, says so, and later changes work', async fault => {
		const folder = createTemporaryFolder();
		const file = join(folder, 'config.json');
		writeFileSync(file, text);
		const failing = createFailingDisk();
		const change = createChangeConfig({folder, cwd: folder, env: {}, disk: failing.disk});
		failing.fault = fault;
		await expect(change(put('new'), 'user')).resolves.toMatchObject({
			type: 'refused',
			failure: {
				code: 'config-not-written',
				message: expect.stringContaining(`Cannot change ${file}: `),
				hint: 'Make sure that the folder can be written and the disk has room. The file is as it was.',
			},
		});
		expect(readFileSync(file, 'utf8')).toBe(text);
		expect(readdirSync(folder)).toEqual(['config.json']);

		failing.fault = undefined;
		await expect(change(put('new'), 'user')).resolves.toMatchObject({type: 'changed'});
		expect(readFileSync(file, 'utf8')).toContain('"new"');
		expect(readFileSync(file, 'utf8')).toContain('// about mine\n');
	});

	it.each(faults)('(%s) leaves state as it was, says so, and later changes work', async fault => {
		const folder = createTemporaryFolder();
		const failing = createFailingDisk();
		const state = createOpenState({folder, disk: failing.disk})('state');
		await state.change(() => ({a: 1}));
		const before = readFileSync(join(folder, 'state.json'), 'utf8');
		failing.fault = fault;
		await expect(state.change(old => ({...old, b: 2}))).resolves.toMatchObject({
			code: 'state-not-saved',
			message: expect.stringContaining('Not saved: '),
		});
		expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe(before);
		failing.fault = undefined;
		await expect(state.change(old => ({...old, c: 3}))).resolves.toBeUndefined();
		await expect(state.read()).resolves.toEqual({a: 1, c: 3});
		expect(readdirSync(folder)).toEqual(['state.json']);
	});

	it('loses nothing when it takes a few bytes at a time', async () => {
		const folder = createTemporaryFolder();
		const failing = createFailingDisk();
		failing.fault = 'short';
		const state = createOpenState({folder, disk: failing.disk})('state');
		await expect(state.change(() => ({text: 'ä€𝄞'.repeat(50)}))).resolves.toBeUndefined();
		await expect(state.read()).resolves.toEqual({text: 'ä€𝄞'.repeat(50)});
	});

	it('migrates nothing without a backup', async () => {
		const folder = createTemporaryFolder();
		writeFileSync(join(folder, 'state.json'), '{"a": 1}');
		const failing = createFailingDisk();
		failing.fault = 'write';
		const migrations = [{to: 2, migrate: () => ({gone: true})}];
		const state = createOpenState({folder, disk: failing.disk, migrations})('state');
		await expect(state.change(old => ({...old, b: 1}))).resolves.toMatchObject({code: 'state-not-saved'});
		expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe('{"a": 1}');
		expect(readdirSync(folder)).toEqual(['state.json']);
	});
});

const isRoot = process.getuid?.() === 0;

const mount = (folder: string): boolean => {
	try {
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], {stdio: 'ignore'});
		return true;
	} catch {
		// A container without the right to mount.
		return false;
	}
};

const canMount = (() => {
	if (!isRoot || process.platform !== 'linux') return false;
	const folder = mkdtempSync(join(tmpdir(), 'mcp-tui-mount-'));
	const mounted = mount(folder);
	if (mounted) execFileSync('umount', [folder]);
	rmdirSync(folder);
	return mounted;
})();

const fill = (folder: string): string => {
	const file = join(folder, 'ballast');
	for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 2)) {
		try {
			writeFileSync(file, 'x'.repeat(size), {flag: 'a'});
		} catch {
			// Too much: the next half.
		}
	}
	return file;
};

describe('a disk that is really full', () => {
	it.runIf(canMount)(
		'destroys neither configuration nor state, and both work when there is room',
		async () => {
			const folder = createTemporaryFolder();
			expect(mount(folder)).toBe(true);
			onTestFinished(() => {
				execFileSync('umount', [folder]);
			});
			const file = join(folder, 'config.json');
			writeFileSync(file, text);
			const change = createChangeConfig({folder, cwd: folder, env: {}});
			const state = createOpenState({folder})('state');
			await state.change(() => ({a: 1}));
			const before = readFileSync(join(folder, 'state.json'), 'utf8');
			const ballast = fill(folder);
			expect(statfsSync(folder).bfree).toBe(0);

			await expect(change(put('new', 20_000), 'user')).resolves.toMatchObject({
				failure: {code: 'config-not-written', message: expect.stringContaining('ENOSPC')},
			});
			await expect(state.change(old => ({...old, b: 'x'.repeat(20_000)}))).resolves.toMatchObject({
				code: 'state-not-saved',
				message: expect.stringContaining('ENOSPC'),
			});
			expect(readFileSync(file, 'utf8')).toBe(text);
			expect(readFileSync(join(folder, 'state.json'), 'utf8')).toBe(before);
			expect(readdirSync(folder).sort()).toEqual(['ballast', 'config.json', 'state.json']);

			unlinkSync(ballast);
			await expect(change(put('new', 2000), 'user')).resolves.toMatchObject({type: 'changed'});
			await expect(state.change(old => ({...old, b: 2}))).resolves.toBeUndefined();
			await expect(state.read()).resolves.toEqual({a: 1, b: 2});
			expect(readFileSync(file, 'utf8')).toContain('// about mine\n');
		},
	);
});

/** Nothing is forbidden to root but to write on a disk that is mounted for reading only. */
const closeFolder = (folder: string): (() => void) => {
	if (!isRoot) {
		chmodSync(folder, 0o500);
		return () => chmodSync(folder, 0o700);
	}
	execFileSync('mount', ['-o', 'remount,ro', folder]);
	return () => {
		execFileSync('mount', ['-o', 'remount,rw', folder]);
	};
};

describe('a folder that cannot be written', () => {
	it.runIf(!isRoot || canMount)('keeps what it has, says so, and is written when it can be', async () => {
		const folder = join(createTemporaryFolder(), 'closed');
		mkdirSync(folder);
		if (isRoot) {
			expect(mount(folder)).toBe(true);
			onTestFinished(() => {
				execFileSync('umount', [folder]);
			});
		}
		writeFileSync(join(folder, 'config.json'), text);
		writeFileSync(join(folder, 'state.json'), '{"a": 1}');
		const reopen = closeFolder(folder);
		onTestFinished(reopen);
		const change = createChangeConfig({folder, cwd: folder, env: {}});
		const state = createOpenState({folder})('state');
		await expect(change(put('new'), 'user')).resolves.toMatchObject({
			failure: {code: 'config-not-written', message: expect.stringMatching(/EACCES|EROFS/)},
		});
		await expect(state.change(() => ({b: 2}))).resolves.toMatchObject({code: 'state-not-saved'});
		expect(readFileSync(join(folder, 'config.json'), 'utf8')).toBe(text);
		await expect(state.read()).resolves.toEqual({a: 1});
		reopen();
		await expect(state.change(old => ({...old, b: 2}))).resolves.toBeUndefined();
		await expect(change(put('new'), 'user')).resolves.toMatchObject({type: 'changed'});
	});
});
