import {z} from 'zod';
import type {ServerAuth} from '../../domain/server.ts';
import {type Complaint, malformed} from './complaint.ts';
import {oauthAliases, oauthKeys, readOAuthSettings} from './oauth-settings.ts';
import {type Aliases, canonicalKey, readObject} from './read-object.ts';
import {headerNamePattern, headerSecret, isHeaderName, secretText} from './secret-text.ts';

export type AuthRead = {
	/** Undefined when there are complaints. */
	readonly auth: ServerAuth | undefined;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

type AuthKind = ServerAuth['type'];

export const authKinds: Readonly<Record<string, AuthKind>> = {
	none: 'none',
	bearer: 'bearer',
	token: 'bearer',
	apikey: 'api-key',
	basic: 'basic',
	oauth: 'oauth',
	oauth2: 'oauth',
};

export const bearerSchema = z.object({type: z.unknown().optional(), token: headerSecret});
export const bearerAliases: Aliases = {bearerToken: 'token', accessToken: 'token'};

export const apiKeySchema = z.object({
	type: z.unknown().optional(),
	key: headerSecret,
	header: z
		.string()
		.refine(isHeaderName, 'is not a name for a header')
		.meta({pattern: headerNamePattern.source})
		.default('X-API-Key'),
});
export const apiKeyAliases: Aliases = {apiKey: 'key', headerName: 'header'};

export const basicSchema = z.object({
	type: z.unknown().optional(),
	// The colon ends the name on the wire.
	username: z
		.string()
		.refine(name => !name.includes(':'), 'must not hold a colon')
		.meta({pattern: '^[^:]*$'}),
	password: secretText,
});
export const basicAliases: Aliases = {user: 'username'};

const complain = (message: string, path: readonly string[] = []): AuthRead => ({
	auth: undefined,
	complaints: [malformed(path, message)],
	warnings: [],
});

const expectedKinds = 'expected one of none, bearer, api-key, basic, oauth';

const readKind = (written: string): AuthKind | undefined => {
	const plain = written.toLowerCase().replaceAll(/[\s_-]/g, '');
	return Object.hasOwn(authKinds, plain) ? authKinds[plain] : undefined;
};

/** An object without a type says by its keys what it is. */
const inferKind = (keys: readonly string[]): AuthKind | undefined => {
	const has = (known: readonly string[], aliases: Aliases): boolean =>
		keys.some(key => canonicalKey(key, known, aliases) !== undefined);
	if (has(['token'], bearerAliases)) return 'bearer';
	if (has(['key'], apiKeyAliases)) return 'api-key';
	if (has(['username', 'password'], basicAliases)) return 'basic';
	if (has(oauthKeys, oauthAliases)) return 'oauth';
	return undefined;
};

const readKnown = (kind: AuthKind, value: object): AuthRead => {
	switch (kind) {
		case 'none':
			return {auth: {type: 'none'}, complaints: [], warnings: []};
		case 'bearer': {
			const {value: data, complaints, warnings} = readObject(value, bearerSchema, bearerAliases);
			return {auth: data && {type: kind, token: data.token}, complaints, warnings};
		}
		case 'api-key': {
			const {value: data, complaints, warnings} = readObject(value, apiKeySchema, apiKeyAliases);
			return {auth: data && {type: kind, header: data.header, key: data.key}, complaints, warnings};
		}
		case 'basic': {
			const {value: data, complaints, warnings} = readObject(value, basicSchema, basicAliases);
			const auth = data && {type: kind, username: data.username, password: data.password};
			return {auth, complaints, warnings};
		}
		case 'oauth': {
			const {settings, complaints, warnings} = readOAuthSettings(value);
			return {auth: settings, complaints, warnings};
		}
	}
};

const readShorthand = (written: string): AuthRead => {
	const [, token] = /^\s*bearer\s+(\S.*)$/is.exec(written) ?? [];
	if (token !== undefined) {
		const read = readKnown('bearer', {token});
		return {...read, complaints: read.complaints.map(complaint => ({...complaint, path: []}))};
	}
	const kind = readKind(written);
	if (kind === 'none' || kind === 'oauth') {
		return readKnown(kind, {});
	}
	const message =
		'expected none, oauth, "Bearer <token>", or an object such as {"type": "bearer", "token": "..."}';
	return complain(message);
};

/**
 * Reads `auth`: an object with a `type` (or without, where its keys say enough), or one of the short forms `"none"`,
 * `"oauth"`, `"Bearer <token>"` and `false`.
 */
export const readAuth = (value: unknown): AuthRead => {
	if (value === undefined || value === null || value === false) {
		return readKnown('none', {});
	}
	if (typeof value === 'string') {
		return readShorthand(value);
	}
	if (typeof value !== 'object' || Array.isArray(value)) {
		return complain('expected an object');
	}
	const type = 'type' in value ? value.type : undefined;
	if (type !== undefined && typeof type !== 'string') {
		return complain(expectedKinds, ['type']);
	}
	const kind = type === undefined ? inferKind(Object.keys(value)) : readKind(type);
	if (kind === undefined) {
		return complain(
			type === undefined ? `type: ${expectedKinds}` : expectedKinds,
			type === undefined ? [] : ['type'],
		);
	}
	return readKnown(kind, value);
};
