/** What a JSON body says, or the body itself. It may be cut off. */
const messageIn = (body: string): string =>
	/"(?:message|error|detail)"\s*:\s*"([^"]*)/.exec(body)?.[1] ?? body;

const preamble = '(?:(?:bad request|not found|error|mcp error -?\\d+)[:,.]?\\s+)*';
const fillers =
	'(?:(?:or|and|a|an|the|any|such|valid|invalid|missing|expired|unknown|active|mcp|found|for)[\\s-]+)*';
const session = '(?:mcp[- ]?)?(?:session|transport)(?:[ _-]?id)?';
const noSession = `(?:no|unknown|invalid|missing|expired|could not find|cannot find|did not find)\\s+${fillers}${session}`;
const sessionIsNot = `${session}(?: header)?\\s+(?:is |was |has )?(?:not found|not known|unknown|invalid|missing|required|expired|terminated|been terminated)`;
const notInitialized = '(?:server|session)\\s+(?:is )?not (?:yet )?initiali[sz]ed';

const unknownSession = new RegExp(
	`^\\W*${preamble}(?:the )?(?:${noSession}|${sessionIsNot}|${notInitialized})\\b`,
	'i',
);

/**
 * Whether a refused request was refused because the server does not know our session. Only such words count: a tool may
 * speak of sessions of its own after it has acted, and must not be called twice for that.
 */
export const deniesSession = (body: string): boolean => unknownSession.test(messageIn(body));
