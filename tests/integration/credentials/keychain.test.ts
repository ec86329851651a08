import {afterAll, beforeAll, describe, expect, it, onTestFinished} from 'vitest';
import {
	type CredentialDeps,
	type OpenedCredentials,
	openCredentials,
} from '../../../source/core/credentials/open-credentials.ts';
import {createSecret, revealSecret} from '../../../source/domain/secret.ts';
import {bundleKeychainHost, startKeychainHost} from '../../helpers/keychain-host-process.ts';
import {hasKeychainPackages} from '../../helpers/keychain-packages.ts';
import {type KeychainSession, startKeychainSession} from '../../helpers/keychain-session.ts';
import {findByEnvironment, waitUntilGone} from '../../helpers/processes.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const isPossible = hasKeychainPackages();
const canary = 'canary-7f3a91';
const {signal} = new AbortController();

const open = async (
	session: KeychainSession,
	more: Omit<CredentialDeps, 'environment'> = {},
): Promise<OpenedCredentials> => {
	const credentials = await openCredentials({environment: session.environment, ...more});
	onTestFinished(credentials.close);
	return credentials;
};

const startUnlocked = async (): Promise<KeychainSession> => {
	const session = await startKeychainSession();
	await session.startKeyring('a password');
	return session;
};

const read = async (credentials: OpenedCredentials, name: string): Promise<string | undefined> => {
	const secret = await credentials.get(name, signal);
	return secret === undefined ? undefined : revealSecret(secret);
};

const ours = (session: KeychainSession) =>
	findByEnvironment('HOME', session.home).filter(({command}) => command.includes('keyring/index.js'));

let host: {readonly file: string; readonly remove: () => void};

describe.skipIf(!isPossible)('the keychain', () => {
	beforeAll(async () => {
		host = await bundleKeychainHost();
	});
	afterAll(() => host.remove());

	it('keeps a secret where another program finds it', async () => {
		const session = await startUnlocked();
		const credentials = await open(session);
		expect(credentials).toMatchObject({kind: 'keychain', place: 'the keychain'});
		expect(credentials.problem).toBeUndefined();
		await credentials.set('server one', createSecret(`${canary} ü€😀`), signal);
		expect(await session.lookUp('server one')).toBe(`${canary} ü€😀`);
		expect(await read(credentials, 'server one')).toBe(`${canary} ü€😀`);
	});

	it('keeps a secret for the next run of the bundled program', async () => {
		const session = await startUnlocked();
		const text = `${canary}${'x'.repeat(5000)}`;
		const kept = await startKeychainHost(host.file, {name: 'server one', text}, session.environment).report;
		expect(kept).toEqual({type: 'done', kind: 'keychain', found: text, keepsAlive: []});
		const found = await startKeychainHost(host.file, {name: 'server one'}, session.environment).report;
		expect(found).toMatchObject({kind: 'keychain', found: text});
		expect(await read(await open(session), 'server one')).toBe(text);
	});

	it('deletes a secret and everything that belongs to it', async () => {
		const session = await startUnlocked();
		const credentials = await open(session);
		await credentials.set('short', createSecret(canary), signal);
		await credentials.set('long', createSecret('y'.repeat(4000)), signal);
		expect(await session.accounts()).toHaveLength(6);
		await credentials.delete('short', signal);
		await credentials.delete('long', signal);
		await credentials.delete('never kept', signal);
		expect(await session.lookUp('short')).toBeUndefined();
		expect(await session.accounts()).toEqual([]);
		expect(await read(credentials, 'long')).toBeUndefined();
	});

	it('leaves nothing of its self-test behind', async () => {
		const session = await startUnlocked();
		expect((await open(session)).kind).toBe('keychain');
		expect(await session.accounts()).toEqual([]);
	});

	it('writes no secret in plain text and shows none in a list of processes', async () => {
		const session = await startUnlocked();
		const credentials = await open(session);
		await credentials.set('short', createSecret(canary), signal);
		await credentials.set('long', createSecret(canary.repeat(300)), signal);
		expect(ours(session)).toHaveLength(1);
		// Proof that the files are looked at: this is how a keyring begins.
		expect(session.filesWith('GnomeKeyring')).not.toEqual([]);
		expect(session.filesWith(canary)).toEqual([]);
		for (const {command} of findByEnvironment('HOME', session.home)) expect(command).not.toContain(canary);
	});

	it('answers many requests at once', async () => {
		const credentials = await open(await startUnlocked());
		const names = Array.from({length: 12}, (_, index) => `server ${index}`);
		await Promise.all(names.map(name => credentials.set(name, createSecret(name.repeat(200)), signal)));
		const found = await Promise.all(names.map(name => read(credentials, name)));
		expect(found).toEqual(names.map(name => name.repeat(200)));
	});

	it('is not waited for after an abort, and goes on with the next request', async () => {
		const session = await startUnlocked();
		const credentials = await open(session);
		await credentials.set('server', createSecret(canary), signal);
		session.suspendBus();
		const controller = new AbortController();
		const waiting = credentials.get('server', controller.signal);
		controller.abort();
		await expect(waiting).rejects.toThrow(expect.objectContaining({name: 'AbortError'}));
		session.resumeBus();
		expect(await read(credentials, 'server')).toBe(canary);
	});

	it('says when the bus stops in the middle of a run, and works again afterwards', async () => {
		const session = await startUnlocked();
		const notices: string[] = [];
		const credentials = await open(session, {
			limits: {answer: 20_000, unlock: 1000, notice: 100},
			onWait: sentence => notices.push(sentence),
		});
		await credentials.set('server', createSecret(canary), signal);
		notices.length = 0;
		session.suspendBus();
		await expect(credentials.get('server', signal)).rejects.toMatchObject({
			code: 'keychain-silent',
			message:
				'The secret "server" could not be read from the keychain: the keychain did not answer within 1 s.',
			hint: expect.stringContaining('Restart the keychain service'),
		});
		expect(notices).toEqual([expect.stringContaining('has not answered yet')]);
		session.resumeBus();
		expect(await read(credentials, 'server')).toBe(canary);
	});

	it('leaves no process behind when the program is killed while the bus hangs', async () => {
		const session = await startUnlocked();
		session.suspendBus();
		const {host: program, started, report} = startKeychainHost(host.file, {name: 'x'}, session.environment);
		await started;
		await waitUntil(() => ours(session).length === 1);
		program.kill('SIGKILL');
		await expect(report).rejects.toThrow('opening');
		await waitUntilGone(() => ours(session));
		session.resumeBus();
	});
});

describe.skipIf(!isPossible)('without a keychain that works, memory is used, because', () => {
	const expectMemory = async (credentials: OpenedCredentials, session: KeychainSession): Promise<void> => {
		expect(credentials).toMatchObject({kind: 'memory', place: 'memory until the program ends'});
		await credentials.set('server', createSecret(canary), signal);
		expect(await read(credentials, 'server')).toBe(canary);
		expect(session.filesWith(canary)).toEqual([]);
		await waitUntilGone(() => ours(session));
	};

	it('there is no bus', async () => {
		const session = await startKeychainSession();
		const {DBUS_SESSION_BUS_ADDRESS: _, ...environment} = session.environment;
		const credentials = await openCredentials({environment});
		expect(credentials.problem).toBe('no keychain service answers on D-Bus');
		await expectMemory(credentials, session);
	});

	it('there is no service on the bus', async () => {
		const session = await startKeychainSession();
		const credentials = await open(session);
		expect(credentials.problem).toBe('no keychain service answers on D-Bus');
		expect(credentials.hint).toContain('gnome-keyring');
		await expectMemory(credentials, session);
	});

	it('the service hangs, which holds nobody else up', async () => {
		const session = await startKeychainSession();
		await session.startHungService();
		let ticks = 0;
		const timer = setInterval(() => {
			ticks += 1;
		}, 10);
		const credentials = await open(session);
		clearInterval(timer);
		expect(credentials.problem).toBe('the keychain service on D-Bus does not answer');
		// The native module alone blocks for two seconds, in which there would be none.
		expect(ticks).toBeGreaterThan(20);
		await expectMemory(credentials, session);
	});

	it('the bus hangs', async () => {
		const session = await startKeychainSession();
		session.suspendBus();
		const credentials = await open(session, {limits: {answer: 500, unlock: 500, notice: 100}});
		expect(credentials.problem).toBe('the keychain did not answer within 0.5 s');
		await expectMemory(credentials, session);
		session.resumeBus();
	});

	it('there is no keyring, so that "nothing found" is not believed', async () => {
		const session = await startKeychainSession();
		await session.startKeyring();
		const credentials = await open(session);
		expect(credentials.problem).toBe('the keychain service has no default keyring to keep secrets in');
		await expectMemory(credentials, session);
	});

	it('the keyring is locked', async () => {
		const session = await startUnlocked();
		const before = await open(session);
		await before.set('server', createSecret('kept before'), signal);
		await session.endKeyring();
		await session.startKeyring();
		before.close();
		const credentials = await open(session);
		expect(credentials.problem).toBe('the keychain is locked');
		expect(credentials.hint).toContain('Unlock');
		await expectMemory(credentials, session);
		await expect(before.get('server', signal)).rejects.toMatchObject({code: 'keychain-locked'});
		await session.endKeyring();
		await session.startKeyring('a password');
		expect(await session.lookUp('server')).toBe('kept before');
		expect(await session.accounts()).toEqual(['server']);
	});
});
