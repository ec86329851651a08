import {describe, expect, it} from 'vitest';
import {type AppEvent, type AppFact, isSessionEvent} from '../../../source/domain/event.ts';
import {addressAsk, samplingAsk, signInAsk} from '../../helpers/ui-samples.ts';

/** A new event type does not compile until it is listed here, with whether it belongs in the session file. */
const belongsInFile: Readonly<Record<AppFact['type'], boolean>> = {
	'session-started': true,
	'session-resumed': true,
	'approval-mode-changed': true,
	'message-accepted': true,
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
	'turn-finished': true,
	'turn-interrupted': true,
	'turn-failed': true,
	'server-status-changed': false,
	'server-noticed': false,
	'browser-tried': false,
	'call-progressed': false,
	'message-queued': false,
	'queue-withdrawn': false,
	'notice-raised': false,
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
});
