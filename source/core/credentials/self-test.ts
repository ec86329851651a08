import {randomBytes} from 'node:crypto';
import type {AskKeychain} from './keychain-credentials.ts';
import {type KeychainFailure, toKeychainFailure} from './keychain-failure.ts';

const forgetful: KeychainFailure = {
	code: 'keychain-refused',
	problem: 'the keychain does not give back what it was given',
	hint: 'Check that the keychain of your system works for other programs, then try again.',
};

/**
 * Finds out whether the keychain keeps, finds and deletes. Without this "there is no such secret" means nothing:
 * a keychain without any keyring says so about everything.
 */
export const testKeychain = async (ask: AskKeychain): Promise<KeychainFailure | undefined> => {
	const account = `self-test ${randomBytes(8).toString('hex')}`;
	const text = randomBytes(16).toString('hex');
	const kept = await ask({action: 'set', account, text});
	if (kept.type !== 'done') return toKeychainFailure(kept);
	const found = await ask({action: 'get', account});
	const deleted = await ask({action: 'delete', account});
	if (found.type !== 'done') return toKeychainFailure(found);
	if (deleted.type !== 'done') return toKeychainFailure(deleted);
	const gone = await ask({action: 'get', account});
	if (gone.type !== 'done') return toKeychainFailure(gone);
	return found.text === text && gone.text === undefined ? undefined : forgetful;
};
