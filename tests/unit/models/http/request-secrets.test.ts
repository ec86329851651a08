import {describe, expect, it} from 'vitest';
import {
	isSendableKey,
	requestSecrets,
	unsendableKeyTrouble,
} from '../../../../source/core/models/http/request-secrets.ts';
import {createSecret} from '../../../../source/domain/secret.ts';
import {testProvider} from './sdk-errors.ts';

describe('what is never shown of a request', () => {
	it('is the key, with and without the line break that it came with', () => {
		expect(requestSecrets(testProvider(), createSecret('corp_key.abc\n'))).toEqual([
			'corp_key.abc\n',
			'corp_key.abc',
		]);
		expect(requestSecrets(testProvider(), createSecret('k'))).toEqual(['k']);
		expect(requestSecrets(testProvider(), undefined)).toEqual([]);
	});

	it('is every header that is longer than a small word, whatever it is called', () => {
		const headers = {'x-team': 'blue', 'x-beta': 'yes', 'x-corp': ' pass-1 '};
		expect(requestSecrets(testProvider({headers}), undefined)).toEqual(['blue', ' pass-1 ', 'pass-1']);
	});

	it('is the proof in a header without the word before it', () => {
		const headers = {authorization: 'Bearer corp_key', 'x-words': 'Two words'};
		expect(requestSecrets(testProvider({headers}), undefined)).toEqual([
			'Bearer corp_key',
			'corp_key',
			'Two words',
		]);
	});
});

describe('a key', () => {
	it.each(['sk-1', 'sk-1\n', ' a key with blanks '])('can be sent: %j', key => {
		expect(isSendableKey(createSecret(key))).toBe(true);
	});

	it.each(['sk-\u2026', 'sk\n1', 'sk\u00e4', 'sk\u200b', '', ' \n'])('cannot be sent: %j', key => {
		expect(isSendableKey(createSecret(key))).toBe(false);
	});

	it('that cannot be sent is told as a wrong key, with what to do', () => {
		expect(unsendableKeyTrouble(testProvider())).toEqual({
			kind: 'wrong-key',
			failure: {
				code: 'wrong-key',
				message: 'The key for Acme has characters in it that cannot be sent, such as a line break.',
				hint: 'Keep it in the keychain (mcp-tui keys set acme), or export ACME_API_KEY=... and start again.',
			},
		});
	});
});
