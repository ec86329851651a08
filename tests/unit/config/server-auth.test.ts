import {describe, expect, it} from 'vitest';
import {readAuth} from '../../../source/core/config/server-auth.ts';
import {revealSecret, type Secret} from '../../../source/domain/secret.ts';

const isSecret = (value: unknown): value is Secret =>
	typeof value === 'object' && value !== null && Object.isFrozen(value) && 'toJSON' in value;

/** With every secret as `<its text>`, which shows that it was one. */
const revealed = (value: object): object =>
	Object.fromEntries(
		Object.entries(value).map(([key, item]) => [key, isSecret(item) ? `<${revealSecret(item)}>` : item]),
	);

const none = {type: 'none'};
const bearer = {type: 'bearer', token: '<t>'};
const apiKey = {type: 'api-key', key: '<k>', header: 'X-API-Key'};
const basic = {type: 'basic', username: 'mira', password: '<p>'};
const oauth = {type: 'oauth', grant: 'authorization-code'};

describe('authentication', () => {
	it.each<[unknown, object]>([
		[undefined, none],
		[null, none],
		[false, none],
		['none', none],
		[{type: 'none'}, none],
		[{type: 'bearer', token: 't'}, bearer],
		[{type: 'Bearer', token: ' t\n'}, bearer],
		[{token: 't'}, bearer],
		[{bearer_token: 't'}, bearer],
		['Bearer t', bearer],
		['bearer   t', bearer],
		[{type: 'api-key', key: 'k'}, apiKey],
		[{type: 'apiKey', key: 'k'}, apiKey],
		[{type: 'api_key', api_key: 'k'}, apiKey],
		[{apiKey: 'k'}, apiKey],
		[
			{type: 'api-key', key: 'k', header: 'x-token'},
			{...apiKey, header: 'x-token'},
		],
		[
			{key: 'k', header_name: 'x-token'},
			{...apiKey, header: 'x-token'},
		],
		[{type: 'basic', username: 'mira', password: 'p'}, basic],
		[{username: 'mira', password: 'p'}, basic],
		[{user: 'mira', password: 'p'}, basic],
		['oauth', oauth],
		['OAuth2', oauth],
		[{type: 'oauth'}, oauth],
		[
			{type: 'oauth', clientId: 'c', clientSecret: 's'},
			{...oauth, clientId: 'c', clientSecret: '<s>'},
		],
		[
			{client_id: 'c', client_secret: 's'},
			{...oauth, clientId: 'c', clientSecret: '<s>'},
		],
		[
			{type: 'oauth', scopes: ['a', 'b']},
			{...oauth, scopes: ['a', 'b']},
		],
		[
			{type: 'oauth', scope: ' a  b '},
			{...oauth, scopes: ['a', 'b']},
		],
		[
			{
				type: 'oauth',
				issuer: 'https://login.example.com/tenant',
				client_metadata_url: 'https://example.com/client.json',
				callback_port: 8123,
				dpop: true,
			},
			{
				...oauth,
				issuer: 'https://login.example.com/tenant',
				clientMetadataUrl: 'https://example.com/client.json',
				callbackPort: 8123,
				dpop: true,
			},
		],
		[
			{
				type: 'oauth',
				grant_type: 'client_credentials',
				clientId: 'c',
				private_key: 'p',
				signing_algorithm: 'ES256',
			},
			{
				type: 'oauth',
				grant: 'client-credentials',
				clientId: 'c',
				privateKey: '<p>',
				signingAlgorithm: 'ES256',
			},
		],
		[
			{type: 'oauth', grant: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: 'j'},
			{type: 'oauth', grant: 'jwt-bearer', assertion: '<j>'},
		],
		[
			{
				type: 'oauth',
				grant: 'cross-app-access',
				assertion: 'j',
				identity_provider: {
					issuer: 'https://id.example.com',
					token_endpoint: 'https://id.example.com/token',
					client_id: 'i',
				},
			},
			{
				type: 'oauth',
				grant: 'cross-app-access',
				assertion: '<j>',
				identityProvider: {
					issuer: 'https://id.example.com',
					tokenEndpoint: 'https://id.example.com/token',
					clientId: 'i',
				},
			},
		],
	])('%j is understood', (value, expected) => {
		const {auth, complaints, warnings} = readAuth(value);
		expect({complaints, warnings}).toEqual({complaints: [], warnings: []});
		expect(auth && revealed(auth)).toEqual(expected);
	});

	it('never shows a secret', () => {
		const {auth} = readAuth({type: 'oauth', clientId: 'c', clientSecret: 's3cret', privateKey: 's3cret'});
		expect(auth).toBeDefined();
		expect(JSON.stringify(auth)).not.toContain('s3cret');
	});

	const kinds = 'expected one of none, bearer, api-key, basic, oauth';
	const shorthand =
		'expected none, oauth, "Bearer <token>", or an object such as {"type": "bearer", "token": "..."}';
	const inHeader = 'holds a character that cannot be sent in a header';
	const credentials = 'client-credentials needs a clientId and a clientSecret, a privateKey or an assertion';

	it.each<[unknown, string]>([
		[7, ': expected an object'],
		[true, ': expected an object'],
		[[], ': expected an object'],
		['', `: ${shorthand}`],
		['bearer', `: ${shorthand}`],
		['digest', `: ${shorthand}`],
		['Bearer t\u0000', `: ${inHeader}`],
		[{}, `: type: ${kinds}`],
		[{type: 'digest'}, `type: ${kinds}`],
		[{type: 7}, `type: ${kinds}`],
		[{type: 'bearer'}, 'token: expected a string'],
		[{type: 'bearer', token: ''}, 'token: must not be empty'],
		[{type: 'bearer', token: ' '}, 'token: must not be empty'],
		[{type: 'bearer', token: 'a\nb'}, `token: ${inHeader}`],
		[{type: 'bearer', token: '\u2028t'.repeat(2)}, `token: ${inHeader}`],
		[{type: 'api-key'}, 'key: expected a string'],
		[{type: 'api-key', key: 'k', header: 'a b'}, 'header: is not a name for a header'],
		[{type: 'basic', password: 'p'}, 'username: expected a string'],
		[{type: 'basic', username: 'mira'}, 'password: expected a string'],
		[{type: 'basic', username: 'a:b', password: 'p'}, 'username: must not hold a colon'],
		[{type: 'oauth', client_secret: ''}, 'client_secret: must not be empty'],
		[{type: 'oauth', scopes: 1}, 'scopes: expected an array of strings, or one with spaces between'],
		[
			{type: 'oauth', grant: 'password'},
			'grant: expected one of authorization-code, client-credentials, jwt-bearer, cross-app-access',
		],
		[{type: 'oauth', grant: 'client-credentials'}, `: ${credentials}`],
		[{type: 'oauth', grant: 'client-credentials', clientId: 'c'}, `: ${credentials}`],
		[{type: 'oauth', grant: 'jwt-bearer'}, ': jwt-bearer needs an assertion or a privateKey'],
		[
			{type: 'oauth', grant: 'cross-app-access', assertion: 'a'},
			': cross-app-access needs an assertion and an identityProvider',
		],
		[
			{type: 'oauth', identityProvider: {tokenEndpoint: 'https://a.example.com/token'}},
			'identityProvider.clientId: expected a string',
		],
		[
			{type: 'oauth', identityProvider: {tokenEndpoint: 'http://a.example.com/token', clientId: 'c'}},
			'identityProvider.tokenEndpoint: plain http to another machine can be read and changed on the way. Use https://',
		],
		[
			{type: 'oauth', identityProvider: {tokenEndpoint: 'wss://a.example.com/token', clientId: 'c'}},
			'identityProvider.tokenEndpoint: expected a URL that begins with https://',
		],
		[
			{type: 'oauth', clientMetadataUrl: 'https://example.com'},
			'clientMetadataUrl: expected the https:// URL of a document, with a path',
		],
		[{type: 'oauth', callbackPort: 70_000}, 'callbackPort: expected a port from 1 to 65535'],
		[
			{type: 'oauth', issuer: 'http://login.example.com'},
			'issuer: plain http to another machine can be read and changed on the way. Use https://',
		],
		[{type: 'oauth', dpop: 'yes'}, 'dpop: expected a boolean'],
	])('%j is refused', (value, complaint) => {
		const {auth, complaints} = readAuth(value);
		expect(auth).toBeUndefined();
		expect(complaints.map(({path, message}) => `${path.join('.')}: ${message}`)).toEqual([complaint]);
	});
});
