import {McpToolError} from '../../shared/McpToolError.ts';

/** A regular expression as it crosses to the thread that runs it. */
export type Expression = {readonly source: string; readonly flags: string};

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Only reads the expression; running it is not for this thread. */
const tryFlags = (source: string, flags: string): string | undefined => {
	try {
		new RegExp(source, flags);
		return undefined;
	} catch (error) {
		// The part before it repeats the expression.
		const message = error instanceof Error ? error.message : '';
		return message.split(': ').at(-1) || 'it cannot be read';
	}
};

const readExpression = (source: string, flags: string): Expression => {
	// The strict reading knows more; the other one forgives escapes that are not needed.
	const exact = `${flags}u`;
	if (tryFlags(source, exact) === undefined) return {source, flags: exact};
	const why = tryFlags(source, flags);
	if (why === undefined) return {source, flags};
	const hint = /^\(\?[a-z]+\)/.test(source)
		? ' Flags such as (?i) are not part of it: use isCaseSensitive.'
		: '';
	throw new McpToolError(
		`The query is not a regular expression as in JavaScript: ${why}.${hint} Correct it, or leave isRegex out to search for the text as it is.`,
		'query',
	);
};

/** Throws McpToolError when nothing can be searched for with it. */
export const compileQuery = (query: string, isRegex: boolean, isCaseSensitive: boolean): Expression => {
	const flags = isCaseSensitive ? '' : 'i';
	if (isRegex) return readExpression(query, flags);
	if (/[\r\n]/.test(query)) {
		throw new McpToolError('Lines are searched one by one: the query may not contain a line break.', 'query');
	}
	return {source: escapePattern(query), flags: `${flags}u`};
};

/** Whether a query that was taken as it is may have been meant as an expression. */
export const looksLikeExpression = (query: string): boolean => /[|^$\\]|[.\])][*+?]|\[.*\]/.test(query);
