import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect} from 'vitest';
import {
	type HttpHost,
	type SeenRequest,
	sendResult,
	sendStatus,
	startHttpHost,
} from '../servers/http-host.ts';
import {legacyServer} from '../servers/http-legacy.ts';
import {type CanaryHunt, createCanaryHunt} from './canary-hunt.ts';
import {type KeychainSession, startKeychainSession} from './keychain-session.ts';
import {entryOf, useHome} from './run-program.ts';
import type {TestHome} from './test-home.ts';

export const reference = (inner: string): string => `\${${inner}}`;

/** Says back what it was sent, in results and in refusals. */
export const startLeakyHost = (): Promise<HttpHost> => {
	const tools = ['leak', 'fail', 'refuse'].map(name => ({name, inputSchema: {type: 'object'}}));
	const nameOf = ({message}: SeenRequest): unknown => (message.params as {name?: unknown} | undefined)?.name;
	return startHttpHost(
		legacyServer({
			instead: (request, response) => {
				const {method} = request.message;
				const leak = `${request.path} ${JSON.stringify(request.headers)}`;
				if (method === 'tools/list') {
					sendResult(request, response, {tools});
				} else if (method === 'tools/call' && nameOf(request) === 'refuse') {
					sendStatus(response, 500, leak);
				} else if (method === 'tools/call') {
					const isError = nameOf(request) === 'fail';
					sendResult(request, response, {content: [{type: 'text', text: leak}], isError});
				} else {
					return false;
				}
				return true;
			},
		}),
	);
};

type HuntSet = {
	readonly home: TestHome;
	readonly hunt: CanaryHunt;
	readonly env: Readonly<Record<string, string>>;
};

export const setUpHunt = (
	session: KeychainSession | undefined,
	more: Readonly<Record<string, string>> = {},
): HuntSet => {
	const home = useHome();
	mkdirSync(home.settings, {recursive: true});
	const {DBUS_SESSION_BUS_ADDRESS = ''} = session?.environment ?? {};
	const env = {...(session === undefined ? {} : {DBUS_SESSION_BUS_ADDRESS}), ...more};
	return {home, env, hunt: createCanaryHunt(home, env)};
};

export const writeConfig = ({home}: HuntSet, config: object): void =>
	writeFileSync(join(home.settings, 'config.json'), JSON.stringify(config));

export const startUnlocked = async (): Promise<KeychainSession> => {
	const session = await startKeychainSession();
	await session.startKeyring('a password');
	return session;
};

const stdioNames = 'STDIO_TOKEN,SHARED_TOKEN,INPUT_PIN';

/** Servers with a secret of each kind; the file only says where the secrets are. */
export const serversAt = (url: string) => ({
	bearer: {url: `${url}/mcp`, auth: {type: 'bearer', token: reference('BEARER')}, retryAttempts: 0},
	'api-key': {
		url: `${url}/mcp`,
		auth: {type: 'api-key', header: 'X-Api-Key', key: reference('API_KEY_VALUE')},
		retryAttempts: 0,
	},
	basic: {
		url: `${url}/mcp`,
		auth: {type: 'basic', username: 'someone', password: reference('BASIC')},
		retryAttempts: 0,
	},
	header: {url: `${url}/mcp`, headers: {'X-Secret': reference('HEADER_SECRET')}, retryAttempts: 0},
	stdio: entryOf('leaky', {
		env: {
			LEAKS: stdioNames,
			STDIO_TOKEN: reference('STDIO'),
			SHARED_TOKEN: reference('keychain:shared'),
			INPUT_PIN: reference('input:pin'),
		},
		retryAttempts: 0,
	}),
});

export const leakyNames = ['bearer', 'api-key', 'basic', 'header', 'stdio'] as const;

export const environmentFor = (hunt: CanaryHunt): Readonly<Record<string, string>> => ({
	BEARER: hunt.hide('bearer token', 'bearer-canary-1f0a'),
	API_KEY_VALUE: hunt.hide('api key', 'api-key-canary-2e1b'),
	BASIC: hunt.hide('basic password', 'basic canary/3d2c+'),
	HEADER_SECRET: hunt.hide('header', 'header-canary-4c3d'),
	STDIO: hunt.hide('variable of a server', 'stdio "canary" 5b4e'),
});

/** Names that say nothing about what they are for; the values are told wherever a server can tell them. */
export const neutralServersAt = (url: string, envFile: string) => ({
	neutral: entryOf('leaky', {
		envFile,
		env: {
			LEAKS: 'ONE,TWO,THREE,LEVEL',
			ONE: reference('PLAIN'),
			TWO: `<${reference('env:OTHER')}>`,
			LEVEL: reference('MODE'),
		},
		retryAttempts: 0,
	}),
	web: {
		url: `${url}/mcp?place=${reference('PLACE')}`,
		headers: {'X-Team': `team ${reference('TEAM')}`, 'X-Level': reference('MODE')},
		auth: {type: 'basic', username: reference('SOMEBODY'), password: reference('BASIC')},
		retryAttempts: 0,
	},
});

/** `MODE` is a word that must not be hidden. */
export const neutralEnvironment = (hunt: CanaryHunt): Readonly<Record<string, string>> => ({
	PLAIN: hunt.hide('variable', 'plain canary 1a2b'),
	OTHER: hunt.hide('variable with a prefix', 'other-canary-3c4d'),
	TEAM: hunt.hide('variable in a header', 'team-canary-5e6f'),
	PLACE: hunt.hide('variable in an address', 'place-canary-7a8b'),
	SOMEBODY: hunt.hide('user name', 'somebody-canary-9c0d'),
	BASIC: hunt.hide('basic password', 'basic canary/3d2c+'),
	MODE: 'production',
});

export const keepKeys = async (hunt: CanaryHunt): Promise<void> => {
	const kept: readonly (readonly [string, string])[] = [
		['anthropic', hunt.hide('provider key in the keychain', 'sk-ant-canary-6a5f')],
		['shared', hunt.hide('secret in the keychain', 'shared-canary-7960')],
		['input:pin', hunt.hide('input', 'input-canary-8871')],
	];
	for (const [name, text] of kept) {
		const {code, stderr} = await hunt.run(['keys', 'set', name], {stdin: `${text}\n`});
		expect([name, code, stderr]).toEqual([name, 0, expect.any(String)]);
	}
};
