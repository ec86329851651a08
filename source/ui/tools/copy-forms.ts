import type {JsonObject} from '../../domain/json.ts';
import type {ToolRef} from '../../domain/tool.ts';
import type {HttpWay} from '../../domain/tool-desk.ts';
import {quoteCommand, quoteWord, spellOut} from '../../support/shell-words.ts';
import {revealJson} from '../text/reveal.ts';

/** From here on every request says itself what it needs, and there are no sessions. */
const firstModern = '2026-07-28';

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line that is the same JSON, and can be seen as a whole and quoted in any shell. */
const inline = (value: JsonObject): string => {
	const json = JSON.stringify(value);
	return spellOut(json) === json ? json : json.replaceAll(/[^\x20-\x7e]/g, escaped);
};

/** The command that makes the same call from a shell. */
export const asCommand = ({server, tool}: ToolRef, args: JsonObject): string => {
	const words = [server, tool, ...(Object.keys(args).length === 0 ? [] : [inline(args)])];
	// A name with a dash in front would be taken for an option.
	const ends = words.some(word => word.startsWith('-')) ? ['--'] : [];
	return quoteCommand(['mcp-tui', 'call', ...ends, ...words]);
};

const modernMeta = (version: string): JsonObject => ({
	'io.modelcontextprotocol/protocolVersion': version,
	'io.modelcontextprotocol/clientInfo': {name: 'curl', version: '1'},
	'io.modelcontextprotocol/clientCapabilities': {},
});

const isModern = (version: string | undefined): version is string =>
	version !== undefined && version >= firstModern;

const request = (tool: string, args: JsonObject, version: string | undefined): JsonObject => ({
	jsonrpc: '2.0',
	id: 1,
	method: 'tools/call',
	params: {name: tool, arguments: args, ...(isModern(version) ? {_meta: modernMeta(version)} : {})},
});

/** The message that is sent to the server. */
export const asJsonRpc = ({tool}: ToolRef, args: JsonObject, version?: string): string =>
	revealJson(JSON.stringify(request(tool, args, version), null, 2));

const plainHeader = /^[\w-]+$/;

/** In double quotes, so that the shell puts in what only the user has. */
const withVariable = (header: string, before: string, variable: string): string =>
	plainHeader.test(header)
		? `-H "${header}: ${before}$${variable}"`
		: `-H ${quoteWord(`${header}: ${before}<${variable}>`)}`;

/** The same as a request with curl, without the secrets; undefined where HTTP alone does not reach the server. */
export const asCurl = (
	{tool}: ToolRef,
	args: JsonObject,
	way: HttpWay,
	version: string | undefined,
): string | undefined => {
	if (way.type === 'none') {
		return undefined;
	}
	const headers = [
		'Content-Type: application/json',
		'Accept: application/json, text/event-stream',
		...(version === undefined ? [] : [`MCP-Protocol-Version: ${version}`]),
		...(isModern(version) ? ['Mcp-Method: tools/call', `Mcp-Name: ${tool}`] : []),
	].map(header => `-H ${quoteWord(header)}`);
	const secrets = Object.entries(way.secrets).map(([header, {before, variable}]) =>
		withVariable(header, before, variable),
	);
	// A server of the older kind gives a session when it is greeted, and may want to see it.
	const session = isModern(version) ? [] : [withVariable('Mcp-Session-Id', '', 'MCP_SESSION_ID')];
	return [
		`curl -sS ${quoteWord(way.url)}`,
		...headers,
		...secrets,
		...session,
		`--data-raw ${quoteWord(inline(request(tool, args, version)))}`,
	].join(' \\\n  ');
};
