import {entryAliases} from '../../../domain/entry-keys.ts';
import {isJsonObject, type JsonObject} from '../../../domain/json.ts';
import {transportNames} from '../../../domain/transport-names.ts';
import {entrySchema, rateCalls, rateLimitSchema} from '../entry-schema.ts';
import {spelledInSeconds} from '../entry-times.ts';
import {
	identityProviderSchema,
	oauthAliases,
	oauthGrants,
	oauthKeys,
	oauthSchema,
} from '../oauth-settings.ts';
import {headerNamePattern} from '../secret-text.ts';
import {
	apiKeyAliases,
	apiKeySchema,
	authKinds,
	basicAliases,
	basicSchema,
	bearerAliases,
	bearerSchema,
} from '../server-auth.ts';
import {shownTypes} from '../transport-type.ts';
import {oauthDefaults, serverDefaults} from './defaults.ts';
import {formOf, loosely, namesOf, needs, objectForm, withReferences} from './json-form.ts';
import {authNotes, identityProviderNotes, oauthNotes, serverNotes} from './notes.ts';

const ref = (name: string): JsonObject => ({$ref: `#/definitions/${name}`});

/** The words that stand for one kind of authentication. */
const kindForm = (kind: string): JsonObject => ({
	type: 'string',
	pattern: loosely(Object.keys(authKinds).filter(name => authKinds[name] === kind)),
});

const auth: JsonObject = {
	anyOf: [
		{enum: ['none', 'oauth', false, null]},
		kindForm('none'),
		kindForm('oauth'),
		{type: 'string', pattern: String.raw`^\s*[bB][eE][aA][rR][eE][rR]\s+\S`},
		{type: 'object', required: ['type'], properties: {type: kindForm('none')}},
		...['bearerAuth', 'apiKeyAuth', 'basicAuth'].map(ref),
		// Without a type it is known by its keys.
		{
			allOf: [
				ref('oauth'),
				{anyOf: [{required: ['type']}, ...oauthKeys.map(key => needs(key, oauthAliases))]},
			],
		},
	],
};

const url: JsonObject = {
	type: 'string',
	pattern: String.raw`^\s*(?:[hH][tT][tT][pP][sS]?|[wW][sS]{1,2})://\S`,
};

const entryForms: JsonObject = {
	type: {
		anyOf: [
			{type: 'string', enum: [...shownTypes]},
			{type: 'string', pattern: loosely(Object.keys(transportNames))},
		],
	},
	url,
	headers: {
		...formOf(entrySchema.shape.headers),
		propertyNames: {pattern: headerNamePattern.source},
	},
	auth: ref('auth'),
	oauth: {
		anyOf: [{type: ['boolean', 'null']}, {type: 'string', pattern: loosely(['oauth', 'none'])}, ref('oauth')],
	},
	rateLimit: {anyOf: [formOf(rateCalls), formOf(rateLimitSchema)]},
};

const spelledForms: JsonObject = {
	request_timeout: {
		description: serverNotes.request_timeout ?? '',
		...formOf(spelledInSeconds.request_timeout),
	},
	sse_read_timeout: {
		description: serverNotes.sse_read_timeout ?? '',
		...formOf(spelledInSeconds.sse_read_timeout),
	},
};

/** Two keys that say the same must not contradict each other. */
const contradiction = (value: boolean): JsonObject => ({
	not: {
		required: ['disabled', 'enabled'],
		properties: {disabled: {const: value}, enabled: {const: value}},
	},
});

/** Keys of other clients that pasted entries have. They mean nothing here, and may stay. */
const foreignKeys = ['alwaysAllow', 'autoApprove', 'trust', 'tools', 'name', 'version', 'gallery', 'dev'];

const withForeignKeys = (form: JsonObject): JsonObject => ({
	...form,
	patternProperties: {
		...(isJsonObject(form.patternProperties) ? form.patternProperties : {}),
		[`^(?:${foreignKeys.flatMap(key => namesOf(key, {})).join('|')})$`]: {
			description: 'A key of another client; it has no effect here.',
		},
	},
});

const server = (): JsonObject => ({
	...withForeignKeys(
		objectForm(entrySchema, {
			name: 'server',
			aliases: entryAliases,
			forms: entryForms,
			spelledForms,
			notes: serverNotes,
			defaults: serverDefaults,
			isStrict: true,
		}),
	),
	oneOf: ['command', 'server', 'url'].map(key => needs(key, entryAliases)),
	allOf: [contradiction(true), contradiction(false)],
});

const parts = (): JsonObject => ({
	server: server(),
	auth,
	bearerAuth: objectForm(bearerSchema, {
		name: 'bearerAuth',
		aliases: bearerAliases,
		forms: {type: kindForm('bearer')},
		notes: authNotes,
		isStrict: true,
	}),
	apiKeyAuth: objectForm(apiKeySchema, {
		name: 'apiKeyAuth',
		aliases: apiKeyAliases,
		forms: {type: kindForm('api-key')},
		notes: authNotes,
		isStrict: true,
	}),
	basicAuth: objectForm(basicSchema, {
		name: 'basicAuth',
		aliases: basicAliases,
		forms: {type: kindForm('basic')},
		notes: authNotes,
		isStrict: true,
	}),
	oauth: objectForm(oauthSchema, {
		name: 'oauth',
		aliases: oauthAliases,
		forms: {
			type: kindForm('oauth'),
			grant: {
				type: 'string',
				pattern: loosely(oauthGrants).replace('^', '^(?:urn:ietf:params:oauth:grant-type:)?'),
			},
			identityProvider: objectForm(identityProviderSchema, {
				name: 'oauth/properties/identityProvider',
				notes: identityProviderNotes,
				isStrict: true,
			}),
		},
		notes: oauthNotes,
		defaults: oauthDefaults,
		isStrict: true,
	}),
});

/** The definitions of a server and of how to sign in to it. */
export const serverDefinitions = (): JsonObject =>
	Object.fromEntries(Object.entries(parts()).map(([name, form]) => [name, withReferences(form)]));
