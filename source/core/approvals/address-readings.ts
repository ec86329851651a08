import {matchesGlob} from '../../support/glob.ts';
import {decodedOnce, hasDetour} from './spellings.ts';

/** Two letters at least: one would be a drive. What stands before a port is a host. */
const scheme = /^[a-z][a-z\d+.-]+:(?!\d+(?:[\\/?#]|$))/i;

export const hasScheme = (text: string): boolean => scheme.test(text);

/** The scheme and the host that a glob names, as it names them. */
const authority = /^[a-z*][a-z\d+.*-]*:\/\/([^/?#]*)/i;

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined);

/**
 * Whether an address leads to a host that the glob names in the place of a host, and not in that of a path, a user or a
 * fragment: `https://*.a.example/*` does not stand for `https://evil.example/x.a.example/`.
 */
export const isHostOf = (glob: string, text: string): boolean => {
	const host = authority.exec(glob)?.[1];
	if (host === undefined) {
		return true;
	}
	const url = parse(text);
	// Not everybody takes a backslash for a slash, so nobody knows where the host ends.
	return (
		url !== undefined &&
		url.username + url.password === '' &&
		!text.includes('\\') &&
		matchesGlob(host.toLowerCase(), url.host)
	);
};

/** Without credentials, and without the dot behind the host that says that nothing is missing there. */
const plainAddress = (url: URL): URL => {
	const plain = new URL(url);
	plain.username = '';
	plain.password = '';
	plain.hostname = plain.hostname.replace(/(?<!\.)\.+$/, '');
	return plain;
};

type AddressReadings = {
	readonly whole: readonly string[];
	/** Without the scheme. */
	readonly parts: readonly string[];
};

/** The addresses that a text may stand for, as whoever fetches them writes them. */
export const addressReadings = (text: string): AddressReadings => {
	const isWhole = hasScheme(text);
	const url = parse(isWhole ? text : `https://${text.replace(/^[\\/]+/, '')}`);
	if (url === undefined) {
		return {whole: [], parts: []};
	}
	const plain = plainAddress(url);
	return {
		whole: isWhole ? [url.href, plain.href, decodedOnce(plain.href)] : [],
		parts: [
			plain.href.replace(/^[^:]*:\/*/, ''),
			...(plain.pathname === '/' ? [plain.host, plain.hostname] : []),
		],
	};
};

/** The glob as an address is written; for texts that have no scheme also without its own. */
export const addressGlobs = (glob: string, areWhole: boolean): readonly string[] => {
	const canonical = hasScheme(glob) && !hasDetour(glob) ? parse(glob)?.href : undefined;
	const [start = '', host = ''] = authority.exec(glob) ?? [];
	const isNamed = /[a-z\d]/i.test(host) && !areWhole;
	return [
		...(canonical === undefined ? [] : [canonical]),
		...(isNamed ? [`${host}${glob.slice(start.length)}`] : []),
	];
};
