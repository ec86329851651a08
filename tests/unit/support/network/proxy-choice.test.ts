import {describe, expect, it} from 'vitest';
import {proxyFor, proxyName, proxySettings} from '../../../../source/support/network/proxy-choice.ts';

const choose = (url: string, environment: Record<string, string>) =>
	proxyFor(new URL(url), proxySettings(environment));

describe('the choice of a proxy', () => {
	it('goes by the scheme, in either case of the variable', () => {
		const environment = {HTTPS_PROXY: 'http://secure:1', http_proxy: 'http://plain:2'};
		expect(choose('https://a.example', environment)).toBe('http://secure:1');
		expect(choose('wss://a.example', environment)).toBe('http://secure:1');
		expect(choose('http://a.example', environment)).toBe('http://plain:2');
		expect(choose('ws://a.example', environment)).toBe('http://plain:2');
	});

	it('takes the proxy for http where https has none', () => {
		expect(choose('https://a.example', {HTTP_PROXY: 'http://one:1'})).toBe('http://one:1');
		expect(choose('http://a.example', {HTTPS_PROXY: 'http://one:1'})).toBeUndefined();
	});

	it('needs no scheme', () => {
		expect(choose('https://a.example', {HTTPS_PROXY: 'proxy.example:3128'})).toBe(
			'http://proxy.example:3128',
		);
	});

	it.each([
		['a.example', 'https://a.example/'],
		['.example', 'https://a.example/'],
		['*.example', 'https://a.example/'],
		['other, a.example', 'https://a.example/'],
		['a.example:443', 'https://a.example/'],
		['*', 'https://a.example/'],
	])('leaves it out for NO_PROXY=%s', (noProxy, url) => {
		expect(choose(url, {HTTPS_PROXY: 'http://one:1', NO_PROXY: noProxy})).toBeUndefined();
	});

	it.each(['b.example', 'a.example:8443', 'ample', ''])('uses it all the same for NO_PROXY=%s', noProxy => {
		expect(choose('https://a.example/', {HTTPS_PROXY: 'http://one:1', NO_PROXY: noProxy})).toBe(
			'http://one:1',
		);
	});

	it.each([
		'http://localhost:3000/mcp',
		'ws://LOCALHOST/mcp',
		'http://localhost./mcp',
		'https://app.localhost/mcp',
		'http://127.0.0.1:3000/mcp',
		'http://127.8.9.10/mcp',
		'http://2130706433/mcp',
		'ws://[::1]:3000/mcp',
		'http://[::ffff:127.0.0.1]/mcp',
	])('never takes one for %s', url => {
		const environment = {HTTP_PROXY: 'http://one:1', HTTPS_PROXY: 'http://one:1'};
		expect(choose(url, environment)).toBeUndefined();
	});

	it.each(['http://localhost.example/', 'http://127.example/', 'http://[::2]/', 'http://128.0.0.1/'])(
		'takes one for %s',
		url => {
			expect(choose(url, {HTTP_PROXY: 'http://one:1'})).toBe('http://one:1');
		},
	);

	it('names a proxy without its password', () => {
		expect(proxyName('http://user:secret@proxy.example:3128')).toBe('proxy.example:3128');
		expect(proxyName('user secret')).not.toContain('secret');
	});
});
