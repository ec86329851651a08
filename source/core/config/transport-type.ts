import {nearest} from '../../support/nearest.ts';

type TypeName = 'stdio' | 'http' | 'sse' | 'ws';

export const typeNames: Readonly<Record<string, TypeName | 'remote'>> = {
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

export const shownTypes = ['stdio', 'http', 'sse', 'ws', 'streamable-http', 'websocket', 'local', 'remote'];

export type TypeRead =
	| {readonly type: 'known'; readonly name: TypeName | 'remote'}
	| {readonly type: 'unknown'; readonly message: string};

/** Understands `streamable-http`, `streamableHttp`, `websocket` and the like. */
export const readTransportType = (written: string): TypeRead => {
	const plain = written.toLowerCase().replaceAll(/[\s_-]/g, '');
	const name = Object.hasOwn(typeNames, plain) ? typeNames[plain] : undefined;
	if (name !== undefined) {
		return {type: 'known', name};
	}
	const near = nearest(written, shownTypes);
	const guess = near === undefined ? '' : `; did you mean ${near}?`;
	return {type: 'unknown', message: `expected one of ${shownTypes.join(', ')}${guess}`};
};
