import {assertNever} from '../../../domain/assert-never.ts';
import {revealSecret} from '../../../domain/secret.ts';
import type {RemoteServer, ServerAuth} from '../../../domain/server.ts';

const authHeader = (auth: ServerAuth): readonly [name: string, value: string] | undefined => {
	switch (auth.type) {
		case 'none':
		case 'oauth':
			return undefined;
		case 'bearer':
			return ['Authorization', `Bearer ${revealSecret(auth.token)}`];
		case 'api-key':
			return [auth.header, revealSecret(auth.key)];
		case 'basic': {
			const pair = Buffer.from(`${auth.username}:${revealSecret(auth.password)}`, 'utf8');
			return ['Authorization', `Basic ${pair.toString('base64')}`];
		}
		default:
			return assertNever(auth);
	}
};

/** The headers of the entry, and its credentials, which win over a header of the same name. */
export const staticHeaders = ({headers, auth}: RemoteServer): Readonly<Record<string, string>> => {
	const credentials = authHeader(auth);
	// A token that we get for the user must not compete with one that stands in the file.
	const taken = auth.type === 'oauth' ? 'authorization' : credentials?.[0].toLowerCase();
	const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== taken);
	return Object.fromEntries(credentials === undefined ? others : [...others, credentials]);
};

/** Whether the entry itself says who the user is, so that nobody has to sign in. */
export const hasOwnCredentials = ({headers, auth}: RemoteServer): boolean => {
	switch (auth.type) {
		case 'bearer':
		case 'api-key':
		case 'basic':
			return true;
		case 'oauth':
			return false;
		case 'none':
			return Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
		default:
			return assertNever(auth);
	}
};
