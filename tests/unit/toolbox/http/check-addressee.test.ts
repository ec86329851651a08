import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
	addressInUrl,
	createAddressee,
	readHostName,
	readOrigin,
} from '../../../../source/core/toolbox/http/check-addressee.ts';

const names = ['localhost', '127.0.0.1', '[::1]'];
const addressee = createAddressee({
	names,
	port: 8080,
	alsoCalled: ['tools.example', 'proxy.example:8443'],
	origins: ['https://app.example'],
});

describe('the name that a request was sent to', () => {
	it.each(['localhost:8080', 'LocalHost:8080', '127.0.0.1:8080', '[::1]:8080'])('may be %s', host => {
		expect(addressee.isMeant(host)).toBe(true);
	});

	it.each(['tools.example', 'tools.example:1', 'TOOLS.example', 'proxy.example:8443'])(
		'may be %s where the user has said so',
		host => {
			expect(addressee.isMeant(host)).toBe(true);
		},
	);

	it.each([
		'',
		'evil.example',
		'evil.example:8080',
		'localhost',
		'localhost:80',
		'localhost:08080',
		'localhost:8080:8080',
		'localhost:8080 ',
		'localhost.:8080',
		'localhost.evil.example:8080',
		'evil-localhost:8080',
		'app.localhost:8080',
		'127.0.0.2:8080',
		'127.1:8080',
		'0x7f.0.0.1:8080',
		'2130706433:8080',
		'0.0.0.0:8080',
		'[::]:8080',
		'[::ffff:127.0.0.1]:8080',
		'[0:0:0:0:0:0:0:1]:8080',
		'::1:8080',
		'user@localhost:8080',
		'localhost:8080@evil.example',
		'localhost:8080/evil',
		'localhost:8080,evil.example',
		'http://localhost:8080',
		'lоcalhost:8080',
		'proxy.example',
		'proxy.example:8080',
	])('may not be %j', host => {
		expect(addressee.isMeant(host)).toBe(false);
	});

	it('is nothing else, whatever it is', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.domain(), fc.ipV4(), fc.webAuthority({withPort: true})), host => {
				const [name = '', port] = host.toLowerCase().split(/:(?=\d+$)/);
				const isOurs = names.includes(name) && port === '8080';
				expect(addressee.isMeant(host)).toBe(isOurs);
			}),
		);
	});

	it('needs no port where it is the usual one', () => {
		const usual = createAddressee({names, port: 80, alsoCalled: [], origins: []});
		expect(usual.isMeant('localhost')).toBe(true);
		expect(usual.isMeant('localhost:80')).toBe(true);
		expect(usual.isMeant('localhost:8080')).toBe(false);
	});

	it('may be the address at which it arrived, where every address counts', () => {
		expect(addressee.isMeant('192.168.1.5:8080', '::ffff:192.168.1.5')).toBe(true);
		expect(addressee.isMeant('[fe80::1]:8080', 'fe80::1%eth0')).toBe(true);
		expect(addressee.isMeant('192.168.1.6:8080', '::ffff:192.168.1.5')).toBe(false);
		expect(addressee.isMeant('192.168.1.5:8080')).toBe(false);
	});
});

describe('the page that a request comes from', () => {
	it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])(
		'may be %s, which is our own',
		origin => {
			expect(addressee.isWelcome(origin)).toBe(true);
			expect(addressee.isListed(origin)).toBe(false);
		},
	);

	it('may be of the address at which it arrived, where every address counts', () => {
		expect(addressee.isWelcome('http://192.168.1.5:8080', '::ffff:192.168.1.5')).toBe(true);
		expect(addressee.isWelcome('http://192.168.1.5:8081', '::ffff:192.168.1.5')).toBe(false);
		expect(addressee.isWelcome('http://192.168.1.5:8080')).toBe(false);
	});

	it('may be one that the user has named', () => {
		expect(addressee.isWelcome('https://app.example')).toBe(true);
		expect(addressee.isListed('https://app.example')).toBe(true);
	});

	it.each([
		'',
		'null',
		'http://localhost',
		'http://localhost:3000',
		'https://localhost:8080',
		'https://127.0.0.1:1',
		'http://[::1]:5173',
		'http://tools.example',
		'https://evil.example',
		'http://app.example',
		'https://app.example:8443',
		'https://app.example.evil.example',
		'http://localhost.evil.example',
		'http://localhost@evil.example',
		'http://localhost/',
		'http://localhost http://evil.example',
		'file://localhost',
		'chrome-extension://localhost',
		'localhost',
		'//localhost',
	])('may not be %j', origin => {
		expect(addressee.isWelcome(origin)).toBe(false);
	});
});

describe('what the user types', () => {
	it('is an origin, with or without a slash at its end', () => {
		expect(readOrigin('https://App.example/')).toBe('https://app.example');
		expect(readOrigin('http://localhost:6274')).toBe('http://localhost:6274');
		for (const wrong of ['*', 'null', 'app.example', 'https://app.example/path', 'ftp://app.example'])
			expect(readOrigin(wrong)).toBeUndefined();
	});

	it('is a name with or without a port', () => {
		expect(readHostName('Tools.example')).toBe('tools.example');
		expect(readHostName('tools.example:8080')).toBe('tools.example:8080');
		for (const wrong of ['*', '', 'http://tools.example', 'a b', 'tools.example:port'])
			expect(readHostName(wrong)).toBeUndefined();
	});
});

it('writes addresses as they stand in URLs', () => {
	expect(['::1', '127.0.0.1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'tools.example'].map(addressInUrl)).toEqual([
		'[::1]',
		'127.0.0.1',
		'10.0.0.1',
		'[fe80::1]',
		'tools.example',
	]);
});
