import {plainTransportName, transportNames} from '../../domain/transport-names.ts';
import {nearest} from '../../support/nearest.ts';

export const shownTypes = ['stdio', 'http', 'sse', 'ws', 'streamable-http', 'websocket', 'local', 'remote'];

export type TypeRead =
	| {readonly type: 'known'; readonly name: 'stdio' | 'http' | 'sse' | 'ws' | 'remote'}
	| {readonly type: 'unknown'; readonly message: string};

/** Understands `streamable-http`, `streamableHttp`, `websocket` and the like. */
export const readTransportType = (written: string): TypeRead => {
	const plain = plainTransportName(written);
	const name = Object.hasOwn(transportNames, plain) ? transportNames[plain] : undefined;
	if (name !== undefined) {
		return {type: 'known', name};
	}
	const near = nearest(written, shownTypes);
	const guess = near === undefined ? '' : `; did you mean ${near}?`;
	return {type: 'unknown', message: `expected one of ${shownTypes.join(', ')}${guess}`};
};
