import {describe, expect, it} from 'vitest';
import {composeApprovals} from '../../../source/compose-approvals.ts';
import type {PartChange} from '../../../source/domain/definition-change.ts';

const reachedBy = (after: string): readonly PartChange[] => [
	{part: 'command', difference: [{type: 'added', text: after}]},
];

/** Only what accepting needs. */
const openDesk = (now: () => readonly PartChange[]) => {
	const accepted: string[] = [];
	const parts = {
		options: {allowedTools: [], disallowedTools: []},
		surroundings: {folders: {config: '/home', data: '/home'}},
		app: {refreshDefinitions: async () => undefined},
		servers: {},
		trust: {
			grants: {},
			pins: {
				reachChangeOf: now,
				acceptReach: async (server: string) => {
					accepted.push(server);
					return undefined;
				},
			},
		},
	};
	return {desk: composeApprovals(parts as never), accepted};
};

describe('accepting another way to a server', () => {
	it('accepts the way that was shown', async () => {
		const {desk, accepted} = openDesk(() => reachedBy('node b'));
		expect(await desk.accept({type: 'reach', server: 'one', parts: reachedBy('node b')})).toBeUndefined();
		expect(accepted).toEqual(['one']);
	});

	it('accepts nothing when it is another one by now', async () => {
		const {desk, accepted} = openDesk(() => reachedBy('evil'));
		const failure = await desk.accept({type: 'reach', server: 'one', parts: reachedBy('node b')});
		expect(failure?.message).toContain('has changed again');
		expect(accepted).toEqual([]);
	});
});
