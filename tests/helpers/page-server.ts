import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';
import {
	createFetchUrlMcpTool,
	type FetchUrlDeps,
} from '../../source/core/toolbox/fetch-url/createFetchUrlMcpTool.ts';
import type {FetchUrlInput} from '../../source/core/toolbox/fetch-url/internal/FetchUrlInputSchema.ts';
import type {FetchUrlOutput} from '../../source/core/toolbox/fetch-url/internal/FetchUrlOutputSchema.ts';
import type {McpToolOutcome} from '../../source/core/toolbox/shared/McpTool.ts';

export const portOf = (server: Pick<Server, 'address'>): number => (server.address() as AddressInfo).port;

/** A web server on this machine for one test. Answers with `host:port`. */
export const servePages = async (listener: RequestListener): Promise<string> => {
	const server = createServer(listener);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(async () => {
		server.closeAllConnections();
		await new Promise(resolve => server.close(resolve));
	});
	return `127.0.0.1:${portOf(server)}`;
};

/** The tool as it is offered, with nothing allowed but what is given. */
export const fetchUrlWith =
	(deps: Partial<FetchUrlDeps>) =>
	async (
		input: FetchUrlInput,
		signal: AbortSignal = new AbortController().signal,
	): Promise<McpToolOutcome<FetchUrlOutput>> => {
		const [tool] = createFetchUrlMcpTool({environment: {}, ...deps});
		if (tool === undefined) throw new Error('There is no tool.');
		return tool.handler({params: input}, signal);
	};

/** Starts a server that is allowed, and a tool that asks it. */
export const allowedServer = async (listener: RequestListener, deps: Partial<FetchUrlDeps> = {}) => {
	const host = await servePages(listener);
	const fetchUrl = fetchUrlWith({allowedHosts: [host], ...deps});
	const get = (path: string, rest: Omit<FetchUrlInput, 'url'> = {}, signal?: AbortSignal) =>
		fetchUrl({url: `http://${host}${path}`, ...rest}, signal);
	return {host, get};
};

export const samplePage = '<title>A page</title><h1>Hello</h1><p>See <a href="next?a=1">the next</a>.';

export const sends =
	(body: string | Buffer, headers: Readonly<Record<string, string>> = {}, status = 200): RequestListener =>
	(_, response) => {
		response.writeHead(status, {'content-type': 'text/html; charset=utf-8', ...headers});
		response.end(body);
	};
