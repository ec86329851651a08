import {chmod, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, describe, expect, it} from 'vitest';
import {openBrowser} from '../../../../source/core/mcp/auth/open-browser.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const folders: string[] = [];

afterEach(async () => {
	await Promise.all(folders.splice(0).map(folder => rm(folder, {recursive: true, force: true})));
});

/** A folder with a browser opener that writes down its arguments. */
const createOpener = async (name: string): Promise<{readonly folder: string; readonly record: string}> => {
	const folder = await mkdtemp(join(tmpdir(), 'opener-'));
	folders.push(folder);
	const record = join(folder, 'arguments');
	const script = `#!/bin/sh\nprintf '%s\\n' "$#" "$@" > '${record}.new' && mv '${record}.new' '${record}'\n`;
	await writeFile(join(folder, name), script);
	await chmod(join(folder, name), 0o755);
	return {folder, record};
};

const address = 'https://auth.example/a?b=c&d=$(touch /tmp/x);e';

describe.skipIf(process.platform === 'win32')('openBrowser', () => {
	it.each([
		['linux', 'xdg-open'],
		['darwin', 'open'],
	] as const)('gives the address to the opener of %s as one argument', async (platform, name) => {
		const {folder, record} = await createOpener(name);
		const environment = {PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':0'};
		expect(await openBrowser(address, {platform, environment})).toBe(true);
		const read = () => readFile(record, 'utf8').catch(() => '');
		await waitUntil(async () => (await read()) !== '');
		expect(await read()).toBe(`1\n${new URL(address).href}\n`);
	});

	it.each([
		'file:///etc/passwd',
		'vscode://x',
		'javascript:alert(1)',
		'http://auth.example/',
		'https://u@a.example/',
	])('does not open %s', async bad => {
		const {folder} = await createOpener('xdg-open');
		const environment = {PATH: `${folder}:/usr/bin:/bin`, DISPLAY: ':0'};
		expect(await openBrowser(bad, {platform: 'linux', environment})).toBe(false);
	});

	it('says so where there is no opener', async () => {
		const environment = {PATH: '/nowhere', DISPLAY: ':0'};
		expect(await openBrowser(address, {platform: 'linux', environment})).toBe(false);
	});

	it('says so where there is no display', async () => {
		const {folder} = await createOpener('xdg-open');
		expect(await openBrowser(address, {platform: 'linux', environment: {PATH: folder}})).toBe(false);
	});
});
