import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {findFolders} from '../core/config/folders.ts';
import type {AskPassphrase} from '../core/credentials/passphrase.ts';
import {ownConfigText} from './own-config-text.ts';

type Answer = {readonly askPassphrase?: AskPassphrase};

/**
 * Once the screen is there nobody can be asked in the terminal, so the passphrase of the encrypted file is asked for
 * before, where the user has chosen such a file. Everybody else pays for one look at a small file.
 */
export const passphraseForChat = async (beforeAsking: () => void): Promise<Answer> => {
	const folders = findFolders(process.env, homedir(), process.platform);
	const {secretsFile, chosenSecretStore} = await import('../compose-settings.ts');
	const file = secretsFile(folders);
	const isMentioned = (await ownConfigText()).includes('passphrase-file');
	if (!isMentioned || !existsSync(file) || (process.env.MCP_TUI_PASSPHRASE ?? '') !== '') {
		return {};
	}
	if ((await chosenSecretStore(folders)) !== 'passphrase-file') {
		return {};
	}
	const [{askPassphrase}, {createPassphraseFile}] = await Promise.all([
		import('./ask-passphrase.ts'),
		import('../core/credentials/passphrase-file.ts'),
	]);
	let given: string | undefined;
	const ask: AskPassphrase = async (question, signal) => {
		beforeAsking();
		given = await askPassphrase(question, signal);
		return given;
	};
	const store = createPassphraseFile({file, environment: process.env, askPassphrase: ask});
	try {
		await store.get('anything', new AbortController().signal);
	} catch {
		// The chat works without secrets; what needs one says why it has none.
		return {};
	}
	return {askPassphrase: async ({purpose}) => (purpose === 'open' ? given : undefined)};
};
