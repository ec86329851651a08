import {plainHost} from './host-kind.ts';

/** A host that the user allows on purpose; without a port, on any. */
export type AllowedHost = {readonly host: string; readonly port?: string};

const hostAndPort = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]\\*]+)(?::(\d{1,5}))?$/i;

/** Reads `intranet.example`, `127.0.0.1:8080` or `[::1]:3000`; undefined for anything else. */
export const readAllowedHost = (entry: string): AllowedHost | undefined => {
	const [, name = '', port] = hostAndPort.exec(entry.trim()) ?? [];
	const address = `http://${name}/`;
	if (name === '' || !URL.canParse(address)) return undefined;
	return {
		host: plainHost(new URL(address).hostname),
		...(port === undefined ? {} : {port: String(Number(port))}),
	};
};

export const isAllowedHost = (url: URL, allowed: readonly AllowedHost[]): boolean => {
	const host = plainHost(url.hostname);
	const port = url.port || (url.protocol === 'https:' ? '443' : '80');
	return allowed.some(each => each.host === host && (each.port === undefined || each.port === port));
};
