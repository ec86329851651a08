/** How people and other clients write a transport, without capitals and signs between. */
export const transportNames: Readonly<Record<string, 'stdio' | 'http' | 'sse' | 'ws' | 'remote'>> = {
	stdio: 'stdio',
	local: 'stdio',
	http: 'http',
	https: 'http',
	streamable: 'http',
	streamablehttp: 'http',
	sse: 'sse',
	ws: 'ws',
	wss: 'ws',
	websocket: 'ws',
	remote: 'remote',
};

/** As it is looked up there. */
export const plainTransportName = (written: string): string =>
	written.toLowerCase().replaceAll(/[\s_-]/g, '');
