import type {IncomingMessage} from 'node:http';
import type {Addressee} from './check-addressee.ts';
import type {Refusal} from './http-service.ts';

type GuardOptions = {
	readonly addressee: Addressee;
	/** Every address of this machine counts as ours. */
	readonly isEverywhere: boolean;
	/** Absent where no token is needed. */
	readonly hasToken?: (header: string | undefined) => boolean;
};

export type Guard = {
	/** Why a request is not let in. Looks at nothing but its first line and headers. */
	readonly check: (request: IncomingMessage) => Refusal | undefined;
	/** What lets a page that is listed read our answers. */
	readonly headersFor: (request: IncomingMessage) => Readonly<Record<string, string>>;
	/** What a browser asks before it sends anything for a page that is listed. */
	readonly isQuestionOfBrowser: (request: IncomingMessage) => boolean;
};

const countHeaders = ({rawHeaders}: IncomingMessage, name: string): number =>
	rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length;

const simpleList = /^[\w, -]{1,1000}$/;

/**
 * Decides who may come in: the name that the request was sent to, the page that it comes from, and the token, in this
 * order, so that a page learns nothing about tokens.
 */
export const createGuard = ({addressee, isEverywhere, hasToken}: GuardOptions): Guard => {
	const ownAddressOf = ({socket}: IncomingMessage): string | undefined =>
		isEverywhere ? socket.localAddress : undefined;

	const originOf = ({headers}: IncomingMessage): string | undefined => headers.origin;

	const isQuestionOfBrowser = (request: IncomingMessage): boolean =>
		request.method === 'OPTIONS' &&
		request.headers['access-control-request-method'] !== undefined &&
		addressee.isListed(originOf(request) ?? '');

	const checkAddress = (request: IncomingMessage): Refusal | undefined => {
		if (request.url?.startsWith('/') !== true)
			return {status: 400, message: 'Name a path that begins with a slash, not a whole address.'};
		const {host} = request.headers;
		if (host === undefined || countHeaders(request, 'host') !== 1)
			return {status: 400, message: 'Send exactly one Host header.'};
		return addressee.isMeant(host, ownAddressOf(request))
			? undefined
			: {
					status: 403,
					message:
						'This server is not called what the Host header says. Use the address that it told when it started.',
				};
	};

	const checkOrigin = (request: IncomingMessage): Refusal | undefined => {
		const origin = originOf(request);
		return origin === undefined ||
			(countHeaders(request, 'origin') === 1 && addressee.isWelcome(origin, ownAddressOf(request)))
			? undefined
			: {status: 403, message: 'Web pages of this origin may not use this server; --allow-origin lets them.'};
	};

	const checkToken = (request: IncomingMessage): Refusal | undefined =>
		hasToken === undefined || hasToken(request.headers.authorization)
			? undefined
			: {
					status: 401,
					message: 'This server needs its token: send "Authorization: Bearer <token>".',
					headers: {'www-authenticate': 'Bearer realm="mcp-tui"'},
				};

	return {
		check: request =>
			checkAddress(request) ??
			checkOrigin(request) ??
			// Browsers ask without the token.
			(isQuestionOfBrowser(request) ? undefined : checkToken(request)),
		isQuestionOfBrowser,
		headersFor(request) {
			const origin = originOf(request);
			if (origin === undefined || !addressee.isListed(origin)) return {vary: 'Origin'};
			const wanted = request.headers['access-control-request-headers'] ?? '';
			return {
				vary: 'Origin',
				'access-control-allow-origin': origin,
				'access-control-expose-headers': 'Mcp-Session-Id, WWW-Authenticate',
				...(isQuestionOfBrowser(request)
					? {
							'access-control-allow-methods': 'GET, POST, DELETE',
							'access-control-max-age': '600',
							...(simpleList.test(wanted) ? {'access-control-allow-headers': wanted} : {}),
						}
					: {}),
			};
		},
	};
};
