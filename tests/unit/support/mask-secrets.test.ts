import {describe, expect, it} from 'vitest';
import {
	looksSecret,
	mask,
	maskArguments,
	maskUrl,
	maskValue,
	showCommand,
} from '../../../source/support/mask-secrets.ts';

describe('arguments of a command', () => {
	it.each([
		[
			['--token', 'abc', '--port', '80'],
			['--token', mask, '--port', '80'],
		],
		[['--api-key=abc'], [`--api-key=${mask}`]],
		[
			['--token', '--verbose'],
			['--token', '--verbose'],
		],
		[
			['API_KEY=abc', 'PORT=80'],
			[`API_KEY=${mask}`, 'PORT=80'],
		],
		[['ghp_0123456789abcdef'], [mask]],
		[['postgres://ada:pw@db/x'], [`postgres://${mask}@db/x`]],
		[['--url=https://ada:pw@h/?q=1'], [`--url=https://${mask}@h/?${mask}`]],
		[['https://ada:pw@h/?api_key=x&q=1'], [`https://${mask}@h/?${mask}`]],
		[
			['--header', 'Authorization: Bearer canary'],
			['--header', `Authorization: ${mask}`],
		],
		[
			['PGPASS=canary', 'PIN=4711', 'SHIPPING=fast'],
			[`PGPASS=${mask}`, `PIN=${mask}`, 'SHIPPING=fast'],
		],
		[['X-API-Key:canary'], [`X-API-Key:${mask}`]],
		[['say Bearer canary now'], [`say Bearer ${mask}`]],
		[['{"apiKey": "a canary"}'], [`{"apiKey": "${mask}"}`]],
		[['curl --token canary -v'], [`curl --token ${mask} -v`]],
		[
			['-p', 'hunter2', '-u', 'ada:canary', '--pass', 'canary'],
			['-p', mask, '-u', `ada:${mask}`, '--pass', mask],
		],
		[
			['-p', '8080:80', '-p', './config'],
			['-p', '8080:80', '-p', './config'],
		],
		[
			['-phunter2', '-pHunter', '-p$' + '{PW}'],
			[`-p${mask}`, `-p${mask}`, '-p$' + '{PW}'],
		],
		[
			['-p3306', '-p8080:80', '-p./x', '-port=80', '-profile', '-p'],
			['-p3306', '-p8080:80', '-p./x', '-port=80', '-profile', '-p'],
		],
		[['http://auth.example:8080/keys'], ['http://auth.example:8080/keys']],
		[['postgres://u:p@ss@db/x'], [`postgres://${mask}@db/x`]],
		[['postgres://u:p/a@ss@db/x'], [`postgres://${mask}@db/x`]],
		[['redis://:p#a@db'], [`redis://${mask}@db`]],
		[
			['--token', '$' + '{TOKEN}', 'Authorization: Bearer $' + '{TOKEN}'],
			['--token', '$' + '{TOKEN}', 'Authorization: Bearer $' + '{TOKEN}'],
		],
		[
			['-y', '@scope/server@1.2.3', '/tmp/a b'],
			['-y', '@scope/server@1.2.3', '/tmp/a b'],
		],
	])('%o are shown as %o', (args, shown) => {
		expect(maskArguments(args)).toEqual(shown);
	});

	it('are cut where they are very long', () => {
		const [shown = ''] = maskArguments([`x token=canary ${'a.b-'.repeat(1000)}`]);
		expect(shown).toMatch(/^x token=••• a\.b-.*…$/);
		expect(shown.length).toBeLessThan(2010);
	});

	it('are quoted as a person would type them', () => {
		expect(showCommand('npx', ['-y', 'a b', "it's"])).toBe(`npx -y 'a b' 'it'\\''s'`);
	});
});

describe('an address', () => {
	it.each([
		['https://a.example/mcp', 'https://a.example/mcp'],
		['https://a.example:8443/mcp?k=canary', `https://a.example:8443/mcp?${mask}`],
		['https://u:p@a.example/mcp', 'https://a.example/mcp'],
		['https://a.example/?token=x#access_token=y', `https://a.example/?${mask}`],
		['https://a.example/mcp?read_only=true', 'https://a.example/mcp?read_only=true'],
		[
			'https://a.example/mcp?project_ref=canary&x=1&read_only=true&token=true',
			`https://a.example/mcp?${mask}&read_only=true&${mask}`,
		],
		['http://[::1]:80/mcp', 'http://[::1]:80/mcp'],
		['https://a.example/s/AbCdEf0123456789AbCdEf/mcp', `https://a.example/s/${mask}/mcp`],
		['https://a.example/s/$' + '{KEY}/mcp', 'https://a.example/s/$' + '{KEY}/mcp'],
		['$' + '{BASE}/mcp?k=$' + '{KEY}', `\${BASE}/mcp?${mask}`],
		['canary', '(not a URL)'],
	])('%s is shown as %s', (url, shown) => {
		expect(maskUrl(url)).toBe(shown);
	});
});

describe('a value of an environment', () => {
	it.each([
		['LOG', 'debug', 'debug'],
		['PORT', '8080', '8080'],
		['HOME', '/home/ada', '/home/ada'],
		['EMPTY', '', ''],
		['API_KEY', 'debug', mask],
		['NAME', 'Correct Horse', mask],
		['ANY', 'sk-0123456789', mask],
		['API_KEY', '$' + '{API_KEY}', '$' + '{API_KEY}'],
	])('%s=%s is shown as %s', (name, value, shown) => {
		expect(maskValue(name, value)).toBe(shown);
	});
});

describe('the shape of a secret', () => {
	it.each(['Bearer x', 'sk-proj-0123456789', 'a1b2c3d4e5f6a7b8c9d0e1f2', 'AKIA0123456789ABCDEF'])(
		'is seen in %s',
		text => {
			expect(looksSecret(text)).toBe(true);
		},
	);

	it.each([
		'npx',
		'@modelcontextprotocol/server-everything',
		'/usr/local/lib',
		'127.0.0.1',
		'a sentence',
		'/home/ada/projects2024/notes',
		'mcp-server-for-google-maps-v2',
	])('is not seen in %s', text => {
		expect(looksSecret(text)).toBe(false);
	});
});
