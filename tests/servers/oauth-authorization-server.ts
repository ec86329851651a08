import {createHash, randomUUID} from 'node:crypto';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {type HttpServer, readBody, sendJson, startHttpServer} from './oauth-http-server.ts';

type Json = Record<string, unknown>;

export type AuthorizationServerOptions = {
	readonly registration?: boolean;
	readonly clients?: Readonly<Record<string, {readonly secret?: string; readonly callback?: string}>>;
	/** Seconds; never without it. */
	readonly expiresIn?: number;
	/** Every refresh gives a new refresh token. `strict`: using an old one takes back everything. */
	readonly rotate?: 'strict' | 'lenient';
	readonly changeMetadata?: (metadata: Json, base: string) => Json;
	readonly changeReturn?: (params: URLSearchParams) => void;
	readonly changeToken?: (token: Json) => Json;
	/** Runs before a refresh is answered. */
	readonly beforeRefresh?: () => Promise<void>;
	/** Runs before any other token is given. */
	readonly beforeToken?: () => Promise<void>;
	readonly assertion?: string;
};

type RecordedRequest = {
	readonly path: string;
	readonly method: string;
	readonly headers: IncomingMessage['headers'];
	readonly params: URLSearchParams;
	readonly body: string;
};

export type AuthorizationServer = {
	readonly base: string;
	readonly requests: readonly RecordedRequest[];
	readonly seen: (path: string) => readonly RecordedRequest[];
	/** The scope of a live access token. */
	readonly scopeOf: (accessToken: string) => string | undefined;
	/** Access tokens die; refresh tokens live on. */
	readonly expireAccessTokens: () => void;
	readonly forgetEverything: () => void;
	readonly close: () => Promise<void>;
};

type Client = {readonly secret?: string; readonly callback?: string};
type Code = {
	readonly client: string;
	readonly challenge: string;
	readonly redirect: string;
	readonly scope: string;
};

/** A small OAuth 2.1 authorization server that approves everybody at once and keeps a record of every request. */
export const startAuthorizationServer = async (
	options: AuthorizationServerOptions = {},
): Promise<AuthorizationServer> => {
	const requests: RecordedRequest[] = [];
	const clients = new Map<string, Client>(Object.entries(options.clients ?? {}));
	const codes = new Map<string, Code>();
	const accessTokens = new Map<string, string>();
	const refreshTokens = new Map<string, {readonly client: string; readonly scope: string}>();
	const spent = new Set<string>();

	const issue = (client: string, scope: string, withRefresh: boolean): Json => {
		const access = `access-${randomUUID()}`;
		accessTokens.set(access, scope);
		const refresh = `refresh-${randomUUID()}`;
		if (withRefresh) refreshTokens.set(refresh, {client, scope});
		const token: Json = {
			access_token: access,
			token_type: 'Bearer',
			...(scope === '' ? {} : {scope}),
			...(options.expiresIn === undefined ? {} : {expires_in: options.expiresIn}),
			...(withRefresh ? {refresh_token: refresh} : {}),
		};
		return options.changeToken?.(token) ?? token;
	};

	/** The client, once it has shown its secret. */
	const authenticate = (request: RecordedRequest): string | undefined => {
		const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
		const [id, secret] =
			basic === undefined
				? [request.params.get('client_id') ?? '', request.params.get('client_secret') ?? undefined]
				: Buffer.from(basic, 'base64').toString().split(':');
		const client = clients.get(id ?? '');
		const isDocument = id?.startsWith('https://') === true;
		return isDocument || (client !== undefined && client.secret === secret) ? id : undefined;
	};

	const refresh = async (client: string, token: string): Promise<[number, Json]> => {
		await options.beforeRefresh?.();
		const grant = refreshTokens.get(token);
		if (grant === undefined || grant.client !== client) {
			if (options.rotate === 'strict' && spent.has(token)) {
				accessTokens.clear();
				refreshTokens.clear();
			}
			return [400, {error: 'invalid_grant', error_description: 'unknown refresh token'}];
		}
		if (options.rotate === undefined) return [200, issue(client, grant.scope, false)];
		refreshTokens.delete(token);
		spent.add(token);
		return [200, issue(client, grant.scope, true)];
	};

	const token = async (request: RecordedRequest): Promise<[number, Json]> => {
		const {params} = request;
		const client = authenticate(request);
		if (client === undefined) return [401, {error: 'invalid_client'}];
		switch (params.get('grant_type')) {
			case 'authorization_code': {
				const code = codes.get(params.get('code') ?? '');
				codes.delete(params.get('code') ?? '');
				const proof = createHash('sha256')
					.update(params.get('code_verifier') ?? '')
					.digest('base64url');
				const isRight =
					code?.client === client && code.challenge === proof && code.redirect === params.get('redirect_uri');
				return isRight ? [200, issue(client, code.scope, true)] : [400, {error: 'invalid_grant'}];
			}
			case 'refresh_token':
				return refresh(client, params.get('refresh_token') ?? '');
			case 'client_credentials':
				await options.beforeToken?.();
				return [200, issue(client, params.get('scope') ?? '', false)];
			case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
				return params.get('assertion') === options.assertion
					? [200, issue(client, params.get('scope') ?? '', false)]
					: [400, {error: 'invalid_grant', error_description: `I do not know ${params.get('assertion')}`}];
			default:
				return [400, {error: 'unsupported_grant_type'}];
		}
	};

	const authorize = (params: URLSearchParams, response: ServerResponse): void => {
		const redirect = params.get('redirect_uri') ?? '';
		const code = randomUUID();
		const client = params.get('client_id') ?? '';
		const registered = clients.get(client)?.callback;
		if (registered !== undefined && registered !== redirect) {
			sendJson(response, 400, {error: 'redirect_uri'});
			return;
		}
		codes.set(code, {
			client,
			challenge: params.get('code_challenge') ?? '',
			redirect,
			scope: params.get('scope') ?? '',
		});
		const back = new URL(redirect);
		back.searchParams.set('code', code);
		back.searchParams.set('state', params.get('state') ?? '');
		back.searchParams.set('iss', server.base);
		options.changeReturn?.(back.searchParams);
		response.writeHead(302, {location: back.href}).end();
	};

	const metadata = (base: string): Json => {
		const plain: Json = {
			issuer: base,
			authorization_endpoint: `${base}/authorize`,
			token_endpoint: `${base}/token`,
			revocation_endpoint: `${base}/revoke`,
			...(options.registration === false ? {} : {registration_endpoint: `${base}/register`}),
			response_types_supported: ['code'],
			code_challenge_methods_supported: ['S256'],
			authorization_response_iss_parameter_supported: true,
			token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
		};
		return options.changeMetadata?.(plain, base) ?? plain;
	};

	const answer = async (request: RecordedRequest, response: ServerResponse): Promise<void> => {
		switch (request.path) {
			case '/.well-known/oauth-authorization-server':
				return sendJson(response, 200, metadata(server.base));
			case '/authorize':
				return authorize(request.params, response);
			case '/token':
				return sendJson(response, ...(await token(request)));
			case '/revoke':
				refreshTokens.delete(request.params.get('token') ?? '');
				return sendJson(response, 200, {});
			case '/register': {
				const wanted: Json = JSON.parse(request.body);
				const id = `client-${randomUUID()}`;
				clients.set(id, {callback: String((wanted.redirect_uris as string[])[0])});
				return sendJson(response, 201, {...wanted, client_id: id});
			}
			default:
				return sendJson(response, 404, {});
		}
	};

	const server: HttpServer = await startHttpServer(async (request, response) => {
		const url = new URL(request.url ?? '/', 'http://127.0.0.1');
		const body = await readBody(request);
		const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
		const recorded: RecordedRequest = {
			path: url.pathname,
			method: request.method ?? '',
			headers: request.headers,
			params: isForm ? new URLSearchParams(body) : url.searchParams,
			body,
		};
		requests.push(recorded);
		await answer(recorded, response);
	});

	return {
		base: server.base,
		requests,
		seen: path => requests.filter(request => request.path === path),
		scopeOf: accessToken => accessTokens.get(accessToken),
		expireAccessTokens: () => accessTokens.clear(),
		forgetEverything: () => {
			accessTokens.clear();
			refreshTokens.clear();
		},
		close: server.close,
	};
};
