import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';
import {
	asMilliseconds,
	type TranslateContext,
	type Translated,
	translateEntry,
	unusable,
	withConnectTimeout,
	withRequestTimeout,
} from './foreign-entry.ts';
import {mapTexts, withBareReferences} from './strange-references.ts';

/** Turns one entry of a client into ours. */
export type Translate = (written: JsonObject, context: TranslateContext) => Translated;

const builtIn = (reason: string): Translated => ({type: 'unusable', reason, isBuiltIn: true});

const texts = (value: JsonValue | undefined): readonly string[] =>
	Array.isArray(value) ? value.filter((item: JsonValue) => typeof item === 'string') : [];

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const reference = (name: string): string => `\${${name}}`;

const references = (names: readonly string[]): JsonObject =>
	Object.fromEntries(names.map(name => [name, reference(name)]));

const unlessEmpty = (key: string, value: JsonObject | readonly string[]): JsonObject =>
	Object.keys(value).length === 0 ? {} : {[key]: value};

const withNotes = (translated: Translated, notes: readonly string[]): Translated =>
	translated.type === 'entry' ? {...translated, notes: [...translated.notes, ...notes]} : translated;

/** Settings of OAuth have many names, and some mean only "none". */
const withPlainOAuth = (written: JsonObject, key: 'oauth' | 'auth'): JsonObject => {
	const {[key]: given, ...rest} = written;
	if (!isJsonObject(given)) {
		return typeof given === 'string' || given === true ? {...rest, oauth: given} : rest;
	}
	const take = (...names: readonly string[]): JsonValue | undefined =>
		names.map(name => given[name]).find(value => value !== undefined && value !== '');
	const settings = Object.entries({
		clientId: take('clientId', 'client_id', 'CLIENT_ID'),
		clientSecret: take('clientSecret', 'client_secret', 'CLIENT_SECRET'),
		scopes: take('scopes', 'scope'),
		callbackPort: take('callbackPort'),
	}).flatMap(([name, value]): readonly (readonly [string, JsonValue])[] =>
		value === undefined ? [] : [[name, value]],
	);
	return given.enabled === false || settings.length === 0
		? rest
		: {...rest, oauth: Object.fromEntries(settings)};
};

export const claudeDesktop: Translate = translateEntry;

export const claudeCode: Translate = (written, context) => {
	const {headersHelper, ...rest} = withRequestTimeout(withPlainOAuth(written, 'oauth'), 1);
	const notes =
		headersHelper === undefined
			? []
			: ['headersHelper is not taken over: put what it prints into a variable, and that into headers'];
	return withNotes(translateEntry(rest, context), notes);
};

export const vsCode: Translate = translateEntry;

export const cursor: Translate = (written, context) =>
	translateEntry(withPlainOAuth(written, 'auth'), context);

export const windsurf: Translate = translateEntry;

/** Gemini also fills in `$NAME`, without braces. */
const withBraces = (text: string): string =>
	text.replaceAll(/\$([A-Za-z_]\w*)/g, (_, name: string) => reference(name));

export const gemini: Translate = (written, context) => {
	const {httpUrl, url, ...rest} = withRequestTimeout(withPlainOAuth(written, 'oauth'), 1);
	const address = httpUrl ?? url;
	const braced = mapTexts({...rest, ...(address === undefined ? {} : {url: address})}, withBraces);
	return translateEntry(isJsonObject(braced) ? braced : rest, context);
};

export const opencode: Translate = (written, context) =>
	Object.keys(written).every(key => key === 'enabled' || key === 'disabled')
		? builtIn('it only switches a server on or off that another file names')
		: translateEntry(withConnectTimeout(withPlainOAuth(written, 'oauth'), 1), context);

export const cline: Translate = (written, context) =>
	translateEntry(withRequestTimeout(written, 1000), context);

/** An older form has `command: {path, args, env}`. */
export const zed: Translate = (written, context) => {
	const {command, settings, ...rest} = written;
	if (command === undefined && rest.url === undefined) {
		return builtIn('it is an extension of Zed');
	}
	const inner = objectOf(command);
	const flat = isJsonObject(command)
		? {...rest, command: inner.path ?? null, args: inner.args ?? [], env: inner.env ?? {}}
		: {...rest, ...(command === undefined ? {} : {command})};
	return translateEntry(withRequestTimeout(flat, 1), context);
};

const codexVariables = (value: JsonValue | undefined): readonly string[] =>
	(Array.isArray(value) ? value : []).flatMap((item: JsonValue): readonly string[] =>
		typeof item === 'string'
			? [item]
			: isJsonObject(item) && typeof item.name === 'string'
				? [item.name]
				: [],
	);

export const codex: Translate = (written, context) => {
	const {env, env_vars, bearer_token_env_var, bearer_token, http_headers, env_http_headers, ...rest} =
		written;
	const {startup_timeout_sec, startup_timeout_ms, tool_timeout_sec, ...plain} = rest;
	const fromVariables = Object.entries(objectOf(env_http_headers)).flatMap(([name, variable]) =>
		typeof variable === 'string' ? [[name, reference(variable)] as const] : [],
	);
	const token = typeof bearer_token_env_var === 'string' ? reference(bearer_token_env_var) : bearer_token;
	const start =
		startup_timeout_sec === undefined
			? asMilliseconds(startup_timeout_ms, 1)
			: asMilliseconds(startup_timeout_sec, 1000);
	const request = asMilliseconds(tool_timeout_sec, 1000);
	const headers = {
		...objectOf(plain.headers),
		...objectOf(http_headers),
		...Object.fromEntries(fromVariables),
	};
	return translateEntry(
		{
			...plain,
			...unlessEmpty('env', {...references(codexVariables(env_vars)), ...objectOf(env)}),
			...unlessEmpty('headers', headers),
			...(typeof token === 'string' ? {auth: {type: 'bearer', token}} : {}),
			...(start.milliseconds === undefined ? {} : {timeout: start.milliseconds}),
			...(request.milliseconds === undefined ? {} : {requestTimeout: request.milliseconds}),
		},
		context,
	);
};

const gooseTypes: Readonly<Record<string, string>> = {
	stdio: 'stdio',
	sse: 'sse',
	streamable_http: 'http',
	http: 'http',
};

export const goose: Translate = (written, context) => {
	// Some versions keep everything but the switch in an object of its own.
	const {config, enabled, ...outer} = written;
	const given: JsonObject = {...outer, ...objectOf(config)};
	const type = typeof given.type === 'string' ? gooseTypes[given.type] : undefined;
	if (type === undefined) {
		return typeof given.type === 'string' && ['builtin', 'platform', 'frontend'].includes(given.type)
			? builtIn('it is a part of goose')
			: unusable(`its type is ${JSON.stringify(given.type ?? null).slice(0, 40)}, which only goose can run`);
	}
	const {cmd, args, cwd, uri, headers, description, available_tools} = given;
	const request = asMilliseconds(given.timeout, 1000);
	return translateEntry(
		{
			type,
			...(cmd === undefined ? {} : {command: cmd}),
			...(args === undefined ? {} : {args}),
			// The values of these are in goose's own keyring.
			...unlessEmpty('env', {...references(texts(given.env_keys)), ...objectOf(given.envs ?? given.env)}),
			...(cwd === undefined ? {} : {cwd}),
			...(uri === undefined ? {} : {url: uri}),
			...(isJsonObject(headers) ? {headers: mapTexts(headers, withBraces)} : {}),
			...(typeof description === 'string' && description !== '' ? {description} : {}),
			...(request.milliseconds === undefined ? {} : {requestTimeout: request.milliseconds}),
			...unlessEmpty('includeTools', texts(available_tools)),
			...(enabled === undefined ? {} : {enabled}),
		},
		context,
	);
};

/** Kiro and Amazon Q give one request a number of milliseconds. */
export const milliseconds: Translate = (written, context) =>
	translateEntry(withRequestTimeout(written, 1), context);

const runsCommands = (value: JsonValue): boolean => /\$\(/.test(JSON.stringify(value));

/** Crush fills in `$NAME`, and runs what stands in `$(...)`. */
export const crush: Translate = (written, context) =>
	runsCommands(written.headers ?? null) || runsCommands(written.env ?? null)
		? unusable(
				'it runs a command in $(...) for a value, which is not taken over. Put the value into a variable',
			)
		: translateEntry(withBareReferences(withRequestTimeout(written, 1000)), context);

/** Continue writes secrets as `${{ secrets.NAME }}`, and headers among the options of requests. */
export const continueDev: Translate = ({requestOptions, connectionTimeout, ...written}, context) => {
	const {headers} = objectOf(requestOptions);
	const connect = asMilliseconds(connectionTimeout, 1);
	const whole = {
		...written,
		...(isJsonObject(headers) ? {headers} : {}),
		...(connect.milliseconds === undefined ? {} : {timeout: connect.milliseconds}),
	};
	const filled = mapTexts(whole, text =>
		text.replaceAll(/\$\{\{\s*(?:secrets|inputs)\.(\w+)\s*\}\}/g, (_, name: string) => reference(name)),
	);
	return translateEntry(objectOf(filled), context);
};

/** LibreChat fills in facts about its own users. */
export const libreChat: Translate = ({initTimeout, ...written}, context) => {
	const own = /\{\{\w+\}\}/.exec(JSON.stringify(written))?.[0];
	const connect = asMilliseconds(initTimeout, 1);
	return own === undefined
		? translateEntry(
				{
					...withRequestTimeout(withPlainOAuth(written, 'oauth'), 1),
					...(connect.milliseconds === undefined ? {} : {timeout: connect.milliseconds}),
				},
				context,
			)
		: unusable(`it names ${own}, which only LibreChat can fill in`);
};

/** mcporter writes variables as `$env:NAME`, and knows tokens by the names of their variables. */
export const mcporter: Translate = (written, context) => {
	const {bearerToken, bearerTokenEnv, auth, ...rest} = written;
	const token = typeof bearerTokenEnv === 'string' ? reference(bearerTokenEnv) : bearerToken;
	const filled = mapTexts(rest, text =>
		text.replaceAll(/\$env:([A-Za-z_]\w*)/g, (_, name: string) => reference(name)),
	);
	return translateEntry(
		{
			...objectOf(filled),
			...(typeof token === 'string' ? {auth: {type: 'bearer', token}} : auth === 'oauth' ? {auth} : {}),
		},
		context,
	);
};
