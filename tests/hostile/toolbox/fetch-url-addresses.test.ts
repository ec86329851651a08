import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createPublicHosts} from '../../../source/support/network/public-hosts.ts';
import {fetchUrlWith, servePages} from '../../helpers/page-server.ts';
import {errorOf, textsOf} from '../../unit/toolbox/read-outcome.ts';

const signal = new AbortController().signal;

/** The first and the last address of ranges that are nobody's business. */
const innerRanges = [
	['0.0.0.0', '0.255.255.255'],
	['10.0.0.0', '10.255.255.255'],
	['100.64.0.0', '100.127.255.255'],
	['127.0.0.0', '127.255.255.255'],
	['169.254.0.0', '169.254.255.255'],
	['172.16.0.0', '172.31.255.255'],
	['192.0.0.0', '192.0.0.255'],
	['192.168.0.0', '192.168.255.255'],
	['198.18.0.0', '198.19.255.255'],
	['224.0.0.0', '255.255.255.255'],
] as const;

const toNumber = (address: string): number =>
	address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const toParts = (value: number): readonly number[] => [24, 16, 8, 0].map(shift => (value >>> shift) & 255);
const toGroups = (value: number): string => `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;

const innerAddress = fc.oneof(
	...innerRanges.map(([first, last]) => fc.integer({min: toNumber(first), max: toNumber(last)})),
	fc.constantFrom(...innerRanges.flat().map(toNumber)),
);

/** A number as URLs may have it. */
const asNumber = (value: number): fc.Arbitrary<string> =>
	fc.constantFrom(
		String(value),
		`0x${value.toString(16)}`,
		`0X${value.toString(16).toUpperCase()}`,
		`0x000${value.toString(16)}`,
		`0${value.toString(8)}`,
		`0000${value.toString(8)}`,
	);

/** An IPv4 address with one to four parts, of which the last has what is left. */
const asParts = (value: number): fc.Arbitrary<string> =>
	fc.integer({min: 1, max: 4}).chain(count => {
		const parts = toParts(value);
		const rest = parts.slice(count - 1).reduce((sum, part) => sum * 256 + part, 0);
		return fc.tuple(...[...parts.slice(0, count - 1), rest].map(asNumber)).map(all => all.join('.'));
	});

const disguises: ReadonlyArray<(host: string) => string> = [
	host => host,
	host => `${host}.`,
	host => host.replaceAll('.', '\u3002'),
	host => host.replaceAll('.', '%2e'),
	host => host.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
	host => host.replace(/\d/, digit => `%3${digit}`),
	host => `${host.slice(0, 1)}\u00ad${host.slice(1)}`,
	host => `${host.slice(0, 1)}\t\n${host.slice(1)}`,
];

const asIpv6 = (value: number): readonly string[] => {
	const groups = toGroups(value);
	const dotted = toParts(value).join('.');
	return [
		`[::ffff:${dotted}]`,
		`[::ffff:${groups}]`,
		`[0:0:0:0:0:FFFF:${groups}]`,
		`[::${dotted}]`,
		`[::ffff:0:${dotted}]`,
		`[64:ff9b::${dotted}]`,
		`[64:ff9b:0:0:0:0:${groups}]`,
		`[64:ff9b:1::${groups}]`,
		`[2002:${groups}::1]`,
		`[2001:0:${groups}::]`,
	];
};

const spelledHost = innerAddress.chain(value =>
	fc.oneof(
		fc.tuple(asParts(value), fc.constantFrom(...disguises)).map(([host, disguise]) => disguise(host)),
		fc.constantFrom(...asIpv6(value)),
	),
);

const innerIpv6 = fc.constantFrom(
	...'[::] [::1] [0:0:0:0:0:0:0:1] [fe80::1] [febf::1] [fc00::1] [fdff:ffff::1] [fec0::1] [ff02::1] [ff0e::1] [100::1] [2001:db8::1] [3fff::1] [5f00::1] [4000::1] [2001:10::1]'.split(
		' ',
	),
);

const innerName = fc.constantFrom(
	...'localhost LOCALHOST localhost. LocalHost.localhost a.localhost a.b.LOCALHOST. intranet router fritzbox. printer.local x.internal metadata.google.internal nas.home.arpa host.localdomain \uff4c\uff4f\uff43\uff41\uff4c\uff48\uff4f\uff53\uff54 loc%61lhost'.split(
		' ',
	),
);

const opening = fc.constantFrom(
	'http://',
	'https://',
	'HTTP://',
	'http:\\\\',
	'http:/',
	'http:',
	' http://',
	'ht\ntp://',
	'http:////',
);
const port = fc.constantFrom('', ':80', ':443', ':8080', ':22');
const rest = fc.constantFrom(
	'',
	'/',
	'/latest/meta-data',
	'/?x#y',
	'\\x',
	'#@site.example/',
	'?@site.example',
);

describe('an address of the inside, however it is spelled', () => {
	it('is refused before anybody is asked anything', async () => {
		const asked: string[] = [];
		const fetchUrl = fetchUrlWith({
			lookUp: async name => {
				asked.push(name);
				return ['9.9.9.9'];
			},
		});
		await fc.assert(
			fc.asyncProperty(
				opening,
				fc.oneof({weight: 6, arbitrary: spelledHost}, innerIpv6, innerName),
				port,
				rest,
				async (start, host, at, end) => {
					const url = `${start}${host}${at}${end}`;
					const {field} = errorOf(await fetchUrl({url}));
					expect(field, url).toBe('url');
					expect(asked).toEqual([]);
				},
			),
			{numRuns: 600},
		);
	});

	it('is reached by none of the spellings of this machine', async () => {
		let requests = 0;
		const host = await servePages((_, response) => {
			requests += 1;
			response.end('inside');
		});
		const at = host.split(':')[1];
		const spellings =
			'127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1 127.0.0.1. 0 0.0.0.0 localhost localhost. a.localhost [::1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [2002:7f00:1::]';
		const fetchUrl = fetchUrlWith({});
		for (const spelling of spellings.split(' ')) {
			errorOf(await fetchUrl({url: `http://${spelling}:${at}/`}));
		}
		expect(requests).toBe(0);
		const outcome = await fetchUrlWith({allowedHosts: [host]})({url: `http://${host}/`});
		expect([textsOf(outcome)[0], requests]).toEqual(['inside', 1]);
	});

	it('is refused where a name leads to it, alone or among others, in any order', async () => {
		const publicAddress = fc.constantFrom<string>('9.9.9.9', '1.1.1.1', '2606:4700::1111');
		const inner = fc.oneof(
			innerAddress.map(value => toParts(value).join('.')),
			innerAddress.map(value => `::ffff:${toParts(value).join('.')}`),
			fc.constantFrom('::1', 'fe80::1%eth0', 'fd00::1', '64:ff9b::a00:1', 'not an address', ''),
		);
		await fc.assert(
			fc.asyncProperty(
				inner,
				fc.array(publicAddress, {maxLength: 3}),
				fc.nat(3),
				async (address, others, place) => {
					const addresses = others.toSpliced(place, 0, address);
					const hosts = createPublicHosts({lookUp: async () => addresses});
					expect(await hosts.check(new URL('https://site.example/'), signal)).toMatchObject({
						type: 'refused',
					});
				},
			),
			{numRuns: 300},
		);
	});
});

describe('a name that changes its address', () => {
	it('is looked up once for a request, which goes where that answer says', async () => {
		const seen: (string | undefined)[] = [];
		const host = await servePages(({socket, headers}, response) => {
			seen.push(socket.localAddress, headers.host);
			response.end('first');
		});
		const at = host.split(':')[1];
		const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.3']];
		let asked = 0;
		const fetchUrl = fetchUrlWith({
			allowedHosts: ['rebound.example'],
			lookUp: async () => {
				asked += 1;
				return answers.shift() ?? [];
			},
		});
		const outcome = await fetchUrl({url: `http://rebound.example:${at}/`});
		expect(textsOf(outcome)[0]).toBe('first');
		expect([asked, ...seen]).toEqual([1, '127.0.0.1', `rebound.example:${at}`]);
	});

	it('is checked anew with every look-up', async () => {
		const answers = [['9.9.9.9'], ['127.0.0.1']];
		const hosts = createPublicHosts({lookUp: async () => answers.shift() ?? []});
		const url = new URL('https://rebound.example/');
		expect(await hosts.check(url, signal)).toEqual({type: 'open', addresses: ['9.9.9.9']});
		expect(await hosts.check(url, signal)).toMatchObject({type: 'refused'});
	});
});

describe('a chain of redirects', () => {
	it('never leaves for the inside, wherever on the way it is tried', async () => {
		const targets = [
			'http://127.0.0.1:1/',
			'//localhost/',
			'http://2130706433/',
			'http://[::1]/',
			'http://169.254.169.254/',
			'http:\\\\10.0.0.1',
			'http://intranet/',
			'ftp://9.9.9.9/',
			'http://u:p@9.9.9.9/',
		];
		const trapped: string[] = [];
		const trap = await servePages(({url = ''}, response) => {
			trapped.push(url);
			response.end();
		});
		const host = await servePages(({url = ''}, response) => {
			const [, left = '0', target = '0'] = url.split('/');
			const location =
				left === '0' ? [...targets, `http://${trap}/`][Number(target)] : `/${Number(left) - 1}/${target}`;
			response.writeHead(307, {location}).end();
		});
		const fetchUrl = fetchUrlWith({allowedHosts: [host]});
		for (const left of [0, 1, 4]) {
			for (const target of [...targets, trap].keys()) {
				const {message} = errorOf(await fetchUrl({url: `http://${host}/${left}/${target}`}));
				expect(message).not.toContain('more than 5 times');
			}
		}
		expect(trapped).toEqual([]);
	});
});
