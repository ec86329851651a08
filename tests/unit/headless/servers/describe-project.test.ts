import {describe, expect, it} from 'vitest';
import type {ProjectServerOffer} from '../../../../source/domain/ask.ts';
import {describeProject} from '../../../../source/headless/servers/describe-project.ts';

const offer = (name: string, more: Partial<ProjectServerOffer> = {}): ProjectServerOffer => ({
	name,
	file: '/work/shop/.mcp.json',
	runs: 'node server.js',
	variables: [],
	isChanged: false,
	...more,
});

describe('the servers of a project that are not trusted', () => {
	it('are listed by file with what they would run, and how to use them', () => {
		const servers = [
			offer('files', {variables: ['API_KEY', 'MODE']}),
			offer('db', {runs: 'uvx db', isChanged: true}),
			offer('web', {file: '/work/shop/.vscode/mcp.json', runs: 'https://a.example/mcp'}),
		];
		expect(describeProject(servers)).toEqual([
			'/work/shop/.mcp.json',
			'  - files  node server.js  (not trusted)  sets API_KEY, MODE',
			'  - db     uvx db  (not trusted: it has changed since you trusted it)',
			'/work/shop/.vscode/mcp.json',
			'  - web  https://a.example/mcp  (not trusted)',
			'Nothing of these is started or contacted. Start the chat in this folder to be asked, or add --trust-project.',
		]);
	});

	it('are no lines where there are none, and harmless where they are hostile', () => {
		expect(describeProject([])).toEqual([]);
		const evil = offer('a\nb\x1b[2J', {runs: 'x\r\x1b]0;y\x07', variables: ['\x1b[31m']});
		const lines = describeProject([evil]);
		expect(lines).toHaveLength(3);
		expect(lines.join('')).not.toMatch(/[\x1b\r\n]/);
	});
});
