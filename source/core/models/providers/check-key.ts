import type {KeyCheck} from '../../../domain/model-ports.ts';
import {limitedSignal} from '../../../support/limited-signal.ts';
import {noKeyTrouble} from '../http/cut-trouble.ts';
import {type KeyDeps, lookForKey} from './provider-key.ts';
import type {ResolvedProvider} from './resolve-provider.ts';

/** Whether a provider has the key that it needs, within so many milliseconds. */
export const checkKey = async (
	resolved: ResolvedProvider,
	deps: KeyDeps,
	patience: number,
	signal: AbortSignal,
): Promise<KeyCheck> => {
	const {provider} = resolved;
	if (!provider.needsKey) return {type: 'fine'};
	const {known, trouble, hasFailed} = await lookForKey(resolved, deps, limitedSignal(signal, patience));
	if (known !== undefined) return {type: 'fine'};
	const {failure} = noKeyTrouble(provider, trouble);
	return {type: hasFailed === true ? 'unsure' : 'missing', failure};
};
