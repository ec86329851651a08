// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this

import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createChangeConfig} from '../../../source/core/config/change-config.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const setUp = (content?: string) => {
	const root = createTemporaryFolder();
	const folder = join(root, 'home', 'config');
	const cwd = join(root, 'project');
	mkdirSync(cwd);
	const file = join(folder, 'config.json');
	if (content !== undefined) {
		mkdirSync(folder, {recursive: true});
		writeFileSync(file, content);
	}
	const change = createChangeConfig({folder, cwd, env: {}, patience: 200});
	return {root, folder, cwd, file, change, text: () => readFileSync(file, 'utf8')};
};

const put = (name: string, entry = {command: 'x'}, replace = false) =>
	({type: 'put', name, entry, replace}) as const;

const modeOf = (file: string) => statSync(file).mode & 0o777;

describe('a new server', () => {
	it('makes the file, which only its owner can read', async () => {
		const {change, file, folder, text} = setUp();
		await expect(change(put('a', {command: 'npx'}), 'user')).resolves.toEqual({type: 'changed', file});
		expect(text()).toBe('{\n  "mcpServers": {\n    "a": {\n      "command": "npx"\n    }\n  }\n}\n');
		expect([modeOf(file), modeOf(folder)]).toEqual([0o600, 0o700]);
		expect(readdirSync(folder)).toEqual(['config.json']);
	});

	it('leaves the model, the providers and their comments as they are', async () => {
		const models = `  "model": "openai/gpt-5", // mine
  "providers": {"openai": {"apiKey": "\${keychain:openai}", /* no key here */ "api": "chat"},},`;
		const {change, text} = setUp(`{\n${models}\n  "mcpServers": {}\n}\n`);
		await expect(change(put('a'), 'user')).resolves.toMatchObject({type: 'changed'});
		expect(text()).toContain(models);
		expect(text()).toContain('"a"');
	});

	it('goes into the file of the project when that is asked for', async () => {
		const {change, cwd, file} = setUp();
		const project = join(cwd, '.mcp.json');
		await expect(change(put('a'), 'project')).resolves.toEqual({type: 'changed', file: project});
		expect(JSON.parse(readFileSync(project, 'utf8'))).toEqual({mcpServers: {a: {command: 'x'}}});
		expect(existsSync(file)).toBe(false);
	});

	it.each(['', ' \n', '\ufeff'])('fills an empty file (%j)', async content => {
		const {change, text} = setUp(content);
		await expect(change(put('a'), 'user')).resolves.toMatchObject({type: 'changed'});
		expect(JSON.parse(text().replace(/^\ufeff/, ''))).toEqual({mcpServers: {a: {command: 'x'}}});
	});

	it('leaves everything else as it is, a byte order mark too', async () => {
		const before =
			'\ufeff{\n\t// mine\n\t"other": [1,2], /* kept */\n\t"mcpServers": {\n\t\t"a": {"command": "y"}, // about a\n\t},\n}\n';
		const {change, text} = setUp(before);
		await change(put('b', {command: 'x'}), 'user');
		expect(text()).toBe(
			before.replace('// about a\n', '// about a\n\t\t"b": {\n\t\t\t"command": "x"\n\t\t},\n'),
		);
	});

	it.each(['servers', 'mcp'])('goes where the file keeps its servers, in %s', async section => {
		const {change, text} = setUp(JSON.stringify({[section]: {a: {command: 'y'}}}));
		await change(put('b'), 'user');
		expect(JSON.parse(text())).toEqual({[section]: {a: {command: 'y'}, b: {command: 'x'}}});
	});

	it.each(['a.b', '__proto__', 'constructor', '"', 'with blank', '0'])('may be called %s', async name => {
		const {change, text} = setUp('{"mcpServers": {"z": {"command": "y"}}}');
		await expect(change(put(name), 'user')).resolves.toMatchObject({type: 'changed'});
		expect(Object.keys(JSON.parse(text()).mcpServers).sort()).toEqual([name, 'z'].sort());
		await expect(change({type: 'remove', name}, 'user')).resolves.toMatchObject({type: 'changed'});
		expect(JSON.parse(text())).toEqual({mcpServers: {z: {command: 'y'}}});
	});

	it('is refused when the name is taken, in whatever section', async () => {
		const before = '{"mcpServers": {}, "servers": {"a": {"command": "y"}}}';
		const {change, file, text} = setUp(before);
		await expect(change(put('a'), 'user')).resolves.toEqual({
			type: 'refused',
			failure: {
				code: 'server-exists',
				message: `There is a server "a" in ${file} already.`,
				hint: 'Remove it first, replace it (mcp add --replace), or take another name.',
			},
		});
		expect(text()).toBe(before);
	});

	it('replaces the old one where that is asked for, in its own place', async () => {
		const {change, text} = setUp('{"mcpServers": {}, "mcp": {"a": {"command": "y", "args": []}, "b": {}}}');
		await change(put('a', {command: 'x'}, true), 'user');
		expect(JSON.parse(text())).toEqual({mcpServers: {}, mcp: {a: {command: 'x'}, b: {}}});
	});

	it('is refused when it is malformed, with every complaint, and nothing is written', async () => {
		const {change, folder} = setUp();
		const entry = {url: 'http://example.com', timeout: '0'};
		await expect(change(put('a', entry as never), 'user')).resolves.toEqual({
			type: 'refused',
			failure: {
				code: 'bad-server',
				message: 'The server "a" cannot be used like this: timeout: expected a number.',
				hint: 'Correct that and try again. Nothing was changed.',
			},
		});
		await expect(change(put('a', {} as never), 'user')).resolves.toMatchObject({
			failure: {message: expect.stringContaining('needs a command')},
		});
		expect(existsSync(folder)).toBe(false);
	});

	it('is told the key that was meant, whether it can be used like that or not', async () => {
		const {change} = setUp();
		await expect(change(put('a', {ulr: 'https://a.example'} as never), 'user')).resolves.toMatchObject({
			failure: {message: expect.stringMatching(/; ulr: unknown key; did you mean url\?$/)},
		});
		await expect(change(put('a', {command: 'x', arg: []} as never), 'user')).resolves.toMatchObject({
			type: 'changed',
			warnings: ['arg: unknown key; did you mean args?'],
		});
	});

	it('may use variables and files that this machine does not have', async () => {
		const {change, text} = setUp();
		const entry = {command: '${NOPE}', envFile: '.env'};
		await expect(change(put('a', entry), 'user')).resolves.toMatchObject({type: 'changed'});
		expect(JSON.parse(text())).toEqual({mcpServers: {a: entry}});
	});
});

describe('an old server', () => {
	const before =
		'{\n  "mcpServers": {\n    "a": { "command": "x" }, // about a\n    "b": { "command": "y", "enabled": true }\n  }\n}\n';

	it('is removed', async () => {
		const {change, text, file} = setUp(before);
		await expect(change({type: 'remove', name: 'b'}, 'user')).resolves.toEqual({type: 'changed', file});
		expect(text()).toBe('{\n  "mcpServers": {\n    "a": { "command": "x" } // about a\n  }\n}\n');
	});

	it('is disabled and enabled again, which leaves no trace', async () => {
		const {change, text} = setUp(before);
		await change({type: 'set-disabled', name: 'a', disabled: true}, 'user');
		expect(text()).toBe(before.replace('"x" }', '"x", "disabled": true }'));
		await change({type: 'set-disabled', name: 'a', disabled: true}, 'user');
		expect(text()).toBe(before.replace('"x" }', '"x", "disabled": true }'));
		await change({type: 'set-disabled', name: 'a', disabled: false}, 'user');
		expect(text()).toBe(before);
	});

	it('is disabled with the word that its entry uses', async () => {
		const {change, text} = setUp(before);
		await change({type: 'set-disabled', name: 'b', disabled: true}, 'user');
		expect(text()).toBe(before.replace('"enabled": true', '"enabled": false'));
		await change({type: 'set-disabled', name: 'b', disabled: false}, 'user');
		expect(text()).toBe(before);
	});

	it.each([
		{type: 'remove', name: 'aa'},
		{type: 'set-disabled', name: 'aa', disabled: true},
	] as const)('that does not exist is named: %o', async unknown => {
		const {change, file} = setUp(before.replaceAll('"a"', '"aaa"'));
		await expect(change(unknown, 'user')).resolves.toEqual({
			type: 'refused',
			failure: {
				code: 'unknown-server',
				message: `There is no server "aa" in ${file}; did you mean aaa?`,
				hint: 'It has: aaa, b.',
			},
		});
	});

	it('cannot be removed from a file that is not there', async () => {
		const {change, file, folder} = setUp();
		await expect(change({type: 'remove', name: 'a'}, 'user')).resolves.toMatchObject({
			failure: {code: 'unknown-server', message: `There is no server "a" in ${file}.`},
		});
		expect(readdirSync(folder)).toEqual([]);
	});
});

describe('a file', () => {
	it.each([
		['{"mcpServers": {"a": {"command": "x"}}', ':1:39  close brace expected. The file was not changed.'],
		['{\n  "a": 1\n  "b": 2\n}', ':3:3  comma expected. The file was not changed.'],
		['[]', ':1:1  expected an object. The file was not changed.'],
		['{"servers": 7}', ':1:13  servers: expected an object. The file was not changed.'],
	])('with a mistake is never rewritten: %j', async (content, problem) => {
		const {change, file, folder, text} = setUp(content);
		await expect(change(put('b'), 'user')).resolves.toEqual({
			type: 'refused',
			failure: {code: 'bad-config', message: file + problem, hint: 'Correct it there, then try again.'},
		});
		expect(text()).toBe(content);
		expect(readdirSync(folder)).toEqual(['config.json']);
	});

	it('of the user becomes private; one of the project keeps its mode', async () => {
		const {change, cwd, file} = setUp('{}');
		const project = join(cwd, '.mcp.json');
		writeFileSync(project, '{}');
		chmodSync(file, 0o644);
		chmodSync(project, 0o644);
		await change(put('a'), 'user');
		await change(put('a'), 'project');
		expect([modeOf(file), modeOf(project)]).toEqual([0o600, 0o644]);
	});

	it('behind a link is changed there, and the link stays', async () => {
		const {change, root, file} = setUp();
		const target = join(root, 'dotfiles.json');
		writeFileSync(target, '{"mine": 1}');
		mkdirSync(dirname(file), {recursive: true});
		symlinkSync(target, file);
		await expect(change(put('a'), 'user')).resolves.toEqual({type: 'changed', file});
		expect(lstatSync(file).isSymbolicLink()).toBe(true);
		expect(JSON.parse(readFileSync(target, 'utf8'))).toEqual({mine: 1, mcpServers: {a: {command: 'x'}}});
	});

	it('of a project that links out of it is left alone', async () => {
		const {change, root, cwd} = setUp();
		const target = join(root, 'other.json');
		writeFileSync(target, '{}');
		symlinkSync(target, join(cwd, '.mcp.json'));
		await expect(change(put('a'), 'project')).resolves.toMatchObject({
			type: 'refused',
			failure: {message: `${join(cwd, '.mcp.json')} is a link to ${target}, outside of this folder.`},
		});
		expect(readFileSync(target, 'utf8')).toBe('{}');
	});

	it('that cannot be written is as it was, and the reason is said', async () => {
		const {change, folder, file} = setUp();
		mkdirSync(dirname(folder), {recursive: true});
		writeFileSync(folder, 'not a folder');
		await expect(change(put('a'), 'user')).resolves.toMatchObject({
			type: 'refused',
			failure: {code: 'config-not-written', message: expect.stringContaining(`Cannot change ${file}: `)},
		});
		expect(readFileSync(folder, 'utf8')).toBe('not a folder');
	});

	it('loses what a crashed writer left beside it', async () => {
		const {change, folder} = setUp('{}');
		writeFileSync(join(folder, 'config.json.0123456789ab.tmp'), 'half');
		writeFileSync(join(folder, 'config.json.bak'), 'mine');
		await change(put('a'), 'user');
		expect(readdirSync(folder).sort()).toEqual(['config.json', 'config.json.bak']);
	});
});
