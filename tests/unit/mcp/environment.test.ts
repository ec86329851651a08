import {expect, it} from 'vitest';
import {serverEnvironment} from '../../../source/core/mcp/transports/environment.ts';

it('passes on what a program needs and nothing else', () => {
	const parent = {
		PATH: '/bin',
		HOME: '/home/me',
		LANG: 'de_DE.UTF-8',
		LC_TIME: 'C',
		https_proxy: 'http://proxy:3128',
		NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
		OPENAI_API_KEY: 'sk-1',
		ANTHROPIC_API_KEY: 'sk-2',
		GITHUB_TOKEN: 'ghp',
		AWS_SECRET_ACCESS_KEY: 'aws',
		SSH_AUTH_SOCK: '/tmp/ssh',
		DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus',
		NODE_OPTIONS: '--inspect',
		LD_PRELOAD: '/tmp/evil.so',
		UNSET: undefined,
	};
	expect(Object.keys(serverEnvironment(parent, {}, 'linux'))).toEqual([
		'PATH',
		'HOME',
		'LANG',
		'LC_TIME',
		'https_proxy',
		'NODE_EXTRA_CA_CERTS',
	]);
});

it('lets the config add and replace anything', () => {
	expect(serverEnvironment({PATH: '/bin'}, {PATH: '/opt/bin', GITHUB_TOKEN: 'mine'}, 'linux')).toEqual({
		PATH: '/opt/bin',
		GITHUB_TOKEN: 'mine',
	});
});

it('drops exported shell functions', () => {
	expect(serverEnvironment({SHELL: '() { :; }; rm -rf /'}, {}, 'linux')).toEqual({});
});

it('ignores the case of names on Windows', () => {
	const parent = {Path: 'C:\\bin', SystemRoot: 'C:\\Windows', PATHEXT: '.EXE'};
	expect(serverEnvironment(parent, {PATH: 'D:\\bin'}, 'win32')).toEqual({
		SystemRoot: 'C:\\Windows',
		PATHEXT: '.EXE',
		PATH: 'D:\\bin',
	});
});

it.each([
	['HTTPS_PROXY', 'http://ada:canary@proxy.example:3128', 'http://proxy.example:3128'],
	['http_proxy', 'ada:can/ary@x@proxy.example:3128', 'proxy.example:3128'],
	['ALL_PROXY', 'socks5://ada:canary@proxy.example', 'socks5://proxy.example'],
	['HTTP_PROXY', 'http://proxy.example:3128', 'http://proxy.example:3128'],
	['NO_PROXY', 'localhost,.example', 'localhost,.example'],
])('passes %s on without a password', (name, value, passed) => {
	expect(serverEnvironment({[name]: value}, {}, 'linux')).toEqual({[name]: passed});
	expect(serverEnvironment({[name]: 'http://other'}, {[name]: value}, 'linux')).toEqual({[name]: value});
});
