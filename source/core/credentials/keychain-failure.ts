import {sanitiseLine} from '../../support/sanitise.ts';
import {CredentialError, type CredentialErrorCode} from './credential-error.ts';
import type {KeychainTrouble} from './keychain-child.ts';

/** Why the keychain cannot be used: the end of a sentence, and what to do. */
export type KeychainFailure = {
	readonly code: CredentialErrorCode;
	readonly problem: string;
	readonly hint: string;
};

const longestQuote = 200;

const quote = (message: string): string => {
	const line = sanitiseLine(message.split('\n')[0] ?? '').trim();
	return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
};

/** What works without any keychain. */
const inFile =
	'Or have secrets kept in a file that a passphrase encrypts: "secretStore": "passphrase-file" in your configuration.';

export const notInstalled: KeychainFailure = {
	code: 'keychain-not-installed',
	problem: 'the native module @napi-rs/keyring is not installed',
	hint: `Install mcp-tui again with its optional dependencies (without --omit=optional). ${inFile}`,
};

const silent = (problem: string): KeychainFailure => ({
	code: 'keychain-silent',
	problem,
	hint: 'Restart the keychain service or sign in to the desktop again, then try again.',
});

const refused = (problem: string): KeychainFailure => ({
	code: 'keychain-refused',
	problem,
	hint: 'Check that the keychain of your system works for other programs, then try again.',
});

const absent: KeychainFailure = {
	code: 'keychain-absent',
	problem: 'no keychain service answers on D-Bus',
	hint: `Start one, such as gnome-keyring or KWallet, in your desktop session, then start mcp-tui again. ${inFile}`,
};

const locked: KeychainFailure = {
	code: 'keychain-locked',
	problem: 'the keychain is locked',
	hint: 'Unlock it with the password of its dialogue, then try again.',
};

const empty: KeychainFailure = {
	code: 'keychain-empty',
	problem: 'the keychain service has no default keyring to keep secrets in',
	hint: `Create a default keyring, for example in the program "Passwords and Keys", then try again. ${inFile}`,
};

/** What the native module says, by the words of D-Bus, of the secret service, of macOS. */
const known: readonly (readonly [RegExp, KeychainFailure])[] = [
	[/did not receive a reply|timed? ?out/i, silent('the keychain service on D-Bus does not answer')],
	[/not provided by any|failed to connect to socket|autolaunch|ServiceUnknown/i, absent],
	[/prompt was dismissed|is locked|interaction is not allowed|user canceled/i, locked],
	[/no result found|no default (store|collection)/i, empty],
];

const loadFailure = (message: string): KeychainFailure => ({
	...notInstalled,
	problem: /cannot find (native binding|module)/i.test(message)
		? `${notInstalled.problem} for ${process.platform} ${process.arch}`
		: `the native module @napi-rs/keyring cannot be loaded: ${quote(message)}`,
});

export const toKeychainFailure = (trouble: KeychainTrouble): KeychainFailure => {
	switch (trouble.type) {
		case 'silent':
			return silent(`the keychain did not answer within ${trouble.limit / 1000} s`);
		case 'ended':
			return refused(`the process that talks to the keychain failed: ${quote(trouble.reason)}`);
		case 'failed':
			if (trouble.stage === 'load') return loadFailure(trouble.message);
			return (
				known.find(([words]) => words.test(trouble.message))?.[1] ??
				refused(`the keychain refuses: ${quote(trouble.message)}`)
			);
	}
};

export const toCredentialError = (what: string, {code, problem, hint}: KeychainFailure): CredentialError =>
	new CredentialError(code, `${what}: ${problem}.`, hint);
