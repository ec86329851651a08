import {assertNever} from '../../domain/assert-never.ts';
import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonValue} from '../../domain/json.ts';
import type {ServerAuth, ServerConfig, ServerFacts, ServerStatus} from '../../domain/server.ts';
import type {ServerTimes} from '../../domain/server-times.ts';
import {mask, maskArguments, maskUrl, maskValue, showCommand} from '../../support/mask-secrets.ts';
import {offeredCounts} from '../../support/offered-counts.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

const wide = 100;

/** The command or address of a server, without secrets. */
export const wholeTargetOf = (config: ServerConfig): string => {
	switch (config.type) {
		case 'stdio': {
			const {command, args} = config.shown ?? config;
			return sanitiseLine(showCommand(command, args));
		}
		case 'http':
		case 'sse':
		case 'ws':
			return sanitiseLine(maskUrl((config.shown ?? config).url));
		case 'in-memory':
			return 'built in';
		default:
			return assertNever(config);
	}
};

/** The same, where it shares a row with others. */
export const targetOf = (config: ServerConfig): string => {
	const whole = wholeTargetOf(config);
	return config.type === 'stdio' && whole.length > wide ? `${whole.slice(0, wide)}…` : whole;
};

const maskAll = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value === '' ? '' : mask]));

/** What a text in there came from is not known here: it may be the value of a secret. */
const maskTexts = (value: JsonValue): JsonValue => {
	if (typeof value === 'string') return value === '' ? '' : mask;
	if (Array.isArray(value)) return value.map(maskTexts);
	return isJsonObject(value)
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskTexts(item)]))
		: value;
};

const authObject = (auth: ServerAuth) => {
	switch (auth.type) {
		case 'none':
			return {type: auth.type};
		case 'bearer':
			return {type: auth.type, token: mask};
		case 'api-key':
			return {type: auth.type, header: auth.header, key: mask};
		case 'basic':
			return {type: auth.type, username: mask, password: mask};
		case 'oauth':
			return {
				type: auth.type,
				grant: auth.grant,
				...(auth.clientId === undefined ? {} : {clientId: auth.clientId}),
				...(auth.scopes === undefined ? {} : {scopes: auth.scopes}),
				...(auth.callbackPort === undefined ? {} : {callbackPort: auth.callbackPort}),
			};
		default:
			return assertNever(auth);
	}
};

const reachObject = (config: ServerConfig) => {
	switch (config.type) {
		case 'stdio': {
			const {command, args, env, cwd} = config.shown ?? config;
			return {
				command: maskArguments([command])[0],
				args: maskArguments(args),
				env: Object.fromEntries(
					Object.keys(config.env).map(name => {
						const value = Object.hasOwn(env, name) ? env[name] : undefined;
						return [name, value === undefined ? mask : maskValue(name, value)];
					}),
				),
				...(cwd === undefined ? {} : {cwd}),
				...(config.encoding === 'utf-8' ? {} : {encoding: config.encoding}),
			};
		}
		case 'http':
		case 'sse':
		case 'ws':
			return {
				url: maskUrl((config.shown ?? config).url),
				headers: maskAll(config.headers),
				auth: authObject(config.auth),
				sseReadTimeout: config.sseReadTimeout,
				terminateOnClose: config.terminateOnClose,
				allowInsecure: config.allowInsecure,
			};
		case 'in-memory':
			return {};
		default:
			return assertNever(config);
	}
};

/** The settings of a server as they count, without secrets. Times are milliseconds. */
export const settingsObject = (config: ServerConfig) => ({
	...reachObject(config),
	...(config.description === undefined ? {} : {description: config.description}),
	timeout: config.connectTimeout,
	requestTimeout: config.requestTimeout,
	...(config.timesRead === undefined ? {} : {timesRead: config.timesRead}),
	retryAttempts: config.retryAttempts,
	...(config.protocolVersion === undefined ? {} : {protocolVersion: config.protocolVersion}),
	...(config.rateLimit === undefined ? {} : {rateLimit: config.rateLimit}),
	...(config.metadata === undefined ? {} : {config: maskTexts(config.metadata)}),
	...(config.isEager === true ? {eager: true} : {}),
	loadTools: config.loadTools,
	loadPrompts: config.loadPrompts,
	...(config.includeTools === undefined ? {} : {includeTools: config.includeTools}),
	...(config.excludeTools.length === 0 ? {} : {excludeTools: config.excludeTools}),
});

/** A count that is not known is left out, so that no script takes it for 0. */
const countsObject = ({unreadable, ...facts}: ServerFacts) => ({
	...(unreadable?.tools === undefined
		? {toolCount: facts.toolCount, definitionTokens: facts.definitionTokens}
		: {}),
	...(unreadable?.prompts === undefined ? {promptCount: facts.promptCount} : {}),
	...(unreadable?.resources === undefined ? {resourceCount: facts.resourceCount} : {}),
	...(unreadable?.templates === undefined ? {templateCount: facts.templateCount} : {}),
	unreadable,
});

const factsObject = (facts: ServerFacts) => ({
	connectedBy: facts.transport,
	protocolVersion: facts.protocolVersion,
	...(facts.identity === undefined ? {} : {serverInfo: facts.identity}),
	...(facts.instructions === undefined ? {} : {instructions: facts.instructions}),
	...countsObject(facts),
	...(facts.note === undefined ? {} : {note: facts.note}),
});

/** Why a server cannot be used, or not all of it. A disabled one is not meant to be. */
export const troublesOf = (status: ServerStatus): readonly Failure[] => {
	switch (status.type) {
		case 'disabled':
		case 'idle':
		case 'connecting':
			return [];
		case 'ready':
		case 'ready-but-list-failed':
			return Object.values(status.unreadable ?? {});
		case 'needs-sign-in':
		case 'reconnecting':
		case 'failed':
			return [status.failure];
		default:
			return assertNever(status);
	}
};

export const factsOf = (status: ServerStatus): ServerFacts | undefined =>
	status.type === 'ready' || status.type === 'ready-but-list-failed' ? status : undefined;

/** One server for scripts. The fields are a contract. */
export const serverObject = (config: ServerConfig, status: ServerStatus) => {
	const facts = factsOf(status);
	const [error] = troublesOf(status);
	return {
		name: config.name,
		transport: config.type,
		target: targetOf(config),
		...(config.source === undefined ? {} : {source: config.source}),
		status: status.type,
		...(facts === undefined ? {} : factsObject(facts)),
		...(error === undefined ? {} : {error}),
		...(status.type === 'failed' && status.stderr.length > 0 ? {stderr: status.stderr} : {}),
	};
};

/** The times of a server for scripts, as ISO 8601. The fields are a contract. */
export const timesObject = (times: ServerTimes | undefined) =>
	Object.fromEntries(
		Object.entries(times ?? {}).map(([field, at]) => [field, new Date(at).toISOString()] as const),
	);

/** How a server is, in a word or two. */
export const statusWords = (status: ServerStatus): string => {
	switch (status.type) {
		case 'disabled':
			return 'disabled';
		case 'idle':
			return 'not started';
		case 'connecting':
			return 'still connecting';
		case 'ready':
		case 'ready-but-list-failed':
			return offeredCounts(status);
		case 'needs-sign-in':
			return 'needs sign-in';
		case 'reconnecting':
		case 'failed':
			return 'failed';
		default:
			return assertNever(status);
	}
};

export const markOf = (status: ServerStatus): string => {
	switch (status.type) {
		case 'ready':
			return status.unreadable === undefined ? '✔' : '!';
		case 'disabled':
		case 'idle':
			return '-';
		case 'connecting':
		case 'needs-sign-in':
		case 'ready-but-list-failed':
			return '!';
		case 'reconnecting':
		case 'failed':
			return '✘';
		default:
			return assertNever(status);
	}
};
