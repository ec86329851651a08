import {isLoopback} from '../loopback.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The proxy variables of an environment. Empty means none. */
export type ProxySettings = {
	readonly httpProxy: string;
	readonly httpsProxy: string;
	readonly noProxy: string;
};

const read = (environment: Environment, name: string): string =>
	(environment[name.toLowerCase()] ?? environment[name] ?? '').trim();

/** People write `proxy.example:3128` as well. */
const withScheme = (proxy: string): string =>
	proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;

export const proxySettings = (environment: Environment): ProxySettings => {
	const httpProxy = withScheme(read(environment, 'HTTP_PROXY'));
	return {
		httpProxy,
		httpsProxy: withScheme(read(environment, 'HTTPS_PROXY')) || httpProxy,
		noProxy: read(environment, 'NO_PROXY'),
	};
};

const defaultPorts: Readonly<Record<string, string>> = {
	'http:': '80',
	'ws:': '80',
	'https:': '443',
	'wss:': '443',
};

const isExcepted = (url: URL, noProxy: string): boolean => {
	if (noProxy === '*') return true;
	const host = url.hostname.toLowerCase();
	const port = url.port || defaultPorts[url.protocol];
	return noProxy.split(/[,\s]+/).some(entry => {
		const parts = /^(.+):(\d+)$/.exec(entry);
		const name = (parts?.[1] ?? entry).replace(/^\*?\./, '').toLowerCase();
		if (name === '' || (parts?.[2] !== undefined && parts[2] !== port)) return false;
		return host === name || host.endsWith(`.${name}`);
	});
};

/**
 * A proxy has no way to this machine, and would only learn what is sent here. A name that ends with `localhost` is meant
 * for this machine wherever it leads: for a proxy it would be the machine of the proxy.
 */
const isMeantForHere = (hostname: string): boolean =>
	isLoopback(hostname) || /(^|\.)localhost\.?$/.test(hostname);

/**
 * The proxy through which a URL is reached. The same rules as those of undici, which has them for fetch only and does
 * not spare this machine.
 */
export const proxyFor = (url: URL, settings: ProxySettings): string | undefined => {
	const isSecure = url.protocol === 'https:' || url.protocol === 'wss:';
	const proxy = isSecure ? settings.httpsProxy : settings.httpProxy;
	return proxy === '' || isMeantForHere(url.hostname) || isExcepted(url, settings.noProxy)
		? undefined
		: proxy;
};

/** Host and port of a proxy, without the name and password that its address may have. */
export const proxyName = (proxy: string): string => {
	try {
		return new URL(proxy).host || 'without a host';
	} catch {
		// What cannot be read may have a password anywhere.
		return 'with an address that is not a URL';
	}
};

/** Whether an address is asked through a proxy, which then looks up its name. */
export const isProxiedBy = (environment: Environment): ((url: URL) => boolean) => {
	const settings = proxySettings(environment);
	return url => proxyFor(url, settings) !== undefined;
};
