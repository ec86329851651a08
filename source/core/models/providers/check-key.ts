import type {KeyCheck} from '../../../domain/model-ports.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {noKeyTrouble} from '../http/cut-trouble.ts';
import {findKey, type KeyDeps} from './provider-key.ts';
import type {ResolvedProvider} from './resolve-provider.ts';

/** Whether a provider has the key that it needs, within so many milliseconds. */
export const checkKey = async (
	resolved: ResolvedProvider,
	{environment, credentials}: KeyDeps,
	patience: number,
	signal: AbortSignal,
): Promise<KeyCheck> => {
	const {provider} = resolved;
	if (!provider.needsKey) return {type: 'fine'};
	let hasFailed = false;
	const watched: KeyDeps['credentials'] = {
		get: async (name, asked) => {
			try {
				return await credentials.get(name, asked);
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		},
	};
	const limited = limitedSignal(signal, patience);
	const key = await findKey(resolved, {environment, credentials: watched}, limited);
	if (key !== undefined) return {type: 'fine'};
	const {failure} = noKeyTrouble(provider);
	return hasFailed || limited.aborted
		? {
				type: 'unsure',
				failure: {
					...failure,
					message: `No key for ${provider.title} is set, and the keychain did not answer.`,
				},
			}
		: {type: 'missing', failure};
};
