import {z} from 'zod';
import {createSecret} from '../../source/domain/secret.ts';
import type {ServerAuth} from '../../source/domain/server.ts';

const contextShape = z.looseObject({
	client_id: z.string().optional(),
	client_secret: z.string().optional(),
	private_key_pem: z.string().optional(),
	signing_algorithm: z.string().optional(),
	idp_client_id: z.string().optional(),
	idp_id_token: z.string().optional(),
	idp_issuer: z.string().optional(),
	idp_token_endpoint: z.string().optional(),
	valid_jwt: z.string().optional(),
	toolCalls: z.array(z.object({name: z.string(), arguments: z.record(z.string(), z.json())})).optional(),
});

/** What a scenario tells the client beside the address of its server. */
export type ScenarioContext = z.infer<typeof contextShape>;

export const readContext = (text: string | undefined): ScenarioContext =>
	text === undefined ? {} : contextShape.parse(JSON.parse(text));

// The suite expects exactly this address as client id and never fetches it.
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

const needed = (value: string | undefined, name: string): string => {
	if (value === undefined) throw new Error(`the scenario's context has no ${name}`);
	return value;
};

/** The `auth` entry a user would write for the server of a scenario. */
export const scenarioAuth = (scenario: string, context: ScenarioContext): ServerAuth => {
	if (!scenario.startsWith('auth/')) return {type: 'none'};
	switch (scenario) {
		case 'auth/basic-cimd':
			return {type: 'oauth', grant: 'authorization-code', clientMetadataUrl};
		case 'auth/pre-registration':
			return {
				type: 'oauth',
				grant: 'authorization-code',
				clientId: needed(context.client_id, 'client_id'),
				clientSecret: createSecret(needed(context.client_secret, 'client_secret')),
			};
		case 'auth/client-credentials-jwt':
			return {
				type: 'oauth',
				grant: 'client-credentials',
				clientId: needed(context.client_id, 'client_id'),
				privateKey: createSecret(needed(context.private_key_pem, 'private_key_pem')),
				signingAlgorithm: context.signing_algorithm ?? 'ES256',
			};
		case 'auth/client-credentials-basic':
			return {
				type: 'oauth',
				grant: 'client-credentials',
				clientId: needed(context.client_id, 'client_id'),
				clientSecret: createSecret(needed(context.client_secret, 'client_secret')),
			};
		case 'auth/enterprise-managed-authorization':
			return {
				type: 'oauth',
				grant: 'cross-app-access',
				clientId: needed(context.client_id, 'client_id'),
				clientSecret: createSecret(needed(context.client_secret, 'client_secret')),
				assertion: createSecret(needed(context.idp_id_token, 'idp_id_token')),
				identityProvider: {
					issuer: needed(context.idp_issuer, 'idp_issuer'),
					tokenEndpoint: needed(context.idp_token_endpoint, 'idp_token_endpoint'),
					clientId: needed(context.idp_client_id, 'idp_client_id'),
				},
			};
		case 'auth/wif-jwt-bearer':
			return {
				type: 'oauth',
				grant: 'jwt-bearer',
				clientId: needed(context.client_id, 'client_id'),
				assertion: createSecret(needed(context.valid_jwt, 'valid_jwt')),
			};
		case 'auth/dpop':
		case 'auth/dpop-nonce':
			return {type: 'oauth', grant: 'authorization-code', dpop: true};
		default:
			// Nothing in the config: the challenge of the server is what starts the sign-in.
			return {type: 'none'};
	}
};
