import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const shownOf = (entry: object, file = 'config.json') => {
	const text = JSON.stringify({mcpServers: {one: entry}});
	const secrets = () => 'canary';
	const [server] = readConfig(file, text, {KEY: 'canary', BASE: 'https://canary.example'}, {secrets}).servers;
	expect(server).toBeDefined();
	return server?.type === 'in-memory' ? undefined : server?.shown;
};

describe('how a server is shown', () => {
	it.each([
		[
			{url: '$' + '{BASE}/s/$' + '{KEY}/mcp?k=$' + '{keychain:k}'},
			'$' + '{BASE}/s/$' + '{KEY}/mcp?k=$' + '{keychain:k}',
		],
		[{httpUrl: 'https://a.example/{env:KEY}'}, 'https://a.example/$' + '{KEY}'],
		[{url: 'https://a.example/$' + '{NONE:-canary}'}, 'https://a.example/$' + '{NONE}'],
	])('%o keeps its references', (entry, url) => {
		expect(shownOf(entry)).toEqual({url});
	});

	it.each([
		[
			{command: ['npx', 'srv', '$' + '{KEY}'], args: ['-v']},
			{command: 'npx', args: ['srv', '$' + '{KEY}', '-v'], env: {}},
		],
		[
			{server: '@scope/srv', args: ['--header', 'Authorization: Bearer $' + '{KEY}']},
			{command: 'npx', args: ['-y', '@scope/srv', '--header', 'Authorization: Bearer $' + '{KEY}'], env: {}},
		],
		[
			{command: 'x', environment: {A: '$' + '{input:key}', B: 1}},
			{command: 'x', args: [], env: {A: '$' + '{input:key}', B: '1'}},
		],
	])('%o keeps them in a command', (entry, shown) => {
		expect(shownOf(entry)).toEqual(shown);
	});

	it('never includes what comes from a file of variables', () => {
		const folder = createTemporaryFolder();
		writeFileSync(join(folder, '.env'), 'NAME=canary\n');
		const entry = {command: 'x', envFile: '.env', env: {B: 'b'}};
		expect(shownOf(entry, join(folder, 'config.json'))).toEqual({command: 'x', args: [], env: {B: 'b'}});
	});

	it.each([{command: 'x', args: ['a'], env: {A: 'a'}, cwd: '/tmp'}, {url: 'https://a.example/mcp#part'}])(
		'is how %o is reached, where nothing is filled in',
		entry => {
			expect(shownOf(entry)).toBeUndefined();
		},
	);
});
