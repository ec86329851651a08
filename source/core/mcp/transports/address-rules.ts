import type {RemoteServer} from '../../../domain/server.ts';
import {isLoopback} from '../../../support/loopback.ts';
import type {TransportEnd} from './transport-end.ts';

const plainSchemes: ReadonlySet<string> = new Set(['http:', 'ws:']);

/** Why nothing may be sent to this address, if so. */
export const addressTrouble = ({url, allowInsecure}: RemoteServer): TransportEnd | undefined => {
	if (!URL.canParse(url)) return {type: 'not-started', reason: 'its "url" is not a URL'};
	const {protocol, hostname} = new URL(url);
	if (!plainSchemes.has(protocol) || allowInsecure || isLoopback(hostname)) return undefined;
	return {type: 'insecure', scheme: protocol.slice(0, -1)};
};
