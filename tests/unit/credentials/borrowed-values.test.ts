import {describe, expect, it} from 'vitest';
import {borrowedSecrets} from '../../../source/core/credentials/borrowed-values.ts';
import {stdioServer} from '../headless/servers/fake-run.ts';

const nothingExists = () => false;

const hiddenOf = (value: string, name = 'PLAIN', exists: (path: string) => boolean = nothingExists) =>
	borrowedSecrets(stdioServer('x', {borrowed: [{name, value}]}), exists);

describe('what comes from a variable is hidden', () => {
	it.each([
		'neutral-canary-1f0a',
		'plain text with 5b4e in it',
		'four words without digits',
		'correct-horse-battery-staple',
		'abcdefghijklmnopq',
		'AbCdEfGhIjKl',
		'Xk3j9Qw2mZ.abc',
		'4929-1234-5678-9012',
		'12345678901234567890',
		'/9j4AAQSkZJRgABAQAAAQABAAD',
		'{"some": "json"}',
		'alpha,beta,gamma,delta',
	])('where it is %s', value => {
		expect(hiddenOf(value)).toEqual([value]);
		expect(hiddenOf(`Bearer ${value}`)).toEqual([value]);
	});

	it('where it is a token in the place of a user, or behind the hash of an address', () => {
		const token = '3f9a0c1d2e4b5a69788796a5b4c3d2e1';
		expect(hiddenOf(`https://${token}@git.example.com/x.git`)).toContain(token);
		expect(hiddenOf(`https://example.com/#token=${token}`)).toContain(token);
		expect(hiddenOf('https://mira@git.example.com/x.git').filter(text => text !== '')).toEqual([]);
	});

	it('where it is long and has no names in it, without trying it from every place', () => {
		const blob = 'QUJD'.repeat(250_000);
		expect(hiddenOf(blob)).toEqual([blob]);
	});

	it('where its name sounds secret, although it is a word', () => {
		expect(hiddenOf('open-sesame', 'DOOR_PASSWORD')).toEqual(['open-sesame']);
		expect(hiddenOf('true', 'NO_AUTH')).toEqual([]);
	});

	it('in part where it is an address, so that one can see where that leads', () => {
		expect(hiddenOf('postgres://me:c%40nary-1@db.example/x?pool=canary-2f3e4d&mode=production')).toEqual([
			'c@nary-1',
			'canary-2f3e4d',
		]);
		expect(hiddenOf('https://hooks.example/services/T0canary0B1canary1C2/x')).toEqual([
			'T0canary0B1canary1C2',
		]);
	});

	it('with the password in it, which may be told alone', () => {
		const value = 'Server=db;Password=canary-77;Pool=5';
		expect(hiddenOf(value)).toEqual([value, 'canary-77']);
	});

	it('once, however often it is named', () => {
		const one = {name: 'A', value: 'neutral-canary-1f0a'};
		expect(borrowedSecrets(stdioServer('x', {borrowed: [one, {...one, name: 'B'}]}))).toEqual([one.value]);
		expect(borrowedSecrets(stdioServer('x'))).toEqual([]);
	});
});

describe('what comes from a variable is shown', () => {
	it.each([
		'',
		'true',
		'info',
		'production',
		'development',
		'read-only',
		'readOnly',
		'us-east-1',
		'en_US.UTF-8',
		'claude-sonnet-4',
		'gpt-4.1-mini',
		'acme-prod-4711',
		'application/json',
		'Europe/Berlin',
		'America/New_York',
		'10485760',
		'192.168.100.200',
		'2026-11-18',
		'12.10.3-beta.1',
		'db.internal.example.com:5432',
		'first.last@mail.example.com',
		'localhost:8080',
		'https://mcp.example.com/v1/mcp',
		'http://localhost:3000/?mode=production',
		'/home/me/notes',
		'~/projects/some-long-name/of-a-folder',
		'../elsewhere/and/further',
		'C:\\Users\\me\\Documents',
		'/usr/local/bin:/usr/bin:/bin',
	])('where hiding it would do harm: %s', value => {
		expect(hiddenOf(value)).toEqual([]);
	});

	it.each(['USER', 'HOME', 'LC_ALL', 'XDG_RUNTIME_DIR', 'hostname'])(
		'where it says who and where somebody is: %s',
		name => {
			expect(hiddenOf('jane.doe.2024x7', name)).toEqual([]);
		},
	);

	it('where it is a path that is there, whatever it looks like', () => {
		const path = '/var/folders/3f9e8c7d6b5a4f3e2d1c0b9a/T';
		expect(hiddenOf(path)).toEqual([path]);
		expect(hiddenOf(path, 'PLAIN', each => each === path)).toEqual([]);
	});
});
