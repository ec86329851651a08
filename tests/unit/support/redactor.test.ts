import fc from 'fast-check';
import {describe, expect, it, onTestFinished} from 'vitest';
import {createSecret, watchSecrets} from '../../../source/domain/secret.ts';
import {createRedactor} from '../../../source/support/redactor.ts';

const knowing = (...secrets: readonly string[]) => {
	const redactor = createRedactor();
	for (const secret of secrets) redactor.learn(secret);
	return redactor;
};

describe('the redactor', () => {
	it('puts dots in place of every secret it knows', () => {
		const {redact} = knowing('sk-canary-1', 'hunter2-long');
		expect(redact('a sk-canary-1 b hunter2-long c sk-canary-1')).toBe('a ••• b ••• c •••');
	});

	it('finds a secret in its encodings', () => {
		const secret = 'p@ss "w/ör+d" 1';
		const {redact} = knowing(secret);
		const basic = (user: string) => Buffer.from(`${user}:${secret}`).toString('base64');
		const forms = [
			encodeURIComponent(secret),
			encodeURIComponent(secret).toLowerCase(),
			new URLSearchParams({secret}).toString().slice('secret='.length),
			JSON.stringify(secret).slice(1, -1),
			JSON.stringify(JSON.stringify(secret)).slice(3, -3),
			Buffer.from(secret).toString('base64'),
			Buffer.from(secret).toString('base64url'),
			...['a', 'ab', 'abc', 'somebody'].map(basic),
		];
		for (const form of forms) {
			expect(redact(`before ${form} after`), form).toContain('•••');
			// What is left is the name of the user.
			expect(redact(form).replaceAll('•••', '').length, form).toBeLessThan(13);
		}
	});

	it('finds a secret in hexadecimal digits', () => {
		const secret = 'p@ss wörd 1';
		const hex = Buffer.from(secret).toString('hex');
		const {redact} = knowing(secret);
		expect(redact(`at 0x${hex}, ${hex.toUpperCase()}`)).toBe('at 0x•••, •••');
		expect(redact('at 0x7040, 616263646566')).toBe('at 0x7040, 616263646566');
	});

	it.each([
		['Python, Django', 'a&amp;b&lt;c&gt;&quot;d&#x27;e=/'],
		['Go, Jinja', 'a&amp;b&lt;c&gt;&#34;d&#39;e=/'],
		['lodash, Rails', 'a&amp;b&lt;c&gt;&quot;d&#39;e=/'],
		['PHP', 'a&amp;b&lt;c&gt;&quot;d&#039;e=/'],
		['XML', 'a&amp;b&lt;c&gt;&quot;d&apos;e=/'],
		['the text of an element', `a&amp;b&lt;c&gt;"d'e=/`],
		['Handlebars', 'a&amp;b&lt;c&gt;&quot;d&#x27;e&#x3D;/'],
		['Mustache', 'a&amp;b&lt;c&gt;&quot;d&#39;e&#x3D;&#x2F;'],
		['JSON by Go', `a\\u0026b\\u003cc\\u003e\\"d'e=/`],
	])('finds a secret that was escaped for HTML as in %s', (_, escaped) => {
		expect(knowing(`a&b<c>"d'e=/`).redact(`<b>${escaped}</b>`)).toBe('<b>•••</b>');
	});

	it('leaves nothing of a secret in base64, whatever stands before and after it', () => {
		for (const secret of ['sk-canary', 'sk-canary1', 'sk-canary-1']) {
			const {redact} = knowing(secret);
			for (const encoding of ['base64', 'base64url'] as const) {
				for (const [before, after] of ['', 'a', 'ab', 'abc', 'abcd'].flatMap(one =>
					['', 'x', 'xy', 'xyz', 'wxyz'].map(other => [one, other] as const),
				)) {
					const encoded = Buffer.from(`${before}${secret}${after}`).toString(encoding);
					const [left = '', right = '', ...more] = redact(`"${encoded}"`).split('•••');
					expect(more).toEqual([]);
					// Only characters whose every bit is of the neighbours.
					expect(left).toBe(`"${encoded.slice(0, Math.floor((before.length * 8) / 6))}`);
					const end = Math.ceil(((before.length + secret.length) * 8) / 6);
					expect(right.replaceAll('=', '')).toBe(`${encoded.replaceAll('=', '').slice(end)}"`);
				}
			}
		}
	});

	it('takes no more than the secret out of what stands around its base64', () => {
		const encoded = Buffer.from('sk-canary').toString('base64');
		expect(knowing('sk-canary').redact(`https://host/${encoded}/page?a=${encoded}&b`)).toBe(
			'https://host/•••/page?a=•••&b',
		);
	});

	it('hides all of two secrets that overlap', () => {
		expect(knowing('abcdef-12345', '12345-ghijklm').redact('is abcdef-12345-ghijklm.')).toBe('is •••.');
	});

	it.each([
		['user', 'short1'],
		['u', 'a-much-longer-password'],
	])('finds a password in what basic authentication sends for %s', (user, password) => {
		const header = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
		const left = knowing(password)
			.redact(header)
			.replace(/^Basic /, '')
			.split('•••');
		expect(left).toHaveLength(2);
		expect(Buffer.from(left[1] ?? '', 'base64').length).toBeLessThan(2);
	});

	it('leaves plain words alone, which every sentence may hold', () => {
		expect(knowing('postgres', 'Password').redact('The Password of postgres')).toBe(
			'The Password of postgres',
		);
	});

	it('leaves no secret in any text', () => {
		fc.assert(
			fc.property(
				fc.array(fc.string({minLength: 6, maxLength: 30}), {minLength: 1, maxLength: 6}),
				fc.array(fc.string({maxLength: 20}), {maxLength: 8}),
				(secrets, words) => {
					const {redact} = knowing(...secrets);
					const shown = redact(
						words.flatMap((word, at) => [word, secrets[at % secrets.length] ?? '']).join(''),
					);
					for (const secret of secrets) {
						const isWord = /^[A-Za-z][a-z]{0,10}$/.test(secret.trim());
						if (secret.trim().length >= 6 && !isWord) expect(shown.includes(secret)).toBe(false);
					}
				},
			),
		);
	});

	it('forgets no secret over however much that is only borrowed', () => {
		const {redact, learn} = knowing('sk-canary-1');
		for (let at = 0; at < 1000; at += 1) learn(`borrowed-${at}`, 'borrowed');
		expect(redact('sk-canary-1 borrowed-999 borrowed-1')).toBe('••• ••• borrowed-1');
	});

	it('hides the longer of two secrets of which one begins the other', () => {
		expect(knowing('secret-1', 'secret-1-and-more').redact('secret-1-and-more')).toBe('•••');
	});

	it('hides the beginning of a secret where a text was cut', () => {
		const {redact} = knowing('sk-canary-1');
		expect(redact('the key sk-cana…')).toBe('the key •••…');
		expect(redact('the key sk-canary-...')).toBe('the key •••...');
		expect(redact('the key sk-can')).toBe('the key •••');
		expect(redact('the key sk-c…')).toBe('the key sk-c…');
		expect(redact('the key sk-cana and more')).toBe('the key sk-cana and more');
	});

	it('does not hide what is as short as a word', () => {
		expect(knowing('abc', '', '     ').redact('abcdef      x')).toBe('abcdef      x');
	});

	it('knows the tokens inside of what a sign-in keeps, and nothing else of it', () => {
		const {redact} = knowing(
			JSON.stringify({
				issuer: 'https://auth.example',
				tokens: {
					accessToken: 'access-1',
					tokenType: 'Bearer',
					refreshToken: 'refresh-1',
					scope: 'read write',
				},
				client: {id: 'client-1', secret: 'private-1', method: 'client_secret_basic'},
				proofKey: {kty: 'EC', d: 'a-private-number'},
			}),
		);
		expect(redact('Bearer access-1 refresh-1 private-1 a-private-number')).toBe('Bearer ••• ••• ••• •••');
		expect(redact('https://auth.example client-1 read write client_secret_basic')).not.toContain('•');
	});

	it('hides every line of a key over several lines', () => {
		const lines = [
			'-----BEGIN PRIVATE KEY-----',
			'MIICdgIBADANBgkqhkiG',
			'w0BAQEFAASCAmAwggJc',
			'-----END PRIVATE KEY-----',
		];
		const {redact} = knowing(`${lines.join('\n')}\n`);
		expect(redact(lines.join('\n'))).toBe('•••');
		expect(redact(`the line ${lines[1]} is wrong`)).toBe('the line ••• is wrong');
		expect(redact(`${lines[0]} is how it begins`)).toContain('BEGIN');
	});

	it('returns the same object when there is nothing to hide', () => {
		const event = {type: 'x', parts: [{text: 'hello'}, 1, null], at: 5};
		expect(createRedactor().redactAll(event)).toBe(event);
		expect(knowing('sk-canary-1').redactAll(event)).toBe(event);
	});

	it('hides secrets anywhere inside plain data, keys included', () => {
		const {redactAll} = knowing('sk-canary-1');
		const calm = {text: 'nothing'};
		const shown = redactAll({'a sk-canary-1': 1, list: [calm, {deep: ['sk-canary-1']}]});
		expect(shown).toEqual({'a •••': 1, list: [calm, {deep: ['•••']}]});
		expect(shown.list[0]).toBe(calm);
	});

	it('does not fall over data that is nested without end', () => {
		let nested: unknown = 'sk-canary-1';
		for (let depth = 0; depth < 50_000; depth += 1) nested = [nested];
		expect(() => knowing('sk-canary-1').redactAll(nested)).not.toThrow();
	});

	it('leaves what is no plain data alone', () => {
		const secret = createSecret('sk-canary-1');
		const bytes = new Uint8Array([1, 2]);
		const {redactAll} = knowing('sk-canary-1');
		expect(redactAll({bytes, secret}).bytes).toBe(bytes);
	});

	it('learns every secret that the program makes', () => {
		const redactor = createRedactor();
		const stop = watchSecrets(redactor.learn);
		onTestFinished(stop);
		createSecret('made-here-1');
		expect(redactor.redact('made-here-1')).toBe('•••');
		stop();
		createSecret('made-later-2');
		expect(redactor.redact('made-later-2')).toBe('made-later-2');
	});

	it('forgets the oldest of very many', () => {
		const redactor = createRedactor();
		for (let index = 0; index < 500; index += 1) redactor.learn(`token number ${index} of many`);
		expect(redactor.redact('token number 499 of many')).toBe('•••');
		expect(redactor.redact('token number 3 of many')).toContain('3');
	});
});
