import {describe, expect, it} from 'vitest';
import {type AppEvent, type AppFact, isSessionEvent} from '../../../source/domain/event.ts';

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
	'call-progressed': false,
	'message-queued': false,
	'queue-withdrawn': false,
	'notice-raised': false,
	'saving-failed': false,
	'saving-resumed': false,
};

describe('isSessionEvent', () => {
	it.each(Object.entries(belongsInFile))('says of %s: %s', (type, expected) => {
		expect(isSessionEvent({type, at: 0} as AppEvent)).toBe(expected);
	});
});
