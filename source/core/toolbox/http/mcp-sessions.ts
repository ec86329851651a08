import {
	isInitializeRequest,
	type McpServer,
	WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type {Exchange, Refusal} from './http-service.ts';

type SessionsOptions = {
	readonly createServer: () => McpServer;
	/** How a refusal looks to an MCP client. */
	readonly refuse: (refusal: Refusal) => Response;
	readonly most: number;
	/** Milliseconds after which a session that nobody uses is forgotten. */
	readonly idleTime: number;
	readonly now: () => number;
	/** Has to be impossible to guess. */
	readonly newId: () => string;
};

export type McpSessions = {
	/** `message` is what the body of the request says; undefined where there is none. */
	readonly answer: (request: Request, message: unknown, ended: Exchange['ended']) => Promise<Response>;
	readonly count: () => number;
	readonly close: () => Promise<void>;
};

type Session = {
	readonly server: McpServer;
	readonly transport: WebStandardStreamableHTTPServerTransport;
	underWay: number;
	lastUsed: number;
};

const header = 'mcp-session-id';

/**
 * The sessions of clients up to protocol 2025-11-25: one server each, so that a client can cancel what it asked for.
 * When there are too many, the one that was idle longest makes room: its client is told that it is gone, and may begin
 * another, while a refusal would lock everybody out.
 */
export const createMcpSessions = ({
	createServer,
	refuse,
	most,
	idleTime,
	now,
	newId,
}: SessionsOptions): McpSessions => {
	/** In the order of their last use. */
	const sessions = new Map<string, Session>();

	const forget = (id: string, {server}: Session): void => {
		sessions.delete(id);
		// It ends whatever comes of that.
		void server.close().catch(() => undefined);
	};

	const forgetIdle = (): void => {
		for (const [id, session] of sessions)
			if (session.underWay === 0 && now() - session.lastUsed > idleTime) forget(id, session);
	};

	const makeRoom = (): boolean => {
		if (sessions.size < most) return true;
		const [idle] = [...sessions].filter(([, {underWay}]) => underWay === 0);
		if (idle === undefined) return false;
		forget(...idle);
		return true;
	};

	const use = (id: string, session: Session, ended: Exchange['ended']): void => {
		session.underWay += 1;
		session.lastUsed = now();
		sessions.delete(id);
		sessions.set(id, session);
		void ended.then(() => {
			session.underWay -= 1;
			session.lastUsed = now();
		});
	};

	const begin = async (request: Request, message: unknown, ended: Exchange['ended']): Promise<Response> => {
		if (!makeRoom()) return refuse({status: 503, message: 'Too many sessions are in use. Try again later.'});
		const server = createServer();
		const transport: Session['transport'] = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: newId,
			onsessioninitialized: id => use(id, {server, transport, underWay: 0, lastUsed: now()}, ended),
			onsessionclosed: id => void sessions.delete(id),
		});
		await server.connect(transport);
		const response = await transport.handleRequest(request, {parsedBody: message});
		if (transport.sessionId === undefined) await server.close();
		return response;
	};

	return {
		async answer(request, message, ended) {
			forgetIdle();
			const id = request.headers.get(header);
			if (id === null)
				return isInitializeRequest(message)
					? begin(request, message, ended)
					: refuse({
							status: 400,
							message: 'Send initialize first, and the Mcp-Session-Id of its answer with everything else.',
						});
			const session = sessions.get(id);
			if (session === undefined)
				return refuse({status: 404, message: 'There is no such session. Send initialize to begin another.'});
			use(id, session, ended);
			return session.transport.handleRequest(request, {parsedBody: message});
		},
		count: () => sessions.size,
		async close() {
			const open = [...sessions.values()];
			sessions.clear();
			await Promise.all(open.map(({server}) => server.close()));
		},
	};
};
