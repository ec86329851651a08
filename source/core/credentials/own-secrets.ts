import {readFile} from 'node:fs/promises';
import {describeError, type Failure} from '../../domain/failure.ts';
import type {Credentials} from '../../domain/server-ports.ts';
import {CredentialError} from './credential-error.ts';

/** The secrets that the user's own configuration names. */
export type OwnSecrets = {
	/** The names in every `${keychain:name}` of the file as it is now, comments included. */
	readonly named: () => Promise<ReadonlySet<string>>;
	/** Resolves with why it could not be deleted. */
	readonly forget: (name: string, signal: AbortSignal) => Promise<Failure | undefined>;
};

const reference = /\$\{keychain:([^{}]+)\}/g;

export const createOwnSecrets = ({
	file,
	credentials,
}: {
	/** The user's own configuration file. */
	readonly file: string;
	readonly credentials: Pick<Credentials, 'delete'>;
}): OwnSecrets => ({
	named: async () => {
		try {
			const text = await readFile(file, 'utf8');
			return new Set([...text.matchAll(reference)].map(([, name = '']) => name));
		} catch {
			// No file names no secrets, and one that cannot be read is no reason to delete any.
			return new Set();
		}
	},
	forget: async (name, signal) => {
		try {
			await credentials.delete(`key:${name}`, signal);
			return undefined;
		} catch (error) {
			return {
				code: error instanceof CredentialError ? error.code : 'no-keychain',
				message: describeError(error),
				...(error instanceof CredentialError ? {hint: error.hint} : {}),
			};
		}
	},
});
