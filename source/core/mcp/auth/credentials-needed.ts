import type {FetchLike} from '@modelcontextprotocol/client';
import type {HintedFailure} from '../../../domain/failure.ts';
import type {RemoteServer} from '../../../domain/server.ts';
import {maskUrl} from '../../../support/mask-secrets.ts';
import {quoteCommand} from '../../../support/shell-words.ts';
import type {Challenge} from './challenge.ts';

/** Names of headers that carry keys, as bodies of refusals mention them. */
const keyHeader = /(?<![\w-])((?:x-)?[a-z0-9-]{0,40}(?:api-?key|access-token|auth-token)|x-token)(?![\w-])/i;

type Wanted =
	| {readonly type: 'basic' | 'bearer' | 'unknown'}
	| {readonly type: 'api-key'; readonly header: string};

const wantedBy = ({scheme, said = ''}: Challenge): Wanted => {
	if (scheme === 'basic') return {type: 'basic'};
	// Only what is spelled like a header: "apikey" may be a word of a sentence or a field of the body.
	const header = keyHeader.exec(said)?.[1];
	if (header?.includes('-') === true) return {type: 'api-key', header};
	if (scheme === 'bearer' || /\bbearer\b/i.test(said)) return {type: 'bearer'};
	return {type: 'unknown'};
};

type Entry = Pick<RemoteServer, 'name' | 'type' | 'url' | 'shown'>;

const addressOf = ({url, shown}: Entry): string => {
	const address = shown?.url ?? url;
	return maskUrl(address) === address ? address : '<url>';
};

const withHeader = (entry: Entry, header: string): string =>
	quoteCommand([
		...['mcp-tui', 'mcp', 'add', entry.name, addressOf(entry)],
		...(entry.type === 'sse' ? ['-t', 'sse'] : []),
		...['--replace', '-H', header],
	]);

const withPassword = (entry: Entry): string => {
	const auth = {type: 'basic', username: '<name>', password: '<password>'};
	const json = JSON.stringify({type: entry.type, url: addressOf(entry), auth});
	return quoteCommand(['mcp-tui', 'mcp', 'add-json', entry.name, json, '--replace']);
};

/** What to paste: one line of words, and a command on each line after it. */
export const credentialsHint = (entry: Entry, challenge: Challenge): string => {
	const wanted = wantedBy(challenge);
	switch (wanted.type) {
		case 'basic':
			return `Give it the name and the password:\n${withPassword(entry)}`;
		case 'bearer':
			return `Give it the token:\n${withHeader(entry, 'Authorization: Bearer <token>')}`;
		case 'api-key':
			return `Give it the key:\n${withHeader(entry, `${wanted.header}: <key>`)}`;
		case 'unknown':
			return [
				'Its documentation says which: a bearer token, an API key in a header, or a name and a password.',
				withHeader(entry, 'Authorization: Bearer <token>'),
				withHeader(entry, 'X-API-Key: <key>'),
				withPassword(entry),
			].join('\n');
	}
};

const wish = (wanted: Wanted, {headers}: Pick<RemoteServer, 'headers'>): string => {
	switch (wanted.type) {
		case 'basic':
			return 'wants a user name and a password (HTTP 401)';
		case 'bearer':
			return 'wants a bearer token (HTTP 401), and offers no way to get one in the browser';
		case 'api-key':
			return Object.keys(headers).some(name => name.toLowerCase() === wanted.header.toLowerCase())
				? `does not accept the "${wanted.header}" of its entry (HTTP 401)`
				: `wants an API key in the header "${wanted.header}" (HTTP 401)`;
		case 'unknown':
			return 'wants credentials (HTTP 401), and does not say which';
	}
};

/** Of a server that refuses us and gives out no tokens: no sign-in would help. */
export const credentialsNeeded = (
	entry: Entry & Pick<RemoteServer, 'headers'>,
	challenge: Challenge,
): HintedFailure => ({
	code: 'credentials-needed',
	message: `Server "${entry.name}" ${wish(wantedBy(challenge), entry)}.`,
	hint: credentialsHint(entry, challenge),
});

/** With these a path says that there is nothing, or nothing for us. */
const nothingThere: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Whether programs can register at the path that servers without metadata have it at. Nothing is registered. */
export const hasRegistration = async (serverUrl: URL, fetch: FetchLike): Promise<boolean> => {
	const response = await fetch(new URL('/register', serverUrl), {method: 'GET'});
	await response.body?.cancel();
	return !nothingThere.has(response.status);
};
