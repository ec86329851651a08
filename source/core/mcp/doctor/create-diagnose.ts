import type {ServerConfig} from '../../../domain/server.ts';
import type {Credentials, Diagnose} from '../../../domain/server-ports.ts';

export type DiagnoseDeps = {
	readonly version: string;
	/** What servers inherit a part of, and where proxies are named. */
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Where tokens are kept. */
	readonly credentials: Credentials;
	/** Nothing is started or contacted: only what can be seen without that is told. */
	readonly onlyLooks?: boolean;
	/** Told when a server has been greeted. */
	readonly onConnected?: (config: ServerConfig) => void;
};

/** Finds out step by step why a server does not work. Nothing heavy is loaded before it is asked to. */
export const createDiagnose = (deps: DiagnoseDeps): Diagnose =>
	async function* (config, signal) {
		if (config.type === 'in-memory') {
			yield {name: 'configuration', outcome: 'ok', detail: 'it is part of this program'};
			return;
		}
		if (deps.onlyLooks === true) {
			const {lookAtServer} = await import('./look-at-server.ts');
			yield* lookAtServer(config, deps.environment, signal);
			return;
		}
		const {walkServer} = await import('./walk-server.ts');
		yield* walkServer(config, deps, signal);
	};
