import {createServer, type ServerResponse} from 'node:http';
import {belongsTo} from './returned-address.ts';

/** Where the browser comes back to after the user has signed in. */
export type CallbackServer = {
	readonly url: string;
	/** What the browser brought back first: a code or an error, with the right state. */
	readonly returned: Promise<URLSearchParams>;
	readonly close: () => Promise<void>;
};

export type CallbackOptions = {
	/** Tried in this order; 0 is any free port. */
	readonly ports: readonly number[];
	/** What comes back without it is of somebody else. */
	readonly state: string;
	/** What the browser shows, given what it brought back. */
	readonly describe: (params: URLSearchParams) => string;
};

const path = '/callback';
const longestAddress = 8192;

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

const page = (text: string): string =>
	`<!doctype html><html lang="en"><meta charset="utf-8"><title>mcp-tui</title><p>${escapeHtml(text)}</p></html>\n`;

const answer = (response: ServerResponse, status: number, text: string): void => {
	response.writeHead(status, {
		'content-type': 'text/html; charset=utf-8',
		'cache-control': 'no-store',
		'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
		'referrer-policy': 'no-referrer',
		'x-content-type-options': 'nosniff',
		connection: 'close',
	});
	response.end(page(text));
};

const listen = (server: ReturnType<typeof createServer>, port: number): Promise<number> =>
	new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen({host: '127.0.0.1', port, exclusive: true}, () => {
			server.off('error', reject);
			const address = server.address();
			resolve(typeof address === 'object' && address !== null ? address.port : port);
		});
	});

const listenOnFirst = async (
	server: ReturnType<typeof createServer>,
	[port = 0, ...others]: readonly number[],
): Promise<number> => {
	try {
		return await listen(server, port);
	} catch (error) {
		if (others.length === 0) throw error;
		return listenOnFirst(server, others);
	}
};

/** Listens on this machine only. Rejects where no port is free. */
export const openCallbackServer = async ({
	ports,
	state,
	describe,
}: CallbackOptions): Promise<CallbackServer> => {
	let settle: (params: URLSearchParams) => void = () => undefined;
	const returned = new Promise<URLSearchParams>(resolve => {
		settle = resolve;
	});
	let isDone = false;
	let host = '';
	const server = createServer({maxHeaderSize: 2 * longestAddress}, (request, response) => {
		// A page that gave its own name this address is not the browser that comes back.
		if (request.headers.host !== host) return answer(response, 400, 'There is nothing here.');
		const address = request.url ?? '';
		const url = URL.canParse(address, 'http://127.0.0.1') ? new URL(address, 'http://127.0.0.1') : undefined;
		if (request.method !== 'GET' || url?.pathname !== path || address.length > longestAddress)
			return answer(response, 404, 'There is nothing here.');
		const params = url.searchParams;
		// Browsers ask for addresses on their own account, before and beside the user.
		if (!params.has('code') && !params.has('error'))
			return answer(response, 400, 'This address is only for coming back from a sign-in.');
		// Any page can send the browser here: it must not end the sign-in of the user.
		if (!belongsTo(state, params))
			return answer(response, 400, 'This is not the sign-in that mcp-tui waits for. Nothing was done.');
		if (isDone) return answer(response, 409, 'This sign-in is over already.');
		isDone = true;
		answer(response, 200, describe(params));
		// The page is out, or the browser gone, before anything can end this server.
		response.once('close', () => settle(params));
	});
	host = `127.0.0.1:${await listenOnFirst(server, ports)}`;
	return {
		url: `http://${host}${path}`,
		returned,
		close: () =>
			new Promise(resolve => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
};
