import {isIP} from 'node:net';
import {addressKind} from './address-kind.ts';

/** Whether the host is this machine, as far as its name alone says. Of `app.localhost` many systems ask DNS. */
export const isLoopbackHost = (hostname: string): boolean => {
	const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	return host === 'localhost' || (isIP(host) !== 0 && addressKind(host) === 'loopback');
};

export type CheckedAddress =
	| {readonly ok: true; readonly url: URL}
	| {readonly ok: false; readonly reason: string};

/** Https, or http to this machine; nothing that starts another program, no user name that hides the host. */
export const checkWebAddress = (text: string | URL): CheckedAddress => {
	const url = URL.canParse(String(text)) ? new URL(String(text)) : undefined;
	if (url === undefined) return {ok: false, reason: 'is not an address'};
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		return {ok: false, reason: `starts with "${url.protocol.slice(0, 20)}", and only https is allowed`};
	if (url.username !== '' || url.password !== '')
		return {ok: false, reason: 'has a user name in it, which hides where it leads'};
	if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
		return {ok: false, reason: 'uses plain http to another machine'};
	return {ok: true, url};
};
