import {isLoopback} from '../../support/loopback.ts';

export type UrlRead =
	| {readonly type: 'url'; readonly text: string; readonly family: 'http' | 'ws'}
	| {readonly type: 'refused'; readonly message: string};

const families: Readonly<Record<string, 'http' | 'ws'>> = {
	'http:': 'http',
	'https:': 'http',
	'ws:': 'ws',
	'wss:': 'ws',
};

const refused = (message: string): UrlRead => ({type: 'refused', message});

/** What is said about an address never repeats it: it may hold the value of a variable. */
export const readServerUrl = (
	written: string,
	allowInsecure: boolean,
	example = 'https://example.com/mcp',
): UrlRead => {
	const text = written.trim().replace(/#.*$/s, '');
	if (!URL.canParse(text)) {
		return refused(`is not a URL. Write it in full, such as ${example}`);
	}
	const url = new URL(text);
	const family = Object.hasOwn(families, url.protocol) ? families[url.protocol] : undefined;
	if (family === undefined) {
		return refused('expected a URL that begins with https://, http://, wss:// or ws://');
	}
	if (url.username !== '' || url.password !== '') {
		return refused('must not hold a user name or password. Use "auth": {"type": "basic", ...} instead');
	}
	const isPlain = url.protocol === 'http:' || url.protocol === 'ws:';
	if (isPlain && !allowInsecure && !isLoopback(url.hostname)) {
		const safe = family === 'http' ? 'https' : 'wss';
		return refused(
			`plain ${family} to another machine can be read and changed on the way. Use ${safe}://, or say "allowInsecure": true`,
		);
	}
	return {type: 'url', text, family};
};
