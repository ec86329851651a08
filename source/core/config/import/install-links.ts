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

const gooseTypes: Readonly<Record<string, string>> = {sse: 'sse', streamable_http: 'http'};

const pairsOf = (pairs: readonly string[]): readonly (readonly [string, string])[] =>
	pairs.flatMap(pair => {
		const [name = '', ...rest] = pair.split('=');
		return name === '' || rest.length === 0 ? [] : [[name, rest.join('=')] as const];
	});

/** `goose://extension?cmd=npx&arg=-y&arg=...`, or `?url=https://...&type=streamable_http` */
const readGooseLink = (query: URLSearchParams): LinkRead => {
	const cmd = query.get('cmd');
	const url = query.get('url');
	// After the name comes what it is for, not what it is.
	const variables = pairsOf(query.getAll('env')).map(([name]) => [name, `\${${name}}`] as const);
	const headers = pairsOf(query.getAll('header'));
	const type = gooseTypes[query.get('type') ?? ''];
	const entry: JsonObject | undefined =
		cmd !== null && cmd !== ''
			? {
					command: cmd,
					args: query.getAll('arg'),
					...(variables.length === 0 ? {} : {env: Object.fromEntries(variables)}),
				}
			: url !== null && url !== ''
				? {
						...(type === undefined ? {} : {type}),
						url,
						...(headers.length === 0 ? {} : {headers: Object.fromEntries(headers)}),
					}
				: undefined;
	return found(entry, query.get('id') ?? query.get('name'));
};

/** Pages that hand a server on to a client, by their hosts. */
const installPages: readonly (readonly [RegExp, RegExp])[] = [
	[/(^|\.)cursor\.com$/, /install-mcp|\/mcp\/install/],
	[/(^|\.)vscode\.dev$/, /^\/redirect/],
	[/(^|\.)lmstudio\.ai$/, /^\/install-mcp/],
	[/(^|\.)kiro\.dev$/, /^\/launch\/mcp/],
	[/^vs-open\.link$/, /^\/mcp-install/],
];

const isInstallPage = ({hostname, pathname}: URL): boolean =>
	installPages.some(([host, path]) => host.test(hostname) && path.test(pathname));

/** The text after the first question mark, as it is written. */
const queryOf = (text: string): string => text.slice(text.indexOf('?') + 1);

const readQuery = (address: string, query: URLSearchParams): LinkRead => {
	const config = query.get('config');
	const value = readConfigValue(config ?? queryOf(address));
	const inner = isJsonObject(value) && typeof value.name === 'string' ? value.name : null;
	return found(value, query.get('name') ?? inner);
};

const readLink = (address: string): LinkRead => {
	const url = new URL(address);
	const query = url.searchParams;
	switch (url.protocol) {
		case 'goose:':
			return readGooseLink(query);
		case 'https:':
		case 'http:': {
			if (!isInstallPage(url)) {
				return {type: 'other'};
			}
			const inner = query.get('url');
			if (inner === null) return readQuery(address, query);
			return /^vscode/.test(inner) && URL.canParse(inner) ? readLink(inner) : {type: 'refused'};
		}
		case 'vscode:':
		case 'vscode-insiders:':
		case 'vscodium:':
		case 'cursor:':
		case 'lmstudio:':
			return readQuery(address, query);
		default: {
			// Other programs copied one of these shapes.
			const read = /mcp/i.test(address) ? readQuery(address, query) : undefined;
			return read?.type === 'value' ? read : {type: 'other'};
		}
	}
};

/** Understands the links with which Cursor, VS Code, LM Studio, Kiro, goose and others install servers. */
export const readInstallLink = (text: string): LinkRead => {
	// As it is copied out of HTML.
	const address = text.trim().replaceAll('&amp;', '&');
	return !URL.canParse(address) || /\s/.test(address) ? {type: 'other'} : readLink(address);
};
