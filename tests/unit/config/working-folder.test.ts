import {describe, expect, it} from 'vitest';
import {readServerEntry} from '../../../source/core/config/server-entry.ts';

const folderOf = (cwd: string, file: string, isForeign: boolean) => {
	const context = {file, env: {}, workspaceFolder: '/elsewhere', isForeign};
	const read = readServerEntry('a', {command: 'x', cwd}, context);
	return read.type === 'server' && read.server.type === 'stdio' ? read.server.cwd : undefined;
};

describe('a relative working folder', () => {
	it.each([
		['/agents/agent.yaml', 'sub', '/agents/sub'],
		['/agents/agent.yaml', '../data', '/data'],
		['/agents/agent.yaml', '/data', '/data'],
		['/site/.mcp.json', '.', '/site'],
		['/site/.vscode/mcp.json', 'sub', '/site/sub'],
	])('counts from the file of others that names it: in %s, %s is %s', (file, cwd, folder) => {
		expect(folderOf(cwd, file, true)).toBe(folder);
	});

	it("counts from where the user works in the user's own file", () => {
		expect(folderOf('sub', '/home/ada/.config/mcp-tui/config.json', false)).toBe('sub');
	});
});
