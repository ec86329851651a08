import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {suggestServerName} from '../../../source/domain/suggest-server-name.ts';

const nobody = () => false;

describe('a server without a name', () => {
	it.each([
		['filesystem', {command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp']}],
		['context7', {command: 'npx', args: ['-y', '@upstash/context7-mcp@latest']}],
		['git', {command: 'uvx', args: ['mcp-server-git', '--repository', '.']}],
		['notes', {command: 'node', args: ['./build/notes.mjs']}],
		['files', {command: 'node', args: ['/srv/mcp-server-files/dist/index.js', '/tmp']}],
		['index', {command: 'node', args: ['dist/index.js']}],
		['time', {command: 'python3', args: ['-m', 'mcp_server_time']}],
		['memory', {command: '/usr/local/bin/mcp-memory'}],
		['github', {command: 'docker', args: ['run', '-i', 'ghcr.io/github/github-mcp-server']}],
		['tracker', {url: 'https://mcp.tracker.example/mcp'}],
		['example', {url: 'https://api.example.com/v1'}],
		['local', {url: 'http://127.0.0.1:3000/mcp'}],
		['server', {}],
	])('is called %s after the way it is reached', (name, entry) => {
		expect(suggestServerName(entry, nobody)).toBe(name);
	});

	it('gets a number where the name is taken', () => {
		const taken = new Set(['git', 'git-2']);
		expect(suggestServerName({command: 'uvx', args: ['mcp-server-git']}, name => taken.has(name))).toBe(
			'git-3',
		);
	});

	it('is always called something that needs no quotes', () => {
		fc.assert(
			fc.property(fc.string(), fc.array(fc.string()), (command, args) => {
				expect(suggestServerName({command, args}, nobody)).toMatch(/^[a-z0-9_][a-z0-9_-]*$/);
			}),
		);
	});
});
