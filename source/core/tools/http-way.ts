import type {ServerConfig} from '../../domain/server.ts';
import type {HttpWay} from '../../domain/tool-desk.ts';
import {mask, maskUrl} from '../../support/mask-secrets.ts';

type Secrets = (HttpWay & {readonly type: 'http'})['secrets'];

const none = (why: string): HttpWay => ({type: 'none', why});

/** `X-Api-Key` is `X_API_KEY`. */
const variableOf = (header: string): string => header.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

const authSecrets = (config: ServerConfig & {readonly type: 'http' | 'sse' | 'ws'}): Secrets => {
	switch (config.auth.type) {
		case 'none':
			return {};
		case 'api-key':
			return {[config.auth.header]: {before: '', variable: variableOf(config.auth.header)}};
		case 'basic':
			return {Authorization: {before: 'Basic ', variable: 'CREDENTIALS'}};
		case 'bearer':
		case 'oauth':
			return {Authorization: {before: 'Bearer ', variable: 'TOKEN'}};
	}
};

/** How a server could be reached without us. Every header of its entry may hold a secret, so none is told. */
export const httpWayOf = (config: ServerConfig | undefined): HttpWay => {
	switch (config?.type) {
		case 'http': {
			const url = config.shown?.url ?? maskUrl(config.url);
			const own = Object.keys(config.headers).map(
				name => [name, {before: '', variable: variableOf(name)}] as const,
			);
			return {
				type: 'http',
				url: url.replaceAll(mask, 'SECRET'),
				secrets: {...Object.fromEntries(own), ...authSecrets(config)},
			};
		}
		case 'sse':
			return none('curl cannot call it: this server answers over a second stream (SSE).');
		case 'ws':
			return none('curl cannot call it: this server is reached over a WebSocket.');
		case 'stdio':
			return none('curl cannot call it: this server is a program on this machine, not an address.');
		case 'in-memory':
			return none('curl cannot call it: this server is a part of mcp-tui itself.');
		case undefined:
			return none('This server is not in the configuration any more.');
	}
};
