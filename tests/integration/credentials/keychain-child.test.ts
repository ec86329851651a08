import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createKeychainChild} from '../../../source/core/credentials/keychain-child.ts';
import {openCredentials} from '../../../source/core/credentials/open-credentials.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';
import {descendantsOf} from '../../helpers/processes.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const limit = 30_000;

/** A native module that is neither native nor a keychain: `body` is the class that the child uses. */
const writeModule = (body: string): string => {
	const file = path.join(createTemporaryFolder(), 'keychain-module.cjs');
	writeFileSync(file, `exports.AsyncEntry = class { ${body} };`);
	return file;
};

const createChild = (body: string, idleTime = 30_000) => {
	const modulePath = writeModule(body);
	const child = createKeychainChild({modulePath, service: 'test', environment: process.env, idleTime});
	onTestFinished(child.close);
	const processes = () => descendantsOf(process.pid).filter(({command}) => command.includes(modulePath));
	return {...child, processes};
};

const get = {action: 'get', account: 'a'} as const;

describe('the process that talks to the keychain', () => {
	it('asks for the secret service and for nothing else', async () => {
		const {ask} = createChild(
			'constructor(...all) { this.all = all; } async getPassword() { return JSON.stringify(this.all); }',
		);
		expect(await ask(get, limit)).toEqual({
			type: 'done',
			text: JSON.stringify(['test', 'a', {linux: {store: 'secret-service'}}]),
		});
	});

	it('carries any text there and back', async () => {
		const {ask} = createChild(
			'async setPassword(text) { globalThis.kept = text; } async getPassword() { return globalThis.kept; }',
		);
		const text = 'line\nbreak\r\u2028 "quoted" \u0000 ü€😀'.repeat(3000);
		expect(await ask({action: 'set', account: 'a', text}, limit)).toEqual({type: 'done'});
		expect(await ask(get, limit)).toEqual({type: 'done', text});
	});

	it('passes on no variable that a keychain does not need', async () => {
		process.env.SOME_API_KEY = 'canary';
		onTestFinished(() => {
			delete process.env.SOME_API_KEY;
		});
		const {ask} = createChild('async getPassword() { return JSON.stringify(process.env); }');
		const reply = await ask(get, limit);
		expect(reply).toMatchObject({text: expect.stringContaining('PATH')});
		expect(JSON.stringify(reply)).not.toContain('canary');
	});

	it('never repeats a secret in an error', async () => {
		const {ask} = createChild(`async setPassword(text) { throw new Error('cannot keep ' + text); }`);
		const reply = await ask({action: 'set', account: 'a', text: 'canary'}, limit);
		expect(reply).toEqual({type: 'failed', stage: 'use', message: ''});
	});

	it('says where it failed', async () => {
		const {ask} = createChild(`constructor() { throw new Error('no bus'); }`);
		expect(await ask(get, limit)).toEqual({type: 'failed', stage: 'open', message: 'no bus'});
		const missing = createKeychainChild({modulePath: '/nowhere', service: 'test', environment: process.env});
		onTestFinished(missing.close);
		expect(await missing.ask(get, limit)).toMatchObject({
			type: 'failed',
			stage: 'load',
			message: expect.stringContaining('Cannot find module'),
		});
	});

	it('may crash without harm, and is started again', async () => {
		const {ask} = createChild(
			`constructor(service, account) { if (account === 'crash') process.kill(process.pid, 'SIGSEGV'); } async getPassword() { return 'fine'; }`,
		);
		expect(await ask({action: 'get', account: 'crash'}, limit)).toEqual({
			type: 'ended',
			reason: 'it ended with SIGSEGV',
		});
		expect(await ask(get, limit)).toEqual({type: 'done', text: 'fine'});
	});

	it('is killed when it blocks, and is started again', async () => {
		const {ask, processes} = createChild(
			`constructor(service, account) { while (account === 'block'); } async getPassword() { return 'fine'; }`,
		);
		expect(await ask({action: 'get', account: 'block'}, 300)).toEqual({type: 'silent', limit: 300});
		await waitUntil(() => processes().length === 0);
		expect(await ask(get, limit)).toEqual({type: 'done', text: 'fine'});
	});

	it('runs from the first request until nothing is asked for a while', async () => {
		const {ask, processes} = createChild(`async getPassword() { return 'fine'; }`, 100);
		expect(processes()).toEqual([]);
		await ask(get, limit);
		await waitUntil(() => processes().length === 0);
		expect(await ask(get, limit)).toEqual({type: 'done', text: 'fine'});
	});
});

describe('a keychain that says "nothing" to everything', () => {
	it('is not believed', async () => {
		const modulePath = writeModule(
			'async getPassword() { return null; } async setPassword() {} async deletePassword() { return false; }',
		);
		const credentials = await openCredentials({environment: process.env, findModule: () => modulePath});
		expect(credentials).toMatchObject({
			kind: 'memory',
			problem: 'the keychain does not give back what it was given',
		});
		const {signal} = new AbortController();
		await credentials.set('a', createSecret('kept'), signal);
		const found = await credentials.get('a', signal);
		expect(found && revealSecret(found)).toBe('kept');
	});
});
