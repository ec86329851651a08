import type {Credentials} from '../../domain/server-ports.ts';
import type {OpenedCredentials} from './open-credentials.ts';
import {untilSettled} from './until-settled.ts';

export type LazyCredentials = Credentials & {
	/** Finds out where secrets are kept, as the first use would. */
	readonly open: (signal: AbortSignal) => Promise<OpenedCredentials>;
	readonly close: () => void;
};

/** Credentials that are opened by their first use, because most runs need none. `place` is known from then on. */
export const createLazyCredentials = (openNow: () => Promise<OpenedCredentials>): LazyCredentials => {
	let opening: Promise<OpenedCredentials> | undefined;
	let opened: OpenedCredentials | undefined;

	const open = (signal: AbortSignal): Promise<OpenedCredentials> => {
		opening ??= openNow().then(credentials => {
			opened = credentials;
			return credentials;
		});
		return untilSettled(opening, signal);
	};

	return {
		get place() {
			return opened?.place ?? 'the keychain, if there is one';
		},
		open,
		get: async (name, signal) => (await open(signal)).get(name, signal),
		set: async (name, secret, signal) => (await open(signal)).set(name, secret, signal),
		delete: async (name, signal) => (await open(signal)).delete(name, signal),
		close: () => opened?.close(),
	};
};
