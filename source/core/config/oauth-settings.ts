import {z} from 'zod';
import type {OAuthSettings} from '../../domain/server.ts';
import {type Complaint, malformed} from './complaint.ts';
import {type Aliases, readObject} from './read-object.ts';
import {secretText} from './secret-text.ts';
import {readServerUrl} from './server-url.ts';

const text = z.string().min(1, 'must not be empty');

const webAddress = z.string().superRefine((value, context) => {
	const url = readServerUrl(value, false);
	if (url.type === 'refused') {
		context.addIssue({code: 'custom', message: url.message.replace(/, or say "allowInsecure": true$/, '')});
	} else if (url.family !== 'http') {
		context.addIssue({code: 'custom', message: 'expected a URL that begins with https://'});
	}
});

const documentAddress = webAddress.refine(
	value => !URL.canParse(value) || (new URL(value).protocol === 'https:' && new URL(value).pathname !== '/'),
	'expected the https:// URL of a document, with a path',
);

const grants: Readonly<Record<string, OAuthSettings['grant']>> = {
	authorizationcode: 'authorization-code',
	clientcredentials: 'client-credentials',
	jwtbearer: 'jwt-bearer',
	crossappaccess: 'cross-app-access',
};

/** As they may be written, without hyphens. */
export const oauthGrants: readonly string[] = Object.keys(grants);

const grant = z
	.string()
	.transform((written, context) => {
		const plain = written
			.replace(/^urn:ietf:params:oauth:grant-type:/, '')
			.toLowerCase()
			.replaceAll(/[\s_-]/g, '');
		const known = Object.hasOwn(grants, plain) ? grants[plain] : undefined;
		if (known === undefined) {
			const message = `expected one of ${Object.values(grants).join(', ')}`;
			context.addIssue({code: 'custom', message});
			return z.NEVER;
		}
		return known;
	})
	.default('authorization-code');

const scopes = z
	.union([z.string(), z.array(z.string())], {
		error: 'expected an array of strings, or one with spaces between',
	})
	.transform(value => (typeof value === 'string' ? value.split(/\s+/) : value).filter(scope => scope !== ''));

export const identityProviderSchema = z.object({
	issuer: webAddress.optional(),
	tokenEndpoint: webAddress,
	clientId: text,
});

const identityProvider = z.unknown().transform((value, context) => {
	const read = readObject(value, identityProviderSchema);
	for (const {path, message} of read.complaints) {
		context.addIssue({code: 'custom', path: [...path], message});
	}
	if (read.value === undefined) {
		return z.NEVER;
	}
	const {issuer, tokenEndpoint, clientId} = read.value;
	return {...(issuer === undefined ? {} : {issuer}), tokenEndpoint, clientId};
});

export const oauthSchema = z.object({
	type: z.unknown().optional(),
	grant,
	issuer: webAddress.optional(),
	clientId: text.optional(),
	clientSecret: secretText.optional(),
	privateKey: secretText.optional(),
	signingAlgorithm: text.optional(),
	assertion: secretText.optional(),
	identityProvider: identityProvider.optional(),
	scopes: scopes.optional(),
	clientMetadataUrl: documentAddress.optional(),
	callbackPort: z
		.number()
		.refine(port => Number.isInteger(port) && port >= 1 && port <= 65_535, 'expected a port from 1 to 65535')
		.meta({type: 'integer', minimum: 1, maximum: 65_535})
		.optional(),
	dpop: z.boolean().optional(),
});

export const oauthAliases: Aliases = {grantType: 'grant', scope: 'scopes', idp: 'identityProvider'};

/** Words that only OAuth knows: an object that has one needs no `type`. */
export const oauthKeys: readonly string[] = Object.keys(oauthSchema.shape).filter(key => key !== 'type');

const needed = (settings: OAuthSettings): string | undefined => {
	const {clientId, clientSecret, privateKey, assertion, identityProvider: provider} = settings;
	switch (settings.grant) {
		case 'authorization-code':
			return undefined;
		case 'client-credentials':
			return clientId !== undefined && (clientSecret ?? privateKey ?? assertion) !== undefined
				? undefined
				: 'client-credentials needs a clientId and a clientSecret, a privateKey or an assertion';
		case 'jwt-bearer':
			return assertion !== undefined || privateKey !== undefined
				? undefined
				: 'jwt-bearer needs an assertion or a privateKey';
		case 'cross-app-access':
			return assertion !== undefined && provider !== undefined
				? undefined
				: 'cross-app-access needs an assertion and an identityProvider';
	}
};

export type OAuthRead = {
	readonly settings: OAuthSettings | undefined;
	readonly complaints: readonly Complaint[];
	readonly warnings: readonly Complaint[];
};

export const readOAuthSettings = (value: unknown): OAuthRead => {
	const {value: data, complaints, warnings} = readObject(value, oauthSchema, oauthAliases);
	if (data === undefined) {
		return {settings: undefined, complaints, warnings};
	}
	const {type: _, ...given} = data;
	const settings: OAuthSettings = {
		type: 'oauth',
		grant: given.grant,
		...(given.issuer === undefined ? {} : {issuer: given.issuer}),
		...(given.clientId === undefined ? {} : {clientId: given.clientId}),
		...(given.clientSecret === undefined ? {} : {clientSecret: given.clientSecret}),
		...(given.privateKey === undefined ? {} : {privateKey: given.privateKey}),
		...(given.signingAlgorithm === undefined ? {} : {signingAlgorithm: given.signingAlgorithm}),
		...(given.assertion === undefined ? {} : {assertion: given.assertion}),
		...(given.identityProvider === undefined ? {} : {identityProvider: given.identityProvider}),
		...(given.scopes === undefined ? {} : {scopes: given.scopes}),
		...(given.clientMetadataUrl === undefined ? {} : {clientMetadataUrl: given.clientMetadataUrl}),
		...(given.callbackPort === undefined ? {} : {callbackPort: given.callbackPort}),
		...(given.dpop === undefined ? {} : {dpop: given.dpop}),
	};
	const lacks = needed(settings);
	return lacks === undefined
		? {settings, complaints, warnings}
		: {settings: undefined, complaints: [malformed([], lacks)], warnings};
};
