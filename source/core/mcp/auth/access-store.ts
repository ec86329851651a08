import {createHash, randomUUID} from 'node:crypto';
import * as z from 'zod';
import {createSecret, revealSecret} from '../../../domain/secret.ts';
import type {Credentials} from '../../../domain/server-ports.ts';

const storedTokens = z.object({
	accessToken: z.string(),
	tokenType: z.string(),
	refreshToken: z.string().optional(),
	scope: z.string().optional(),
	/** Milliseconds since 1970. */
	expiresAt: z.number().optional(),
});

const storedClient = z.object({
	id: z.string(),
	secret: z.string().optional(),
	/** How the client says who it is, as the authorization server registered it. */
	method: z.string().optional(),
	/** The address that was registered for coming back. */
	callback: z.string().optional(),
});

const storedAccess = z.object({
	version: z.literal(1),
	/** The authorization server that all of this belongs to. */
	issuer: z.string().optional(),
	tokens: storedTokens.optional(),
	/** Only a client that was registered for us; one from the configuration stays there. */
	client: storedClient.optional(),
	/** A process that is renewing the token, and until when it may take. */
	renewal: z.object({by: z.string(), until: z.number()}).optional(),
	/** The private key that tokens are bound to. */
	proofKey: z.record(z.string(), z.unknown()).optional(),
});

export type StoredTokens = z.infer<typeof storedTokens>;
export type StoredClient = z.infer<typeof storedClient>;
export type StoredAccess = Omit<z.infer<typeof storedAccess>, 'version'>;

/** Everything that is kept about the access to one server: one secret. */
export type AccessStore = {
	/** Where it is kept, for people. */
	readonly place: string;
	/** Tells this one from those of other processes. */
	readonly id: string;
	/** As it was read the last time, or read now. */
	readonly current: (signal: AbortSignal) => Promise<StoredAccess>;
	/** As it is now: another process may have changed it. */
	readonly reload: (signal: AbortSignal) => Promise<StoredAccess>;
	readonly save: (access: StoredAccess, signal: AbortSignal) => Promise<void>;
	/** Keeps it for this run only, because it cannot be saved. */
	readonly hold: (access: StoredAccess) => void;
	readonly clear: (signal: AbortSignal) => Promise<void>;
};

/** The address belongs to the name, so that a token never follows a server's name to another address. */
export const secretNameOf = (server: string, url: string): string => {
	const hash = createHash('sha256').update(new URL(url).href).digest('hex').slice(0, 16);
	return `mcp-oauth:${server}:${hash}`;
};

const parse = (text: string): StoredAccess => {
	try {
		const {version: _, ...access} = storedAccess.parse(JSON.parse(text));
		return access;
	} catch {
		// Written by another version, or damaged: signing in again replaces it.
		return {};
	}
};

export const createAccessStore = (credentials: Credentials, name: string): AccessStore => {
	let known: StoredAccess | undefined;
	let isHeld = false;
	const reload = async (signal: AbortSignal): Promise<StoredAccess> => {
		if (isHeld && known !== undefined) return known;
		const secret = await credentials.get(name, signal);
		known = secret === undefined ? {} : parse(revealSecret(secret));
		return known;
	};
	return {
		// Known only after the first use.
		get place() {
			return credentials.place;
		},
		id: randomUUID(),
		current: async signal => known ?? (await reload(signal)),
		reload,
		save: async (access, signal) => {
			await credentials.set(name, createSecret(JSON.stringify({version: 1, ...access})), signal);
			known = access;
			isHeld = false;
		},
		hold: access => {
			known = access;
			isHeld = true;
		},
		clear: async signal => {
			await credentials.delete(name, signal);
			known = {};
			isHeld = false;
		},
	};
};
