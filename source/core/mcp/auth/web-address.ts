import {isLoopback} from '../../../support/loopback.ts';

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
	if (url.protocol === 'http:' && !isLoopback(url.hostname))
		return {ok: false, reason: 'uses plain http to another machine'};
	return {ok: true, url};
};
