import {
	InsufficientScopeError,
	SdkError,
	SdkErrorCode,
	SdkHttpError,
	UnauthorizedError,
} from '@modelcontextprotocol/client';
import {maskUrl} from '../../../support/mask-secrets.ts';
import {causesOf} from '../../../support/network/network-error.ts';
import {withoutColours} from '../../../support/sanitise.ts';
import {AccessError, SignInNeededError, toAccessFailure} from '../auth/access-error.ts';
import {endIn, type TransportEnd} from './transport-end.ts';

const maxBodyLength = 200;

/** What a body says, as one short line. Pages lose their tags. */
const bodyExcerpt = (body: string): string => {
	const text = /<html|<!doctype|<body/i.test(body.slice(0, 1000))
		? body.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ')
		: body;
	const line = withoutColours(text).replace(/\s+/g, ' ').trim();
	return line.length > maxBodyLength ? `${line.slice(0, maxBodyLength)}…` : line;
};

/** Where the server sends us. What may be secret in the address is masked. */
const redirectEnd = (location: string, base: string): TransportEnd => {
	// What is no URL is the server's own text and goes no further.
	if (!URL.canParse(location, base)) return {type: 'redirected', location: 'an address that is not a URL'};
	const target = new URL(location, base).href;
	return {
		type: 'redirected',
		location: maskUrl(target),
		...(target === new URL(base).href ? {isSame: true} : {}),
	};
};

/** What came with an answer beside its status and body. */
export type AnswerContext = {
	readonly location: string | undefined;
	/** Where the request went. */
	readonly base: string;
	readonly retryAfter?: number | undefined;
};

export const statusEnd = (
	status: number,
	body: string,
	{location, base, retryAfter}: AnswerContext,
): TransportEnd => {
	if (status >= 300 && status < 400 && location !== undefined) return redirectEnd(location, base);
	return {
		type: 'http-status',
		status,
		body: bodyExcerpt(body),
		...(retryAfter === undefined ? {} : {retryAfter}),
	};
};

/** What a server does that answers 401. */
export const notAccepted = 'does not accept our credentials (HTTP status 401)';

/** Why the user has to sign in, if that is what an error says; continues a sentence that begins with the server. */
export const signInReason = (error: unknown): string | undefined => {
	for (const each of causesOf(error)) {
		if (!(each instanceof Error)) continue;
		if (each instanceof SignInNeededError) return each.reason;
		if (each instanceof UnauthorizedError) return 'wants you to sign in';
		if (each instanceof InsufficientScopeError)
			return `wants you to allow more${each.requiredScope === undefined ? '' : `: ${each.requiredScope}`}`;
		if (each instanceof SdkHttpError && each.status === 401) return notAccepted;
	}
	return undefined;
};

/** What an error of the SDK's HTTP transports means, as far as it is about the connection. */
export const requestProblem = (error: unknown, context: AnswerContext): TransportEnd | undefined => {
	for (const each of causesOf(error)) {
		const end = endIn(each);
		if (end !== undefined) return end;
		if (each instanceof AccessError) return {type: 'access-refused', failure: toAccessFailure(each)};
		if (each instanceof SdkHttpError)
			return statusEnd(each.status, typeof each.data.text === 'string' ? each.data.text : '', context);
		if (each instanceof SdkError && each.code === SdkErrorCode.ClientHttpUnexpectedContent) {
			const type = contentTypeIn(each.data);
			return {type: 'not-mcp', contentType: type.split(';')[0]?.trim() ?? ''};
		}
		if (each instanceof SyntaxError) return {type: 'not-mcp', contentType: 'text that is not JSON'};
	}
	return undefined;
};

const contentTypeIn = (data: unknown): string =>
	typeof data === 'object' && data !== null && 'contentType' in data && typeof data.contentType === 'string'
		? data.contentType
		: '';
