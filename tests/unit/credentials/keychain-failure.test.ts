import {describe, expect, it} from 'vitest';
import {toKeychainFailure} from '../../../source/core/credentials/keychain-failure.ts';

const failed = (stage: 'load' | 'open' | 'use', message: string) =>
	toKeychainFailure({type: 'failed', stage, message});

describe('why a keychain cannot be used', () => {
	it.each([
		[
			'DBus error: The name org.freedesktop.secrets was not provided by any .service files',
			'keychain-absent',
		],
		['DBus error: Failed to connect to socket /nonexistent: No such file or directory', 'keychain-absent'],
		['DBus error: Did not receive a reply. Possible causes include: …', 'keychain-silent'],
		['Secret Service: unlock prompt was dismissed', 'keychain-locked'],
		['Secret Service: no result found', 'keychain-empty'],
	])('is told from "%s"', (message, code) => {
		const failure = failed('open', `Platform failure: ${message}`);
		expect(failure.code).toBe(code);
		expect(failure.problem).not.toContain('DBus error');
		expect(failure.hint).toMatch(/\.$/);
	});

	it('names the file that needs no keychain where there is none', () => {
		for (const failure of [
			failed('open', 'DBus error: Failed to connect to socket /x'),
			failed('load', 'Cannot find module'),
		]) {
			expect(failure.hint).toContain('Or have secrets kept in a file that a passphrase encrypts');
			expect(failure.hint).toContain('"secretStore": "passphrase-file"');
		}
	});

	it('quotes what it does not know, on one line and not at any length', () => {
		const {code, problem} = failed('use', `Strange \u001b[31mthing ${'x'.repeat(500)}\nsecond line`);
		expect(code).toBe('keychain-refused');
		expect(problem).toMatch(/^the keychain refuses: Strange thing x+…$/);
		expect(problem.length).toBeLessThan(250);
	});

	it('says that the native module is missing or broken', () => {
		expect(failed('load', 'Cannot find native binding. npm has a bug').problem).toBe(
			`the native module @napi-rs/keyring is not installed for ${process.platform} ${process.arch}`,
		);
		expect(failed('load', 'invalid ELF header')).toMatchObject({
			code: 'keychain-not-installed',
			problem: 'the native module @napi-rs/keyring cannot be loaded: invalid ELF header',
		});
	});

	it('names the limit that was passed and the end that was met', () => {
		expect(toKeychainFailure({type: 'silent', limit: 4000}).problem).toBe(
			'the keychain did not answer within 4 s',
		);
		expect(toKeychainFailure({type: 'ended', reason: 'it ended with SIGSEGV'}).problem).toBe(
			'the process that talks to the keychain failed: it ended with SIGSEGV',
		);
	});
});
