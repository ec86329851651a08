import {describe, expect, it} from 'vitest';
import {pinnedReach, serverChange} from '../../../../source/core/approvals/pins/server-change.ts';
import {remoteConfig} from '../../../helpers/mcp-servers.ts';
import {startOf} from './pin-harness.ts';

const stdio = startOf('files', {command: 'npx', args: ['-y', 'good'], env: {TOKEN: 'secret-value'}});

describe('how a server is reached', () => {
	it('has not changed when only values have', () => {
		expect(serverChange(pinnedReach(stdio), {...stdio, env: {TOKEN: 'other'}} as typeof stdio)).toEqual([]);
	});

	it('is told as a command and an address where it was the one and is the other', () => {
		const remote = remoteConfig('http', 'https://evil.example/mcp?key=canary', {
			headers: {'X-Key': 'canary'},
		});
		const changes = serverChange(pinnedReach(stdio), remote);
		expect(changes.map(({part}) => part)).toEqual(['command', 'url', 'environment']);
		expect(changes[0]?.difference).toEqual([{type: 'removed', text: 'npx -y good'}]);
		expect(changes[1]?.difference).toEqual([{type: 'added', text: 'https://evil.example/mcp?•••'}]);
		expect(JSON.stringify(changes)).not.toContain('canary');
	});

	it('is told with the folder in which the command runs', () => {
		const changes = serverChange(pinnedReach(stdio), {...stdio, cwd: '/srv/evil'} as typeof stdio);
		expect(changes).toMatchObject([{part: 'command', difference: [{type: 'removed'}, {type: 'added'}]}]);
		expect(changes[0]?.difference[1]?.text).toContain('in /srv/evil');
	});

	it('says so where what has changed may not be shown', () => {
		const withKey = (key: string) => startOf('files', {command: 'serve', args: ['--api-key', key]});
		const changes = serverChange(pinnedReach(withKey('canary-one')), withKey('canary-two'));
		expect(changes).toHaveLength(1);
		expect(changes[0]?.difference.at(-1)).toEqual({
			type: 'added',
			text: ' (a part that is not shown has changed)',
		});
		expect(JSON.stringify(changes)).not.toContain('canary');
	});
});
