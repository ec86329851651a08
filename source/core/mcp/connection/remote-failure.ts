import type {RemoteServer} from '../../../domain/server.ts';
import {proxySignInHint, unreachableHint} from '../../../support/network/unreachable.ts';
import {credentialsHint} from '../auth/credentials-needed.ts';
import {serverAddress} from '../transports/server-address.ts';
import {describeEnd, type TransportEnd} from '../transports/transport-end.ts';

/** `reason` continues a sentence that begins with the server. */
export type Explanation = {readonly code: string; readonly reason: string; readonly hint: string};

const hasCredentials = ({auth, headers}: RemoteServer): boolean =>
	auth.type !== 'none' ||
	Object.keys(headers).some(name => /authorization|cookie|key|token|secret/i.test(name));

const statusHint = (config: RemoteServer, status: number, body: string): string => {
	if (status === 407) return proxySignInHint;
	if (status === 401)
		return hasCredentials(config)
			? 'Check the credentials of this server in the config.'
			: credentialsHint(config, {said: body});
	if (status === 403)
		return hasCredentials(config)
			? 'These credentials are not allowed to use this server: ask who runs it, or use others.'
			: `If you are signed in, your account may not use it. Otherwise it wants credentials. ${credentialsHint(config, {said: body})}`;
	if (status === 404) return 'Check the path in its "url"; many servers answer at /mcp or /sse only.';
	if (status === 405 || status === 406)
		return `It does not take what we send there: check the path in its "url", and its "type" (now "${config.type}").`;
	if (status === 429) return 'It gets too many requests: wait a little, or set "rateLimit" for this server.';
	if (status === 502 || status === 503 || status === 504)
		return 'The server behind this address is down or starting: try again in a while.';
	if (status >= 500) return 'The server has an error of its own: its log says which.';
	return 'Check "url" and "type" of this server in the config.';
};

/** Why a server at the other end of a network did not become ready. */
export const explainRemoteEnd = (config: RemoteServer, end: TransportEnd): Explanation => {
	const reason = describeEnd(end);
	switch (end.type) {
		case 'unreachable':
			return {code: 'server-unreachable', reason, hint: unreachableHint(end, serverAddress)};
		case 'http-status':
			return {code: `server-http-${end.status}`, reason, hint: statusHint(config, end.status, end.body)};
		case 'redirected':
			if (end.isSame === true)
				return {
					code: 'server-redirected',
					reason,
					hint: 'The server or a proxy before it is set up wrongly: tell those who run it.',
				};
			return {
				code: 'server-redirected',
				reason: `${reason}, which gets neither our messages nor our credentials`,
				hint: 'If that is the right place, use it as the "url" of this server.',
			};
		case 'not-mcp':
			return {
				code: 'server-protocol',
				reason,
				hint: 'This address belongs to a web page or another service: check the path in its "url".',
			};
		case 'message-too-long':
			return {code: 'server-protocol', reason, hint: 'Ask its author to send less in one message.'};
		case 'silent':
			return {
				code: 'server-timeout',
				reason,
				hint: 'Raise "sseReadTimeout" for this server if it is only slow; otherwise look into its log.',
			};
		case 'insecure':
			return {
				code: 'server-insecure',
				reason: `${reason}, where everybody on the way could read and change what is said`,
				hint: 'Use https or wss, or set "allowInsecure": true for this server if the network is your own.',
			};
		case 'not-started':
			return {code: 'server-not-started', reason, hint: 'Correct the "url" of this server in the config.'};
		case 'session-lost':
			return {
				code: 'server-gone',
				reason,
				hint: 'It was restarted, or several of it share an address without sharing sessions.',
			};
		default:
			return {
				code: 'server-gone',
				reason: `${reason} before it was ready`,
				hint: 'Try again; if it stays so, the log of the server says why.',
			};
	}
};
