import {expect, it} from 'vitest';
import {describeCommandLine} from '../../../source/core/mcp/connection/command-line.ts';

it('shows a command as a person would type it', () => {
	expect(describeCommandLine('npx', ['-y', '@scope/server', 'my folder'])).toBe(
		"npx -y @scope/server 'my folder'",
	);
});

it.each([
	[['--api-key', 'canary']],
	[['--token=canary']],
	[['-e', 'GITHUB_TOKEN=canary']],
	[['postgres://user:canary@host/db']],
	[['--header', 'Authorization=canary']],
	[['https://a.example', '--header', 'Authorization: Bearer canary']],
	[['-p', 'canary']],
])('does not show the secret in %j', args => {
	const line = describeCommandLine('server', args);
	expect(line).not.toContain('canary');
	expect(line).toContain('•••');
});

it('shows a flag that follows another', () => {
	expect(describeCommandLine('server', ['--no-auth', '--port', '80'])).toBe('server --no-auth --port 80');
});

it('cuts a line that is too long', () => {
	expect(describeCommandLine('server', ['x'.repeat(500)]).length).toBeLessThan(210);
});
