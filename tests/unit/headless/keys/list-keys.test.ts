import {describe, expect, it} from 'vitest';
import {createSecret} from '../../../../source/domain/secret.ts';
import {setUpKeys as setUp} from './keys-run.ts';

const {signal} = new AbortController();
const token = 'mcp-oauth:docs:0123456789abcdef';

describe('keys list', () => {
	it('tells what is kept, of which kind, and what is really there', async () => {
		const {set, list, secrets, run} = setUp({environment: {ANTHROPIC_API_KEY: 'canary-env'}});
		await set('anthropic', 'canary-1');
		await set('github/token', 'canary-2');
		await set('input:db', 'canary-3');
		await run.credentials.set(token, createSecret('canary-4'), signal);
		secrets.delete('key:github/token');
		const {code, out, err} = await list();
		expect([code, err()]).toEqual([0, '']);
		expect(out().trimEnd().split('\n')).toEqual([
			'anthropic          provider key, in the keychain, but ANTHROPIC_API_KEY wins over it',
			'docs               server token, in the keychain',
			'github/token       secret, MISSING: it is not in the keychain any more',
			'input:db           input, in the keychain',
			'ANTHROPIC_API_KEY  key for Anthropic, set in your environment: wins over the keychain',
		]);
		const {json} = await list(true);
		expect(json()).toMatchObject({
			place: 'the keychain',
			secrets: [
				{name: 'anthropic', kind: 'provider-key', presence: 'there'},
				{name: 'docs', kind: 'server-token', presence: 'there'},
				{name: 'github/token', kind: 'secret', presence: 'missing'},
				{name: 'input:db', kind: 'input', presence: 'there'},
			],
			environment: [{variable: 'ANTHROPIC_API_KEY', provider: 'anthropic', winsOverKeychain: true}],
		});
		expect(JSON.stringify(json()) + out()).not.toContain('canary');
	});

	it('finds the key of a provider that was put there without us', async () => {
		const {secrets, list} = setUp();
		secrets.set('key:gemini', createSecret('x'));
		expect((await list()).out()).toBe('gemini  provider key, in the keychain\n');
	});

	it('says what it can without a keychain', async () => {
		const {run, list} = setUp({opened: {place: 'memory', problem: 'the keychain is locked'}});
		await run.credentials.set('key:a', createSecret('x'), signal);
		const {code, out, err, json} = await list(true);
		expect(code).toBe(1);
		expect(err()).toContain('Secrets cannot be looked up: the keychain is locked.');
		expect(json()).toMatchObject({
			place: null,
			error: {code: 'no-keychain'},
			secrets: [{name: 'a', presence: 'unknown'}],
		});
		expect(out()).not.toContain('missing');
	});

	it('does not advise to keep one where none can be kept', async () => {
		const problem = 'no keychain service answers on D-Bus';
		const {code, err, out} = await setUp({opened: {place: 'memory', problem, hint: 'Start one.'}}).list();
		expect([code, out()]).toEqual([1, '']);
		expect(err()).toBe(
			`Secrets cannot be looked up: ${problem}.\nStart one.\nNo key is set in your environment. One that is set there needs no other place: ANTHROPIC_API_KEY, for example.\n`,
		);
	});

	it('says once that the passphrase is wrong, asks no further and ends with 1', async () => {
		const {set, list, run} = setUp();
		await set('anthropic', 'x');
		await set('other', 'y');
		let asked = 0;
		const wrong = Object.assign(new Error('That is not the passphrase of /x.'), {
			code: 'passphrase-wrong',
			hint: 'Nothing was changed.',
		});
		const locked = {
			...run,
			credentials: {
				...run.credentials,
				get: async (): Promise<undefined> => {
					asked += 1;
					throw wrong;
				},
			},
		};
		const {code, out, err} = await list(false, locked);
		expect([code, asked]).toEqual([1, 1]);
		expect(err()).toBe('That is not the passphrase of /x.\nNothing was changed.\n');
		expect(out().trimEnd().split('\n')).toEqual([
			'anthropic  provider key, cannot be looked up now',
			'other      secret, cannot be looked up now',
		]);
	});

	it('shows the others although one of them is damaged', async () => {
		const {set, list, run} = setUp();
		await set('a', 'x');
		await set('b', 'y');
		const damaged = Object.assign(new Error('It is damaged.'), {code: 'secret-damaged'});
		const partly = {
			...run,
			credentials: {
				...run.credentials,
				get: async (name: string) => {
					if (name === 'key:a') throw damaged;
					return run.credentials.get(name, signal);
				},
			},
		};
		const {code, out, err} = await list(false, partly);
		expect([code, err()]).toEqual([1, '']);
		expect(out()).toBe('a  secret, cannot be read: It is damaged.\nb  secret, in the keychain\n');
	});

	it('says how to begin when there is nothing', async () => {
		expect((await setUp().list()).err()).toContain('mcp-tui keys set anthropic');
	});
});
