import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readServeLine} from '../../../source/cli/read-serve-line.ts';
import {parseCommandLine} from '../../../source/command-line/parse-command-line.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const read = (words: readonly string[], cwd = '/') => {
	const parsed = parseCommandLine(['serve', ...words]);
	if (parsed.type === 'refused') throw new Error(parsed.message);
	return readServeLine(parsed.line, cwd);
};

const nothing = {mode: 'act', isPublic: false, allowedHosts: [], allowedOrigins: []};

describe('the arguments of serve', () => {
	it('are stdio and the current folder without any', () => {
		expect(read([], '/tmp')).toEqual({type: 'read', serve: nothing});
	});

	it('name ports, folders and the mode', () => {
		const cwd = createTemporaryFolder();
		expect(
			read(['--http', '0', '--rest', '8080', '--mode', 'plan', '--root', '.', '--root', '/'], cwd),
		).toEqual({
			type: 'read',
			serve: {...nothing, mode: 'plan', roots: [cwd, '/'], mcpPort: 0, restPort: 8080},
		});
	});

	it.each([
		['0.0.0.0', '0.0.0.0', true],
		['::', '::', true],
		['[::]', '::', true],
		['192.168.1.5', '192.168.1.5', true],
		['my-machine.lan', 'my-machine.lan', true],
		['127.0.0.1', '127.0.0.1', false],
		['127.0.0.2', '127.0.0.2', false],
		['::1', '::1', false],
		['[::1]', '::1', false],
		['localhost', undefined, false],
		['app.localhost', 'app.localhost', true],
	])('know whether others reach %s', (typed, host, isPublic) => {
		const found = read(['--http', '1', '--host', typed]);
		expect(found).toMatchObject({type: 'read', serve: {isPublic}});
		expect(found.type === 'read' && found.serve.host).toBe(host);
	});

	it('name other hosts and origins as they are sent', () => {
		const words = [
			'--http',
			'1',
			'--allow-host',
			'Tools.example:8080',
			'--allow-origin',
			'https://App.example/',
		];
		expect(read(words)).toMatchObject({
			serve: {allowedHosts: ['tools.example:8080'], allowedOrigins: ['https://app.example']},
		});
	});

	it.each([
		[['--http', 'x'], '--http needs a port from 0 (any that is free) to 65535, not "x".'],
		[['--rest', '65536'], '--rest needs a port from 0 (any that is free) to 65535, not "65536".'],
		[['--http', '-1'], '--http needs a port from 0 (any that is free) to 65535, not "-1".'],
		[['--http', '1e3'], '--http needs a port'],
		[['--root', '/nowhere'], '--root needs a folder, and /nowhere is none.'],
		[['--http', '1', '--host', 'http://x'], '--host cannot be "http://x"'],
		[['--http', '1', '--host', ''], '--host cannot be ""'],
		[
			['--http', '1', '--allow-origin', '*'],
			'--allow-origin cannot be "*"; it is written like https://app.example.',
		],
		[['--http', '1', '--allow-host', 'a/b'], '--allow-host cannot be "a/b"'],
		[['--host', '0.0.0.0'], '--host needs --http or --rest'],
		[['--json'], '--json needs --http or --rest'],
	])('are refused in a sentence: %j', (words, sentence) => {
		const found = read(words);
		expect(found.type === 'refused' && found.message).toContain(sentence);
	});

	it('do not take a file for a folder', () => {
		const file = join(createTemporaryFolder(), 'file');
		writeFileSync(file, '');
		expect(read(['--root', file])).toEqual({
			type: 'refused',
			message: `--root needs a folder, and ${file} is none.`,
		});
	});
});
