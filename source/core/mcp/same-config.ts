import {isDeepStrictEqual} from 'node:util';
import {revealSecret, type Secret} from '../../domain/secret.ts';
import type {ServerAuth, ServerConfig} from '../../domain/server.ts';

const reveal = (secret: Secret | undefined): string | undefined =>
	secret === undefined ? undefined : revealSecret(secret);

/** Two secrets are the same when their texts are, which nothing but a look at them tells. */
const comparableAuth = (auth: ServerAuth): unknown => {
	switch (auth.type) {
		case 'none':
			return auth;
		case 'bearer':
			return {...auth, token: reveal(auth.token)};
		case 'api-key':
			return {...auth, key: reveal(auth.key)};
		case 'basic':
			return {...auth, password: reveal(auth.password)};
		case 'oauth': {
			const {clientSecret, privateKey, assertion, ...rest} = auth;
			return {...rest, secrets: [clientSecret, privateKey, assertion].map(reveal)};
		}
	}
};

/** Without what can change while a server runs on: whether it is to run, and what is said about it. */
const comparable = ({disabled, isEager, description, source, timesRead, ...config}: ServerConfig): unknown =>
	'auth' in config ? {...config, auth: comparableAuth(config.auth)} : config;

/** Whether a server that runs by one entry is the server that the other describes. */
export const isSameServer = (one: ServerConfig, other: ServerConfig): boolean =>
	one === other || isDeepStrictEqual(comparable(one), comparable(other));
