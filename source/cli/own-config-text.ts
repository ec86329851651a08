import {readFileSync} from 'node:fs';
import {homedir} from 'node:os';
import {findFolders} from '../core/config/folders.ts';

/** The user's configuration as it is written; nothing where it cannot be read. */
export const ownConfigText = async (): Promise<string> => {
	const {ownConfigFile} = await import('../compose-settings.ts');
	try {
		return readFileSync(ownConfigFile(findFolders(process.env, homedir(), process.platform)), 'utf8');
	} catch {
		// Whoever reads the configuration in earnest says what is wrong with it.
		return '';
	}
};
