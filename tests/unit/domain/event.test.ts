import {describe, expect, it} from 'vitest';
import {type AppEvent, type AppFact, isSessionEvent} from '../../../source/domain/event.ts';
import {addressAsk, samplingAsk, signInAsk} from '../../helpers/ui-samples.ts';

/** A new event type does not compile until it is listed here, with whether it belongs in the session file. */
const belongsInFile: Readonly<Record<AppFact['type'], boolean>> = {
	'session-started': true,
	'session-resumed': true,
	'session-forked': true,
	'session-renamed': true,
	'approval-mode-changed': true,
	'work-mode-changed': true,
	'assistant-changed': true,
	'model-changed': true,
	'message-accepted': true,
	'turn-retried': true,
	'step-started': true,
	'answer-streamed': true,
	'thinking-streamed': true,
	'step-finished': true,
	'call-requested': true,
	'ask-raised': true,
	'ask-answered': true,
	'ask-withdrawn': true,
	'call-started': true,
	'call-succeeded': true,
	'call-failed': true,
	'call-denied': true,
	'call-cancelled': true,
	'sampling-answered': true,
	'history-compacted': true,
	'session-rewound': true,
	'rewind-undone': true,
	'usage-counted': true,
	'turn-finished': true,
	'turn-interrupted': true,
	'turn-failed': true,
	'server-status-changed': false,
	'server-noticed': false,
	'server-removed': false,
	'grants-changed': false,
	'session-grant-revoked': false,
	'browser-tried': false,
	'call-progressed': false,
	'model-learned': false,
	'call-drafted': false,
	'retry-scheduled': false,
	'tool-set-aside': false,
	'tools-excluded': false,
	'compaction-started': false,
	'compaction-failed': false,
	'message-queued': false,
	'attachments-requested': false,
	'servers-awaited': false,
	'message-returned': false,
	'queue-withdrawn': false,
	'notice-raised': false,
	'theme-changed': false,
	'saving-failed': false,
	'saving-resumed': false,
};

describe('isSessionEvent', () => {
	it.each(Object.entries(belongsInFile))('says of %s: %s', (type, expected) => {
		const ask = {kind: 'approval'};
		expect(isSessionEvent({type, ask, at: 0} as unknown as AppEvent)).toBe(expected);
	});

	it.each([addressAsk(), samplingAsk(), signInAsk])(
		'leaves out everything about a question of a server: %o',
		ask => {
			const {askId, kind} = ask;
			const events: readonly AppEvent[] = [
				{type: 'ask-raised', ask, at: 0},
				{type: 'ask-answered', askId, kind, answer: {type: 'dismiss'}, at: 0},
				{type: 'ask-withdrawn', askId, kind, at: 0},
			];
			expect(events.filter(isSessionEvent)).toEqual([]);
		},
	);

	it('leaves out how a turn is to go on: a session that goes on has no turn', () => {
		const ask = {
			kind: 'turn' as const,
			askId: 'a1',
			turnId: 't1',
			reason: 'steps-used' as const,
			message: 'All steps are used.',
		};
		const events: readonly AppEvent[] = [
			{type: 'ask-raised', ask, at: 0},
			{type: 'ask-answered', askId: 'a1', kind: 'turn', answer: {type: 'continue'}, at: 0},
			{type: 'ask-withdrawn', askId: 'a1', kind: 'turn', at: 0},
		];
		expect(events.filter(isSessionEvent)).toEqual([]);
	});
});
