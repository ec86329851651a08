import {describe, expect, it} from 'vitest';
import {createReachAcceptor} from '../../../source/app/accept-reach.ts';
import type {AskAnswer} from '../../../source/domain/ask.ts';
import type {PartChange} from '../../../source/domain/definition-change.ts';
import {ask} from '../../helpers/conversation-events.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';

const shown: readonly PartChange[] = [{part: 'command', difference: [{type: 'added', text: 'npx files'}]}];
const newer: readonly PartChange[] = [{part: 'command', difference: [{type: 'added', text: 'npx evil'}]}];

const acceptedAfter = async (
	given: AskAnswer,
	{changes = shown, now = shown}: {changes?: readonly PartChange[]; now?: readonly PartChange[]} = {},
): Promise<readonly string[]> => {
	const accepted: string[] = [];
	const accept = createReachAcceptor({
		serverChangesOf: () => now,
		async acceptServerChange(server) {
			accepted.push(server);
			return undefined;
		},
		sink: createRecordingSink(),
	});
	await accept({...ask('a1', 'c1'), changes}, given);
	return accepted;
};

describe('another way to a server', () => {
	it.each(['tool', 'server'] as const)('is accepted with an "always" for the %s', async scope => {
		await expect(acceptedAfter({type: 'allow', scope})).resolves.toEqual(['files']);
	});

	it.each<AskAnswer>([{type: 'allow', scope: 'once'}, {type: 'allow', scope: 'session'}, {type: 'deny'}])(
		'is not accepted with %o',
		async given => {
			await expect(acceptedAfter(given)).resolves.toEqual([]);
		},
	);

	it('is not accepted where it was not shown, or is yet another one by now', async () => {
		const always: AskAnswer = {type: 'allow', scope: 'tool'};
		await expect(acceptedAfter(always, {changes: []})).resolves.toEqual([]);
		await expect(acceptedAfter(always, {now: newer})).resolves.toEqual([]);
	});

	it('is told when it could not be saved', async () => {
		const sink = createRecordingSink();
		const accept = createReachAcceptor({
			serverChangesOf: () => shown,
			acceptServerChange: async () => ({code: 'disk', message: 'The disk is full.', hint: 'Make room.'}),
			sink,
		});
		await accept({...ask('a1', 'c1'), changes: shown}, {type: 'allow', scope: 'tool'});
		expect(sink.facts).toEqual([
			{type: 'notice-raised', tone: 'warning', text: 'The disk is full.\nMake room.', server: 'files'},
		]);
	});
});
