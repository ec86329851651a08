import {isIPv6} from 'node:net';

type AddresseeOptions = {
	/** What we are called, without a port. IPv6 addresses are in brackets. */
	readonly names: readonly string[];
	readonly port: number;
	/** What else we may be called, because somebody passes requests on: `name` with any port, or `name:port`. */
	readonly alsoCalled: readonly string[];
	/** Web pages that may use us although they are not ours. */
	readonly origins: readonly string[];
};

export type Addressee = {
	/** `ownAddress` is where the connection arrived, if every address of this machine counts. */
	readonly isMeant: (host: string, ownAddress?: string) => boolean;
	/** A page of another port of this machine is as foreign as any: whoever runs it is not known. */
	readonly isWelcome: (origin: string, ownAddress?: string) => boolean;
	/** Whether a browser may show our answers to this page. */
	readonly isListed: (origin: string) => boolean;
};

const hostPattern = /^(\[[\da-f:.]+\]|[a-z\d](?:[\w.-]*[a-z\d])?)(?::(\d{1,5}))?$/;
const usualPort = '80';

/** An address as it stands in a URL. */
export const addressInUrl = (address: string): string => {
	const [plain = ''] = address.toLowerCase().split('%');
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
	return mapped ?? (isIPv6(plain) ? `[${plain}]` : plain);
};

const originOf = (text: string): URL | undefined => {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text.toLowerCase()
		? url
		: undefined;
};

/** An origin as browsers send it; undefined for what is none. */
export const readOrigin = (typed: string): string | undefined => originOf(typed.replace(/\/$/, ''))?.origin;

/** A name with or without a port, as it stands in a Host header; undefined for what is none. */
export const readHostName = (typed: string): string | undefined =>
	hostPattern.test(typed.toLowerCase()) ? typed.toLowerCase() : undefined;

/**
 * Whom a request is meant for. A web page can make a browser send requests to this machine under a name of its own
 * (DNS rebinding); the name it used is in `Host`, and the page is in `Origin`. Only exact spellings count.
 */
export const createAddressee = ({names, port, alsoCalled, origins}: AddresseeOptions): Addressee => {
	const own = new Set(names);
	const others = new Set(alsoCalled);
	const listed = new Set(origins);
	const readHost = (host: string): readonly [name: string, port: string] => {
		const [, name = '', given = usualPort] = hostPattern.exec(host.toLowerCase()) ?? [];
		return [name, given];
	};
	const isOurs = (host: string, ownAddress?: string): boolean => {
		const [name, given] = readHost(host);
		const isOwn = own.has(name) || (ownAddress !== undefined && name === addressInUrl(ownAddress));
		return isOwn && given === String(port);
	};
	return {
		isMeant(host, ownAddress) {
			const [name, given] = readHost(host);
			return others.has(name) || others.has(`${name}:${given}`) || isOurs(host, ownAddress);
		},
		isWelcome(origin, ownAddress) {
			const url = originOf(origin);
			return listed.has(origin) || (url?.protocol === 'http:' && isOurs(url.host, ownAddress));
		},
		isListed: origin => listed.has(origin),
	};
};
