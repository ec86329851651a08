import {isLoopback} from '../../../support/loopback.ts';

export type BaseUrl =
	| {readonly type: 'url'; readonly text: string; readonly isLocal: boolean}
	/** `reason` continues a sentence that began with where the address is from. */
	| {readonly type: 'refused'; readonly reason: string; readonly hint: string};

/** Addresses that a server listens on, and nobody can be reached at. */
const anyAddress: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/** `OLLAMA_HOST` as Ollama itself reads it: a host, a port, both, or a URL. */
export const ollamaAddress = (written: string): string => {
	const text = written.trim();
	const [, scheme, rest = ''] = /^(https?:\/\/)?(.*)$/is.exec(text) ?? [];
	const address = `${scheme ?? 'http://'}${rest.startsWith(':') ? `127.0.0.1${rest}` : rest}`;
	if (!URL.canParse(address)) return address;
	const url = new URL(address);
	// Without a scheme the port is Ollama's own; with one, that of the scheme.
	if (scheme === undefined && url.port === '' && !/:80(?:\/|$)/.test(rest)) url.port = '11434';
	if (anyAddress.has(url.hostname)) url.hostname = '127.0.0.1';
	return url.href;
};

export type BaseUrlRules = {
	readonly allowInsecure: boolean;
	/** Ends with `/v1` where the address has no path. */
	readonly addsVersion: boolean;
	/** The protocol's own paths begin with `/v1`. */
	readonly dropsVersion: boolean;
};

const refused = (reason: string, hint: string): BaseUrl => ({type: 'refused', reason, hint});

/** An address that requests can be sent to. What is said about it never repeats it: it may hold a secret. */
export const normaliseBaseUrl = (
	written: string,
	{allowInsecure, addsVersion, dropsVersion}: BaseUrlRules,
): BaseUrl => {
	const text = written.trim();
	if (!URL.canParse(text)) {
		return refused('is not a URL', 'Write it in full, such as https://example.com/v1.');
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		return refused('does not begin with https:// or http://', 'Write it like https://example.com/v1.');
	}
	if (url.username !== '' || url.password !== '') {
		return refused(
			'holds a user name or password',
			'Use "apiKey" or "headers" in your configuration instead.',
		);
	}
	if (url.search !== '') {
		return refused('has a query (what follows the "?")', 'Leave it out: requests have paths of their own.');
	}
	const isLocal = isLoopback(url.hostname);
	if (url.protocol === 'http:' && !isLocal && !allowInsecure) {
		return refused(
			'uses plain http to another machine, where requests and the key can be read on the way',
			'Use https://, or say "allowInsecure": true for this provider in your configuration.',
		);
	}
	const path = url.pathname.replace(/\/+$/, '');
	const versioned = path === '' && addsVersion ? '/v1' : path;
	return {
		type: 'url',
		text: `${url.origin}${dropsVersion ? versioned.replace(/\/v1$/, '') : versioned}`,
		isLocal,
	};
};
