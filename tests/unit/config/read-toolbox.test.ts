// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a person writes variables like this
import {describe, expect, it} from 'vitest';
import {readConfig} from '../../../source/core/config/read-config.ts';

const read = (text: string, isForeign = false) =>
	readConfig('f', text, {HOME: '/home/ada'}, {isForeign, cwd: '/project'});

describe('what the configuration says about the built-in tools', () => {
	it('is nothing where it says nothing', () => {
		expect(read('{}')).not.toHaveProperty('toolbox');
	});

	it.each([
		['true', true],
		['false', false],
		['{"disabled": true}', false],
		['{"disabled": false}', true],
	])('is %s, which is understood', (written, isWanted) => {
		const {toolbox, problems} = read(`{"toolbox": ${written}}`);
		expect(problems).toEqual([]);
		expect(toolbox).toEqual({isWanted, excludeTools: [], allowedHosts: []});
	});

	it('may narrow the tools without asking for them', () => {
		expect(read('{"toolbox": {}}').toolbox).toEqual({excludeTools: [], allowedHosts: []});
	});

	it('names folders with variables, from the folder in which the program runs, and tools and hosts', () => {
		const {toolbox, problems} = read(
			'{"toolbox": {"roots": ["${HOME}/notes", "."], "include_tools": ["read-*"], "excludeTools": ["write-file"], "allowedHosts": ["wiki", "127.0.0.1:8080", "[::1]:80"]}}',
		);
		expect(problems).toEqual([]);
		expect(toolbox).toEqual({
			roots: ['/home/ada/notes', '/project'],
			includeTools: ['read-*'],
			excludeTools: ['write-file'],
			allowedHosts: ['wiki', '127.0.0.1:8080', '[::1]:80'],
		});
	});

	it.each([
		['"toolbox": 1', 'f:1:13  toolbox: expected true, false or an object'],
		['"toolbox": {"root": ["a"]}', 'f:1:14  toolbox.root: unknown key; did you mean roots?'],
		['"toolbox": {"roots": "a"}', 'f:1:23  toolbox.roots: expected an array'],
		['"toolbox": {"roots": [" "]}', 'f:1:24  toolbox.roots[0]: must not be empty'],
		[
			'"toolbox": {"roots": [".", "${NOWHERE}"]}',
			'f:1:29  toolbox.roots[1]: the variable NOWHERE is not set. Set it, or write ${NOWHERE:-default}',
		],
		[
			'"toolbox": {"allowedHosts": ["http://a/b"]}',
			'f:1:31  toolbox.allowedHosts[0]: expected a host, or host:port',
		],
		['"tolbox": false', 'f:1:2  tolbox: unknown key; did you mean toolbox?'],
	])('opens nothing because of a slip: %s', (written, problem) => {
		const {toolbox, problems} = read(`{${written}}`);
		expect(problems).toEqual([problem]);
		expect(toolbox?.isWanted).toBe(false);
	});

	it('is off where nobody can tell what the file says', () => {
		expect(read('{"toolbox": false').toolbox?.isWanted).toBe(false);
	});

	it('counts in no file of others', () => {
		const {toolbox, problems} = read('{"toolbox": true}', true);
		expect(toolbox).toBeUndefined();
		expect(problems).toEqual(['f:1:13  toolbox: counts only in your own configuration; it is left out']);
	});
});
