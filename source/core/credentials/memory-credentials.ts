import type {Secret} from '../../domain/secret.ts';
import type {Credentials} from '../../domain/server-ports.ts';

/** Forgets everything when the program ends. */
export const createMemoryCredentials = (): Credentials => {
	const secrets = new Map<string, Secret>();
	return {
		place: 'memory until the program ends',
		get: async name => secrets.get(name),
		set: async (name, secret) => {
			secrets.set(name, secret);
		},
		delete: async name => {
			secrets.delete(name);
		},
	};
};
