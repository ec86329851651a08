import {describe, expect, it} from 'vitest';
import {createSecret} from '../../../../source/domain/secret.ts';
import type {SecretInput} from '../../../../source/headless/keys/key-run.ts';
import {setUpKeys as setUp} from './keys-run.ts';

const {signal} = new AbortController();
const token = 'mcp-oauth:docs:0123456789abcdef';

describe('keys set', () => {
	it('keeps the key of a provider and says where', async () => {
		const {set, kept, content} = setUp();
		const {code, out, err, questions} = await set('anthropic', ' sk-canary \n');
		expect([code, out(), err()]).toEqual([0, 'The key for Anthropic is kept in the keychain.\n', '']);
		expect(questions).toEqual(['The key for Anthropic: ']);
		expect(kept()).toEqual({'key:anthropic': 'sk-canary'});
		expect(content()).toEqual({grants: [], secrets: ['key:anthropic']});
	});

	it.each([
		['github/token', 'key:github/token'],
		['input:db', 'input:db'],
		['$' + '{keychain:github/token}', 'key:github/token'],
		['$' + '{input:db}', 'input:db'],
		['Anthropic', 'key:anthropic'],
		['Other', 'key:Other'],
	])('keeps %s as %s', async (name, account) => {
		const {set, kept} = setUp();
		expect((await set(name, 'value\n\n')).code).toBe(0);
		expect(Object.keys(kept())).toEqual([account]);
		expect(kept()[account]).toBe(account === 'key:anthropic' ? 'value' : 'value\n');
	});

	it('says how the configuration refers to a secret', async () => {
		const {err} = await setUp().set('github/token', 'x');
		expect(err()).toBe('In your configuration $' + '{keychain:github/token} stands for it.\n');
	});

	it('says that a variable wins over the key', async () => {
		const {set} = setUp({environment: {GOOGLE_API_KEY: 'x'}});
		expect((await set('gemini', 'y')).err()).toBe(
			'GOOGLE_API_KEY is set in your environment and wins over it.\n',
		);
	});

	it('says that a secret called like the variable of a provider is not its key', async () => {
		expect((await setUp().set('ANTHROPIC_API_KEY', 'x')).err()).toContain('that one is called "anthropic"');
	});

	it('refuses before it asks when there is no keychain, and names what else can be done', async () => {
		const problem = 'no keychain service answers on D-Bus';
		const {set, kept} = setUp({opened: {place: 'memory', problem, hint: 'Start one.'}});
		const {code, questions, err, json} = await set('anthropic', 'sk-canary', true);
		expect([code, questions, kept()]).toEqual([1, [], {}]);
		expect(err()).toContain(`Secrets cannot be kept: ${problem}. Nothing was read`);
		for (const way of ['Start one. Or set ANTHROPIC_API_KEY in', '{file:', '{command:']) {
			expect(err()).toContain(way);
		}
		expect(json()).toMatchObject({error: {code: 'no-keychain'}});
	});

	it.each<[string, string | SecretInput, number, string]>([
		['is empty', '\n', 42, 'was empty'],
		['is only space', '  ', 42, 'was empty'],
		['ends', {type: 'ended'}, 42, 'was empty'],
		['is cancelled', {type: 'cancelled'}, 1, 'it was cancelled'],
	])('keeps nothing when the input %s', async (_, typed, code, words) => {
		const {set, kept} = setUp();
		const outcome = await set('x', typed);
		expect([outcome.code, kept()]).toEqual([code, {}]);
		expect(outcome.err()).toContain(words);
	});

	it.each(['', ' ', 'a{b', 'a}b', 'a\u0000b', 'x'.repeat(201), 'input:'])(
		'refuses the name %j',
		async name => {
			const outcome = await setUp().set(name, 'x');
			expect([outcome.code, outcome.questions]).toEqual([42, []]);
		},
	);

	it('does not believe a keychain that forgets', async () => {
		const outcome = await setUp({isForgetful: true}).set('x', 'canary-1');
		expect(outcome.code).toBe(1);
		expect(outcome.err()).toContain('could not be read back from the keychain');
		expect(outcome.err() + outcome.out()).not.toContain('canary');
	});

	it('tells a script what it did', async () => {
		const {code, json} = await setUp().set('anthropic', 'x', true);
		expect([code, json()]).toEqual([0, {name: 'anthropic', kind: 'provider-key', kept: 'the keychain'}]);
	});
});

describe('keys delete', () => {
	it('deletes a secret and its name', async () => {
		const {set, remove, kept, content} = setUp();
		await set('anthropic', 'x');
		await set('other', 'y');
		const {code, out} = await remove('anthropic');
		expect([code, out()]).toEqual([0, 'The key for Anthropic is deleted from the keychain.\n']);
		expect(kept()).toEqual({'key:other': 'y'});
		expect(content().secrets).toEqual(['key:other']);
	});

	it('takes off the list what is not there any more', async () => {
		const {set, remove, secrets, content} = setUp();
		await set('other', 'y');
		secrets.clear();
		const {code, out} = await remove('other');
		expect([code, out()]).toEqual([0, 'The secret "other" was not in the keychain any more.\n']);
		expect(content().secrets).toEqual([]);
	});

	it('says that the variable still counts', async () => {
		const {set, remove} = setUp({environment: {ANTHROPIC_API_KEY: 'x'}});
		await set('anthropic', 'x');
		expect((await remove('anthropic')).err()).toContain('ANTHROPIC_API_KEY is still set');
	});

	it('suggests the name that was meant', async () => {
		const {set, remove} = setUp();
		await set('github/token', 'x');
		const {code, err} = await remove('github/tokn');
		expect(code).toBe(42);
		expect(err()).toContain('did you mean github/token?');
	});

	it('sends whoever means the token of a server to mcp logout', async () => {
		const {run, remove, secrets} = setUp();
		await run.credentials.set(token, createSecret('x'), signal);
		const {code, err} = await remove('docs');
		expect([code, secrets.has(token)]).toEqual([42, true]);
		expect(err()).toContain('mcp-tui mcp logout docs');
	});

	it('deletes nothing when the keychain cannot be used', async () => {
		const {run, remove, kept} = setUp({opened: {place: 'memory', problem: 'the keychain is locked'}});
		await run.credentials.set('key:a', createSecret('x'), signal);
		const {code, err} = await remove('a');
		expect([code, kept()]).toEqual([1, {'key:a': 'x'}]);
		expect(err()).toContain('was not deleted: the keychain is locked.');
	});
});
