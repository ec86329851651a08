import {isJsonObject, type JsonObject, type JsonValue} from '../../../domain/json.ts';

/** What an address that installs a server in another client says, as a value that other snippets have too. */
export type LinkRead =
	| {readonly type: 'value'; readonly value: JsonValue; readonly name?: string}
	| {readonly type: 'refused'}
	| {readonly type: 'other'};

const parse = (text: string): JsonValue | undefined => {
	try {
		return JSON.parse(text);
	} catch {
		// It is written in another way.
		return undefined;
	}
};

const decode = (text: string): string | undefined => {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that begins nothing.
		return undefined;
	}
};

/** JSON, percent-encoded JSON, or JSON in base64, whichever it is. */
const readConfigValue = (text: string): JsonValue | undefined => {
	// A plus sign of base64 that was not escaped is read as a space.
	const packed = text.replaceAll(' ', '+');
	const candidates = [text, decode(text), Buffer.from(packed, 'base64').toString('utf8')];
	for (const candidate of candidates) {
		const value = candidate === undefined ? undefined : parse(candidate);
		if (typeof value === 'object' && value !== null) {
			return value;
		}
	}
	return undefined;
};

const found = (value: JsonValue | undefined, name: string | null): LinkRead =>
	value === undefined ? {type: 'refused'} : {type: 'value', value, ...(name === null ? {} : {name})};

/** `goose://extension?cmd=npx&arg=-y&arg=...` */
const readGooseLink = (query: URLSearchParams): LinkRead => {
	const cmd = query.get('cmd');
	const url = query.get('url');
	const variables = query.getAll('env').flatMap(pair => {
		const [name = '', ...about] = pair.split('=');
		// After the name comes what it is for, not what it is.
		return name === '' || about.length === 0 ? [] : [[name, `\${${name}}`] as const];
	});
	const entry: JsonObject | undefined =
		cmd !== null
			? {
					command: cmd,
					args: query.getAll('arg'),
					...(variables.length === 0 ? {} : {env: Object.fromEntries(variables)}),
				}
			: url !== null
				? {url}
				: undefined;
	return found(entry, query.get('id') ?? query.get('name'));
};

const isInstallPage = ({hostname, pathname}: URL): boolean =>
	(/(^|\.)cursor\.com$/.test(hostname) && /install-mcp|\/mcp\/install/.test(pathname)) ||
	(/(^|\.)vscode\.dev$/.test(hostname) && pathname.startsWith('/redirect'));

/** The text after the first question mark, as it is written. */
const queryOf = (text: string): string => text.slice(text.indexOf('?') + 1);

/** Understands the links with which Cursor, VS Code, LM Studio and goose install servers. */
export const readInstallLink = (text: string): LinkRead => {
	const address = text.trim();
	if (!URL.canParse(address) || /\s/.test(address)) {
		return {type: 'other'};
	}
	const url = new URL(address);
	const query = url.searchParams;
	const config = query.get('config');
	switch (url.protocol) {
		case 'vscode:':
		case 'vscode-insiders:':
		case 'vscodium:': {
			const value = readConfigValue(queryOf(address));
			return found(value, isJsonObject(value) && typeof value.name === 'string' ? value.name : null);
		}
		case 'cursor:':
		case 'lmstudio:':
			return found(config === null ? undefined : readConfigValue(config), query.get('name'));
		case 'goose:':
			return readGooseLink(query);
		case 'https:':
		case 'http:': {
			if (!isInstallPage(url)) {
				return {type: 'other'};
			}
			const inner = query.get('url');
			return inner === null
				? found(config === null ? undefined : readConfigValue(config), query.get('name'))
				: /^vscode/.test(inner)
					? readInstallLink(inner)
					: {type: 'refused'};
		}
		default:
			return {type: 'other'};
	}
};
