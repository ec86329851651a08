import type {Failure} from '../domain/failure.ts';
import {createSecret, revealSecret, type Secret} from '../domain/secret.ts';

export const tokenVariable = 'MCP_TUI_SERVE_TOKEN';

/** Under which name `mcp-tui keys set` keeps it. */
const keyName = 'serve';
export const tokenAccount = `key:${keyName}`;

/** What the keychain says; `problem` is why it says nothing, as the end of a sentence. */
type LookedUp = {readonly token?: Secret | undefined; readonly problem?: string | undefined};

type TokenSources = {
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Whether others than this machine may reach the server. */
	readonly isPublic: boolean;
	/** The names of the secrets that are kept. */
	readonly keptNames: () => Promise<readonly string[]>;
	readonly lookUp: (signal: AbortSignal) => Promise<LookedUp>;
};

export type TokenFound =
	| {readonly type: 'found'; readonly token?: Secret}
	| {readonly type: 'refused'; readonly failure: Failure};

const shortest = 16;
const howTo = `Set ${tokenVariable} to a long random text, or keep one with mcp-tui keys set ${keyName}.`;

const refuse = (message: string): TokenFound => ({
	type: 'refused',
	failure: {code: 'bad-input', message, hint: howTo},
});

const check = (token: Secret, where: string): TokenFound => {
	const text = revealSecret(token);
	// What is sent in a header has no spaces, and what is short can be guessed.
	return /^[\x21-\x7e]*$/.test(text) && text.length >= shortest
		? {type: 'found', token}
		: refuse(`The token in ${where} has to be at least ${shortest} ASCII characters without spaces.`);
};

/**
 * The token that clients have to send. A variable that is set counts, even where it is no good: nobody may believe in a
 * token that is not asked for. The keychain is opened only if a token is kept there, or one is needed.
 */
export const findServeToken = async (
	{environment, isPublic, keptNames, lookUp}: TokenSources,
	signal: AbortSignal,
): Promise<TokenFound> => {
	const given = environment[tokenVariable];
	if (given !== undefined) return check(createSecret(given), tokenVariable);
	const isKept = (await keptNames()).includes(tokenAccount);
	if (!isKept && !isPublic) return {type: 'found'};
	const {token, problem} = await lookUp(signal);
	if (token !== undefined) return check(token, 'the keychain');
	if (!isKept)
		return refuse('With --host others can reach this server, so that it needs a token, and there is none.');
	return problem === undefined
		? refuse(`The token "${keyName}" is not in the keychain any more.`)
		: refuse(`The token "${keyName}" cannot be looked up: ${problem}.`);
};
