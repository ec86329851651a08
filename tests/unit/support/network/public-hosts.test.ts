import {describe, expect, it} from 'vitest';
import {readAllowedHost} from '../../../../source/support/network/allowed-host.ts';
import {createPublicHosts, type PublicHostsOptions} from '../../../../source/support/network/public-hosts.ts';

const names: Readonly<Record<string, readonly string[]>> = {
	'site.example': ['9.9.9.9', '2606:4700::1111'],
	'inside.example': ['10.0.0.5'],
	'mixed.example': ['9.9.9.9', '127.0.0.1'],
	'mixed6.example': ['2606:4700::1111', 'fd00::1'],
	'mapped.example': ['::ffff:192.168.0.1'],
	'metadata.example': ['169.254.169.254'],
	'zone.example': ['fe80::1%eth0'],
	'odd.example': ['not an address'],
	'own.example': ['9.9.9.1'],
	'empty.example': [],
	localhost: ['127.0.0.1'],
	intranet: ['9.9.9.9'],
	'printer.local': ['9.9.9.9'],
	'app.localhost': ['9.9.9.9'],
	'db.internal': ['9.9.9.9'],
};

const check = async (url: string, options: PublicHostsOptions = {}) => {
	const asked: string[] = [];
	const hosts = createPublicHosts({
		lookUp: async name => {
			asked.push(name);
			const found = names[name];
			if (found === undefined) throw new Error('ENOTFOUND');
			return found;
		},
		isOwn: address => address === '9.9.9.1',
		...options,
	});
	return {...(await hosts.check(new URL(url), new AbortController().signal)), asked};
};

const allowed = (...entries: readonly string[]): PublicHostsOptions => ({
	allowedHosts: entries.map(readAllowedHost).filter(host => host !== undefined),
});

describe('a host that somebody else chose', () => {
	it('is open where all its addresses are public, and looked up once', async () => {
		expect(await check('https://site.example/')).toEqual({
			type: 'open',
			addresses: ['9.9.9.9', '2606:4700::1111'],
			asked: ['site.example'],
		});
	});

	it('is open where it is a public address, about which nobody is asked', async () => {
		expect(await check('http://9.9.9.9:8080/')).toEqual({type: 'open', addresses: ['9.9.9.9'], asked: []});
		expect(await check('http://[2606:4700::1111]/')).toMatchObject({addresses: ['2606:4700::1111']});
	});

	it.each([
		['http://127.0.0.1/', 'is a loopback address'],
		['http://[fd00::1]/', 'is a private address'],
		['http://9.9.9.1/', 'is an address of this machine or its own network'],
		['http://inside.example/', 'leads to a private address'],
		['http://mixed.example/', 'leads to a loopback address'],
		['http://mixed6.example/', 'leads to a private address'],
		['http://mapped.example/', 'leads to a private address'],
		['http://metadata.example/', 'leads to a link-local address'],
		['http://zone.example/', 'leads to a link-local address'],
		['http://odd.example/', 'leads to a reserved address'],
		['http://own.example/', 'leads to an address of this machine or its own network'],
		['http://localhost/', 'is a name of this machine or its own network'],
		['http://LOCALHOST./', 'is a name of this machine or its own network'],
		['http://app.localhost/', 'is a name of this machine or its own network'],
		['http://intranet/', 'is a name of this machine or its own network'],
		['http://intranet../', 'is a name of this machine or its own network'],
		['http://printer.local/', 'is a name of this machine or its own network'],
		['http://db.internal./', 'is a name of this machine or its own network'],
	])('is refused: %s', async (url, reason) => {
		expect(await check(url)).toMatchObject({type: 'refused', reason});
		expect(await check(url, {isProxied: () => true})).toMatchObject({type: 'refused', reason});
	});

	it('is unknown where nobody has an address for it, unless a proxy looks names up', async () => {
		for (const url of ['http://nowhere.example/', 'http://empty.example/']) {
			expect(await check(url)).toMatchObject({type: 'unknown'});
			expect(await check(url, {isProxied: () => true})).toMatchObject({type: 'open', addresses: []});
		}
	});

	it('is open wherever it is, if the user allows it', async () => {
		expect(await check('http://localhost:3000/', allowed('localhost:3000'))).toMatchObject({
			type: 'open',
			addresses: ['127.0.0.1'],
		});
		expect(await check('http://10.1.1.1/', allowed('10.1.1.1'))).toMatchObject({type: 'open'});
		expect(await check('http://inside.example/', allowed('inside.example'))).toMatchObject({
			addresses: ['10.0.0.5'],
		});
		expect(await check('http://localhost:3001/', allowed('localhost:3000'))).toMatchObject({type: 'refused'});
		expect(await check('http://127.0.0.1/', allowed('localhost', 'nonsense/'))).toMatchObject({
			type: 'refused',
		});
	});

	it('keeps nobody waiting whose call is cancelled', async () => {
		const control = new AbortController();
		const hosts = createPublicHosts({lookUp: () => new Promise(() => {})});
		const checking = hosts.check(new URL('http://site.example/'), control.signal);
		control.abort();
		await expect(checking).rejects.toThrow(/abort/i);
		await expect(hosts.check(new URL('http://site.example/'), control.signal)).rejects.toThrow(/abort/i);
	});
});
