import type {FetchLike} from '@modelcontextprotocol/client';
import type {HintedFailure} from '../../../domain/failure.ts';
import type {RemoteServer} from '../../../domain/server.ts';
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

type Entry = Pick<RemoteServer, 'name' | 'headers' | 'source'>;

/** `VAULT_TOKEN` */
const variable = ({name}: Entry, what: string): string =>
	`\${${`${name.replaceAll(/[^a-z0-9]+/gi, '_')}_${what}`.replace(/^(?=\d)/, '_').toUpperCase()}}`;

const apiKey = (entry: Entry, header: string): string =>
	`"headers": {"${header}": "${variable(entry, 'KEY')}"}`;
const bearer = (entry: Entry): string => `"auth": {"type": "bearer", "token": "${variable(entry, 'TOKEN')}"}`;
const basic = (entry: Entry): string =>
	`"auth": {"type": "basic", "username": "<name>", "password": "${variable(entry, 'PASSWORD')}"}`;

/** What to add to its entry: one line of words, and a member to paste on each line after it. */
export const credentialsHint = (entry: Entry, challenge: Challenge): string => {
	const wanted = wantedBy(challenge);
	const place = `its entry${entry.source === undefined ? '' : ` in ${entry.source}`}`;
	const add = (what: string, member: string): string =>
		`Give it the ${what}: add this to ${place}, and set the variable.\n${member}`;
	switch (wanted.type) {
		case 'basic':
			return add('name and the password', basic(entry));
		case 'bearer':
			return add('token', bearer(entry));
		case 'api-key':
			return add('key', apiKey(entry, wanted.header));
		case 'unknown':
			return [
				`Its documentation says which: a bearer token, an API key in a header, or a name and a password. Add one of these to ${place}, and set the variable.`,
				bearer(entry),
				apiKey(entry, 'X-API-Key'),
				basic(entry),
			].join('\n');
	}
};

const wish = (wanted: Wanted, {headers}: Entry, status: number): string => {
	switch (wanted.type) {
		case 'basic':
			return `wants a user name and a password (HTTP ${status})`;
		case 'bearer':
			return `wants a bearer token (HTTP ${status}), and offers no way to get one in the browser`;
		case 'api-key':
			return Object.keys(headers).some(name => name.toLowerCase() === wanted.header.toLowerCase())
				? `does not accept the "${wanted.header}" of its entry (HTTP ${status})`
				: `wants an API key in the header "${wanted.header}" (HTTP ${status})`;
		case 'unknown':
			return `wants credentials (HTTP ${status}), and does not say which`;
	}
};

/** Of a server that refuses us and gives out no tokens: no sign-in would help. */
export const credentialsNeeded = (entry: Entry, challenge: Challenge): HintedFailure => ({
	code: 'credentials-needed',
	message: `Server "${entry.name}" ${wish(wantedBy(challenge), entry, challenge.status ?? 401)}.`,
	hint: credentialsHint(entry, challenge),
});

/** With these a path says that there is nothing, or nothing for us. */
const nothingThere: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/**
 * Whether programs can register at the path that servers without metadata have it at. Nothing is registered: many
 * have nothing to read there, and tell only in answer to OPTIONS that the path takes POST.
 */
export const hasRegistration = async (serverUrl: URL, fetch: FetchLike): Promise<boolean> => {
	const ask = async (method: 'GET' | 'OPTIONS'): Promise<Response> => {
		const response = await fetch(new URL('/register', serverUrl), {method});
		await response.body?.cancel();
		return response;
	};
	if (!nothingThere.has((await ask('GET')).status)) return true;
	const {status, headers} = await ask('OPTIONS');
	return !nothingThere.has(status) && /\bPOST\b/i.test(headers.get('allow') ?? '');
};
