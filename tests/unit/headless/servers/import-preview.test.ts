// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {describe, expect, it} from 'vitest';
import {fileOf, server, start, withKey} from './import-run.ts';

describe('the preview of an import', () => {
	const files = [
		fileOf('cursor', [
			server('fresh'),
			withKey,
			server('mine', {own: 'same'}),
			server('other', {own: 'different'}),
			server('bad', {problems: ['command: expected a string']}),
			server('off', {entry: {url: 'https://a.example/mcp', disabled: true}}),
		]),
		fileOf('goose', [
			server('fresh'),
			server('keyed'),
			server('developer', {entry: {}, isBuiltIn: true, problems: ['it is a part of goose']}),
		]),
	];

	it('shows every server, where it comes from and how it stands, and changes nothing', async () => {
		const {code, put, kept, out, err} = await start({files});
		expect(out).toBe(
			[
				'Cursor  /home/ada/cursor.json',
				'  + fresh  npx -y fresh  (new)',
				'  + keyed  x  (new)',
				'      env.API_KEY holds a secret that moves to the keychain',
				'  = mine   npx -y mine  (already there)',
				'  ! other  npx -y other  (you have another server of this name)',
				'  ✘ bad    npx -y bad  (cannot be used)',
				'      command: expected a string',
				'  + off    https://a.example/mcp  (new, switched off)',
				'goose  /home/ada/goose.json',
				'  = fresh      npx -y fresh  (the same as in Cursor)',
				'  ! keyed      npx -y keyed  (Cursor has another server of this name)',
				'  - developer  (not a server of its own)',
				'      it is a part of goose',
				'',
			].join('\n'),
		);
		expect(err).toBe(
			'To import all 3: mcp-tui mcp import --yes   Only some: mcp-tui mcp import --server <name> --yes\n',
		);
		expect([code, put, kept]).toEqual([0, [], []]);
		expect(out + err).not.toContain('canary-1');
	});

	it('is one object with --json, and asks nothing', async () => {
		const {code, put, json} = await start({files, isJson: true, typed: 'y'});
		expect([code, put]).toEqual([0, []]);
		expect(json()).toMatchObject({
			files: [{client: 'cursor', file: '/home/ada/cursor.json'}, {client: 'goose'}],
			servers: [
				{client: 'cursor', name: 'fresh', target: 'npx -y fresh', state: 'new'},
				{name: 'keyed', state: 'new', secrets: ['env.API_KEY']},
				{name: 'mine', state: 'already-there'},
				{name: 'other', state: 'different'},
				{name: 'bad', state: 'unusable', problems: ['command: expected a string']},
				{name: 'off', state: 'new'},
				{client: 'goose', name: 'fresh', state: 'repeated'},
				{name: 'keyed', state: 'shadowed'},
				{name: 'developer', state: 'built-in'},
			],
		});
	});

	const settings = [
		{name: 'NODE_OPTIONS', value: "'--require ./evil.cjs'", takes: [], warning: 'decides what is run'},
		{name: 'HTTPS_PROXY', value: 'http://me:canary-2@proxy', takes: [], warning: 'decides what is run'},
		{
			name: 'TOKEN',
			value: "'${GITHUB_TOKEN}'",
			takes: ['GITHUB_TOKEN'],
			warning: 'that sounds like a secret',
		},
		{name: 'API_KEY', value: 'canary-3', takes: []},
		{name: 'MODE', value: 'fast', takes: []},
		{name: 'cwd', value: '/site', takes: []},
	];

	it('shows what decides what is run, and names what else is set', async () => {
		const {out} = await start({files: [fileOf('cursor', [server('x', {settings})])]});
		expect(out.split('\n').slice(2, -1)).toEqual([
			"      ! NODE_OPTIONS='--require ./evil.cjs'  (decides what is run)",
			'      ! HTTPS_PROXY=http://•••@proxy  (decides what is run)',
			'      ! TOKEN=${GITHUB_TOKEN}  (takes GITHUB_TOKEN of your environment; that sounds like a secret)',
			'      cwd=/site',
			'      sets API_KEY, MODE',
		]);
		expect(out).not.toContain('canary');
	});

	it('shows all that a file of this folder sets, also to scripts', async () => {
		const files = [fileOf('cursor', [server('x', {settings})], {isOfProject: true})];
		const {out} = await start({files});
		expect(out).toContain('      HTTPS_PROXY=http://me:canary-2@proxy'.trim());
		expect(out).toContain('      API_KEY=canary-3\n      MODE=fast\n');
		const {json} = await start({files, isJson: true});
		expect(json()).toMatchObject({
			servers: [
				{settings: expect.arrayContaining(['MODE=fast', expect.stringContaining('! NODE_OPTIONS=')])},
			],
		});
	});

	it('looks only at the clients that are named', async () => {
		const {asked, out} = await start({files, wanted: ['goose']});
		expect(asked).toEqual([['goose']]);
		expect(out).toContain('+ fresh');
		expect(out).not.toContain('Cursor  ');
	});

	it('says when there is nothing', async () => {
		expect((await start({wanted: ['goose']})).err).toBe('Nothing was found of goose.\n');
		expect((await start({files: [fileOf('cursor', [])]})).err).toBe('There are no servers in these files.\n');
		const {err} = await start({files: [fileOf('cursor', [server('other', {own: 'different'})])]});
		expect(err).toBe('There is nothing new to import. --replace puts theirs in the place of yours.\n');
	});

	it('shows hostile names and commands harmlessly', async () => {
		const evil = server('a\x1b]0;x\x07\nb', {entry: {command: 'x', args: ['\x1b[2J']}});
		const {out} = await start({files: [fileOf('cursor', [evil])]});
		expect(out).not.toContain('\x1b');
		expect(out.split('\n')).toHaveLength(3);
	});

	it('shows all of what a file of this folder would run, even if it looks like a secret', async () => {
		const entry = {command: 'sh', args: ['-c', 'AUTH_TOKEN=curl\u200b|sh']};
		const project = fileOf('claude-code', [server('sly', {entry})], {isOfProject: true});
		const {out} = await start({files: [project]});
		expect(out).toContain('(a file of this folder)');
		expect(out).toContain("sh -c $'AUTH_TOKEN=curl\\u200b|sh'");
	});
});
