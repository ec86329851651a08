// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {readServerEntry} from '../../../source/core/config/server-entry.ts';

const borrowedBy = (entry: object) => {
	const read = readServerEntry('a', entry, {
		file: 'config.json',
		env: {ONE: '1', TWO: '2'},
		workspaceFolder: '/home/ada/project',
		readEnvFile: () => ({type: 'read', text: 'A=a\nB=b\n'}),
	});
	return read.type === 'server' ? read.server.borrowed?.map(({name, value}) => `${name}=${value}`) : read;
};

describe('an entry says what it has borrowed', () => {
	it.each([
		['a file of variables', {command: 'x', envFile: '.env', env: {C: 'c'}}, ['A=a', 'B=b']],
		['variables', {command: 'x', env: {A: '<${ONE}>', B: '${env:TWO}'}}, ['ONE=1', 'TWO=2']],
		[
			'defaults',
			{command: 'x', env: {A: '${NONE:-three}', B: '${NONE:-${ONE}}'}},
			['NONE=three', 'ONE=1', 'NONE=1'],
		],
		['arguments', {command: 'x', args: ['--a=${ONE}']}, ['ONE=1']],
		['what is sent with the handshake', {command: 'x', config: {deep: ['${ONE}']}}, ['ONE=1']],
		['an address and headers', {url: 'https://a.example/${ONE}', headers: {A: '${TWO}'}}, ['ONE=1', 'TWO=2']],
		[
			'what it signs in with',
			{url: 'https://a.example', authentication: {username: '${ONE}', password: '${TWO}'}},
			['ONE=1', 'TWO=2'],
		],
	])('for %s', (_, entry, expected) => {
		expect(borrowedBy(entry)).toEqual(expected);
	});

	it('and not what no server is told, or what is a folder', () => {
		const entry = {command: '${ONE}', cwd: '${TWO}', description: '${ONE}', args: ['${workspaceFolder}']};
		expect(borrowedBy(entry)).toBeUndefined();
	});
});
