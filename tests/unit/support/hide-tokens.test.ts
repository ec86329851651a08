import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {hideTokens, hideTokensInArguments} from '../../../source/support/hide-tokens.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

describe('what looks like a token', () => {
	it('is hidden wherever a word begins', () => {
		expect(hideTokens({text: `the token ${token}, "${token}" and jwt=${token}`})).toEqual({
			text: 'the token •••, "•••" and jwt=•••',
		});
	});

	it('is looked for in one go, however many beginnings of one a text has', () => {
		const text = 'eyJ-'.repeat(200_000);
		expect(hideTokens(text)).toBe(text);
	});
});

describe('what is called a secret', () => {
	it.each([
		'token',
		'secret',
		'pin',
		'userPin',
		'password',
		'DB_PASSWORD',
		'passwd',
		'apiKey',
		'apikey',
		'X-API-Key',
		'accessToken',
		'accesstoken',
		'client_secret',
		'Authorization',
		'proxy-authorization',
		'set-cookie',
		'credentials',
		'auth',
	])('is hidden under the name %s', name => {
		expect(hideTokens({[name]: 'canary'})).toEqual({[name]: '•••'});
		const text = JSON.stringify({a: 1, [name]: 'a "canary"', b: 'c'});
		expect(hideTokens(text)).toBe(JSON.stringify({a: 1, [name]: '•••', b: 'c'}));
		expect(hideTokens(JSON.stringify({text}))).not.toContain('a \\\\\\"canary');
		expect(hideTokens(`see https://host/a?q=1&${name}=canary&r=2`)).toBe(
			`see https://host/a?q=1&${name}=•••&r=2`,
		);
	});

	it.each([
		'author',
		'keyword',
		'key',
		'primaryKey',
		'monkey',
		'progressToken',
		'nextPageToken',
		'tokenType',
		'outputTokens',
		'signature',
		'pinned',
		'shipping',
		'compass',
	])('is not everything that sounds alike: %s', name => {
		const value = {[name]: 'Ada', text: JSON.stringify({[name]: 'Ada'})};
		expect(hideTokens(value)).toEqual(value);
	});

	it('is a number, too, where a person types it', () => {
		expect(hideTokens({pin: 4711, text: '{"pin": 4711, "n": 4711}'})).toEqual({
			pin: 0,
			text: '{"pin": 0, "n": 4711}',
		});
		expect(hideTokens({pin: 13, tokens: 4711})).toEqual({pin: 13, tokens: 4711});
	});

	it('is not in an address', () => {
		expect(hideTokens('at https://ada:p@ss@host:80/?access_token=canary#x and ssh://git@h/a@b')).toBe(
			'at https://•••@host:80/?access_token=•••#x and ssh://•••@h/a@b',
		);
		expect(hideTokens('https://a/?to=https://b/?token=canary')).toBe('https://a/?to=https://b/?token=•••');
		expect(hideTokens('mail ada@host, see https://host/@ada/pkg@1?page=2')).toBe(
			'mail ada@host, see https://host/@ada/pkg@1?page=2',
		);
	});

	it('is hidden once: what was looked at is the same when it is looked at again', () => {
		const part = fc.constantFrom(
			...[
				'"password"',
				':',
				' ',
				'"',
				'\\"',
				'\\',
				'x',
				'{',
				'}',
				'?token=',
				'&',
				'://',
				'a:b@',
				'Bearer ',
				'abcdefghijkl',
			],
			...['sk-', '4711', '"pin"', '•••', '\n'],
		);
		fc.assert(
			fc.property(fc.array(part, {maxLength: 25}), parts => {
				const once = hideTokens(parts.join(''));
				expect(hideTokens(once)).toBe(once);
			}),
			{numRuns: 500},
		);
	});

	it.each(['"token":"', '\\"token\\":\\"', '"token":"\\', '://a', '?token=', '&a', '"a" ', '\\"a'])(
		'is looked for in one go in a text full of %s',
		part => {
			expect(hideTokens(part.repeat(200_000)).length).toBeGreaterThan(0);
		},
	);
});

describe('a secret by its name', () => {
	it('is hidden where JSON was cut within it', () => {
		expect(hideTokens('{"user": "ada", "password": "hunter2 and')).toBe('{"user": "ada", "password": "•••');
		expect(hideTokens('{"password": "hunter2\\')).not.toContain('hunter2');
		expect(hideTokens('{"text": "cut off')).toBe('{"text": "cut off');
	});

	it('is hidden in a list of them', () => {
		expect(hideTokens({password: ['one', 'two'], names: ['ada']})).toEqual({
			password: ['•••', '•••'],
			names: ['ada'],
		});
	});
});

describe('the arguments of calls in plain data', () => {
	const args = {user: 'ada', password: 'hunter2', headers: [{authorization: 'Bearer abc'}], api_key: 'k'};
	const hidden = {user: 'ada', password: '•••', headers: [{authorization: '•••'}], api_key: '•••'};

	it('lose what is called a secret, wherever they stand', () => {
		expect(
			hideTokensInArguments({
				type: 'step-finished',
				blocks: [{type: 'tool-call', arguments: args}],
				raw: [
					{type: 'tool_use', input: args},
					{type: 'function_call', arguments: JSON.stringify(args)},
				],
			}),
		).toEqual({
			type: 'step-finished',
			blocks: [{type: 'tool-call', arguments: hidden}],
			raw: [
				{type: 'tool_use', input: hidden},
				{type: 'function_call', arguments: JSON.stringify(hidden)},
			],
		});
	});

	it('lose it also where the model wrote no whole object', () => {
		expect(hideTokensInArguments({arguments: {}, invalid: '{"token": "abc'})).toEqual({
			arguments: {},
			invalid: '{"token": "•••',
		});
	});

	it('are all that changes, and the same object stays where nothing does', () => {
		const event = {text: '{"password": "hunter2"}', signature: 'eyJhbGciOiJI.eyJzdWIi', token: 'abc'};
		expect(hideTokensInArguments(event)).toBe(event);
		const calm = {arguments: {path: 'a.txt', nextPageToken: 'n', tokens: 5}};
		expect(hideTokensInArguments(calm)).toBe(calm);
	});
});
