import {sanitiseLine} from '../../support/sanitise.ts';
import {decodeEntities} from './decode-entities.ts';

type Link = {
	/** Where it leads, as far as its text does not say so; empty where nothing needs to be said. */
	readonly target: string;
	/** A page or a mail address. Anything else could make a program do something. */
	readonly isSafe: boolean;
	/** The text looks like an address of another host. */
	readonly isLie: boolean;
	/** The whole address, where the target has only the beginning of it. */
	readonly far?: string;
};

const longestTarget = 60;
const longestOther = 80;

const hostLike = /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[:/?#]|$)/iu;

const parse = (address: string): URL | undefined => {
	try {
		return new URL(address);
	} catch {
		// A relative or broken address leads nowhere from here.
		return undefined;
	}
};

const hostOf = (text: string): string | undefined => {
	const [, name] = hostLike.exec(text) ?? [];
	return name === undefined ? undefined : parse(`https://${name}`)?.host;
};

const withoutWww = (host: string): string => host.replace(/^www\./, '');

const isHonest = (said: string, {host, hostname}: URL): boolean => {
	const claimed = hostOf(said);
	return claimed === undefined || [host, hostname].map(withoutWww).includes(withoutWww(claimed));
};

const cut = (text: string, length: number): string =>
	text.length > length ? `${text.slice(0, length)}…` : text;

const describePage = (address: string, url: URL, said: string): Link => {
	// A plain address names its scheme: everybody on the way can read what goes there.
	const scheme = url.protocol === 'http:' ? 'http://' : '';
	const path = `${url.pathname}${url.search}${url.hash}`.replace(/^\/$/, '');
	const whole = `${scheme}${url.host}${path}`;
	const isLie = !isHonest(said, url) || url.username !== '' || url.password !== '';
	const isLong = whole.length > longestTarget;
	return {
		target: isLong ? `${cut(`${scheme}${url.host}`, longestTarget)}/…` : whole,
		isSafe: true,
		isLie,
		...(isLong ? {far: address} : {}),
	};
};

/** What a link says about itself beside its text. */
export const describeLink = (href: string, text: string): Link => {
	const address = sanitiseLine(decodeEntities(href));
	const said = text.trim();
	const isSaid = [address, `http://${address}`, `https://${address}`].includes(said);
	const isShort = [`http://${said}`, `https://${said}`, `mailto:${said}`].includes(
		address.replace(/\/$/, ''),
	);
	const url = parse(address);
	const isPage = url?.protocol === 'https:' || url?.protocol === 'http:';
	const isSafe = isPage || url?.protocol === 'mailto:' || url === undefined;
	if (url !== undefined && isPage && url.username !== '') {
		return describePage(address, url, said);
	}
	if (isSaid || isShort || address === '' || address.startsWith('#')) {
		return {target: '', isSafe, isLie: false};
	}
	return url !== undefined && isPage
		? describePage(address, url, said)
		: {target: cut(address, longestOther), isSafe, isLie: false};
};
