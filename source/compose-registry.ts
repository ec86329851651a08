import {homedir} from 'node:os';
import type {Loaded} from './compose-load.ts';
import {officialRegistry, registryPlace} from './core/registry/registry-address.ts';
import type {ServerRegistry} from './domain/server-registry.ts';

const maxAnswerBytes = 4 * 1024 * 1024;

/** Where servers are found that are not configured yet. */
export const composeRegistry = (loaded: () => Loaded, cwd: string): ServerRegistry => {
	const address = (): string => loaded().config.registry ?? officialRegistry;
	return {
		place: () => registryPlace(address()),
		search: async (text, cursor, signal) => {
			const [{createRegistryClient}, {createNetworkFetch}] = await Promise.all([
				import('./core/registry/registry-client.ts'),
				import('./support/network/network-fetch.ts'),
			]);
			const fetch = createNetworkFetch({environment: process.env, maxBytes: maxAnswerBytes});
			try {
				return await createRegistryClient({address: address(), fetch}).search(text, cursor, signal);
			} finally {
				await fetch.close();
			}
		},
		installed: async signal => {
			const {findInstalledPackages, packageFolders} = await import('./core/registry/installed-packages.ts');
			const {execPath, platform, env} = process;
			const folders = await packageFolders({cwd, home: homedir(), execPath, platform, environment: env});
			return findInstalledPackages(folders, signal);
		},
	};
};
