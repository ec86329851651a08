import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';
import {unknownNames} from '../../../source/core/config/unknown-names.ts';

const linesOf = (config: object, servers: readonly string[]): readonly string[] => {
	const text = JSON.stringify(config, null, 1);
	return unknownNames(readConfig('config.json', text, {}).named ?? [], servers).map(({line}) => line);
};

const form = 'names no tool: a tool is named server__tool, and "*" stands for anything';

describe('a name that fits nothing', () => {
	it.each([
		['echo', `config.json:3:3  trustedTools[0]: ${form}, such as "files__echo" or "*__echo"`],
		['files.echo', `config.json:3:3  trustedTools[0]: ${form}; did you mean "files__echo"?`],
		['files', `config.json:3:3  trustedTools[0]: ${form}; did you mean "files__*"?`],
		['fils__echo', 'config.json:3:3  trustedTools[0]: there is no server "fils"; did you mean files?'],
		['mail__echo', 'config.json:3:3  trustedTools[0]: there is no server "mail"'],
	])('such as %s in trustedTools is told with its place and what was probably meant', (text, line) => {
		expect(linesOf({trustedTools: [text]}, ['files'])).toEqual([line]);
	});

	it('is told of servers of an assistant, of the tools that it is to have, and of servers that are believed', () => {
		const assistant = {servers: ['fils', 'files'], trustedTools: ['echo'], tools: {include: ['mail__*']}};
		const lines = linesOf({assistants: {a: assistant}, trustedServers: ['mial']}, ['files']);
		expect(lines.map(line => line.replace(/^\S+ {2}/, ''))).toEqual([
			'trustedServers[0]: there is no server "mial"',
			'assistants.a.servers[0]: there is no server "fils"; did you mean files?',
			`assistants.a.trustedTools[0]: ${form}, such as "files__echo" or "*__echo"`,
			'assistants.a.tools.include[0]: there is no server "mail"',
		]);
	});

	it('is none of a pattern, of a tool that nobody can know yet, or of what holds something back', () => {
		const config = {
			trustedTools: ['*', 'fi*', '*__echo', 'f*__echo', 'files__anything', 'a__b__c'],
			trustedServers: ['f*'],
			reviewResults: ['echo', 'mail__*'],
			approvals: [{server: 'mail', decision: 'deny'}],
			assistants: {a: {excludeTools: ['echo']}},
		};
		expect(linesOf(config, ['files', 'a'])).toEqual([]);
	});
});
