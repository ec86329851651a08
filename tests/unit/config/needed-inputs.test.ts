// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {type ReadOptions, readConfig} from '../../../source/core/config/read-config.ts';

const inputs = [
	{type: 'promptString', id: 'key', description: 'the key', password: true},
	{type: 'promptString', id: 'name', description: 'your name'},
	{type: 'pickString', id: 'region', options: ['eu', 'us'], password: false},
];
const content = {
	inputs,
	servers: {
		one: {url: 'https://example.com', headers: {A: '${input:key} and ${input:other}', B: '${input:key}'}},
		two: {command: 'x', args: ['${input:key}', '${input:name}'], env: {R: '${input:region}'}},
		off: {command: 'x', args: ['${input:off}'], disabled: true},
		odd: {command: 'x', args: ['${HOME}'], note: '${input:unused}'},
	},
};

const read = (options: ReadOptions = {}) =>
	readConfig('config.json', JSON.stringify(content), {HOME: '/'}, options);

describe('inputs that servers wait for', () => {
	it('are each listed once, with what is said about them and who needs them', () => {
		expect(read().neededInputs).toEqual([
			{id: 'key', description: 'the key', isSecret: true, servers: ['one', 'two']},
			{id: 'other', isSecret: true, servers: ['one']},
			{id: 'name', description: 'your name', isSecret: false, servers: ['two']},
			{id: 'region', isSecret: false, servers: ['two']},
		]);
		expect(read().refusedServers.map(({name}) => name)).toEqual(['one', 'two', 'off']);
	});

	it('are no longer needed when they have a value', () => {
		const secrets: ReadOptions['secrets'] = ({name}) => (name === 'other' ? undefined : name);
		expect(read({secrets}).neededInputs).toEqual([{id: 'other', isSecret: true, servers: ['one']}]);
		expect(read({secrets: ({name}) => name}).neededInputs).toEqual([]);
	});

	it('are not asked for a file that is not the user’s own', () => {
		expect(read({isForeign: true}).neededInputs).toEqual([]);
	});
});

describe('an input with a default', () => {
	const withDefault = (text: string) =>
		JSON.stringify({
			inputs: [{id: 'region', type: 'promptString', default: text}],
			servers: {one: {command: 'x', args: ['--in=${input:region}', '$${input:region}']}},
		});

	it('needs no value, in any file, and a value of the user wins in their own', () => {
		for (const isForeign of [false, true]) {
			const {servers, neededInputs, problems} = readConfig('c.json', withDefault('eu'), {}, {isForeign});
			expect(servers).toMatchObject([{args: ['--in=eu', '${input:region}']}]);
			expect([neededInputs, problems]).toEqual([[], []]);
		}
		const {servers} = readConfig('c.json', withDefault('eu'), {}, {secrets: () => 'us'});
		expect(servers).toMatchObject([{args: ['--in=us', '${input:region}']}]);
	});

	it('is text: references in it are not filled in', () => {
		for (const isForeign of [false, true]) {
			const {servers} = readConfig('c.json', withDefault('${HOME} ${keychain:x}'), {HOME: '/h'}, {isForeign});
			expect(servers).toMatchObject([{args: ['--in=${HOME} ${keychain:x}', '${input:region}']}]);
		}
	});
});

describe('secrets in files and from commands', () => {
	const text = JSON.stringify({
		mcpServers: {
			one: {command: 'x', env: {A: '${file:~/.token}', B: 'x${command:pass show b}y'}},
			off: {command: 'x', env: {C: '${command:rm -rf /}'}, disabled: true},
		},
	});

	it('are looked up for servers that are used, and for no others', () => {
		const asked: string[] = [];
		const {servers, refusedServers, problems} = readConfig(
			'config.json',
			text,
			{},
			{
				secrets: ({type, name}) => {
					asked.push(`${type}:${name}`);
					return 'value';
				},
			},
		);
		expect(asked).toEqual(['file:~/.token', 'command:pass show b']);
		expect(servers).toMatchObject([
			{
				name: 'one',
				env: {A: 'value', B: 'xvaluey'},
				shown: {env: {A: '${file:~/.token}', B: 'x${command:pass show b}y'}},
			},
		]);
		expect(refusedServers).toMatchObject([{name: 'off', disabled: true}]);
		expect(problems).toEqual([]);
	});

	it('say why they are missing', () => {
		const whyMissing = ({type}: {type: string}) => (type === 'file' ? 'ENOENT' : undefined);
		expect(readConfig('config.json', text, {}, {whyMissing}).problems).toEqual([
			'config.json:1:48  mcpServers.one.env.A: no secret can be read from the file ~/.token (ENOENT). Correct the path, or see that the file can be read',
			'config.json:1:71  mcpServers.one.env.B: the command "pass show b" gave no secret. Run it yourself to see why',
		]);
	});

	it('are for the user’s own files alone', () => {
		const {problems} = readConfig('.mcp.json', text, {}, {isForeign: true});
		expect(problems).toEqual([
			expect.stringContaining('secrets are read from files only for your own configuration'),
			expect.stringContaining('commands are run only for your own configuration'),
		]);
	});
});
