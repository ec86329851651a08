import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {stoppedTurn} from '../../../source/state/stopped-turn.ts';
import {at, replay} from '../../helpers/conversation-events.ts';

const failure = {code: 'broken', message: 'It broke.'};
const accepted = (turnId: string) =>
	at({type: 'message-accepted' as const, turnId, messageId: `m-${turnId}`, text: 'Hi'});
const answered = (turnId: string, stepId: string): readonly AppEvent[] => [
	at({type: 'step-started', turnId, stepId, model: 'm'}),
	at({type: 'answer-streamed', stepId, text: 'Hello'}),
	at({type: 'step-finished', stepId, reason: 'stop', blocks: [{type: 'text', text: 'Hello'}]}),
	at({type: 'turn-finished', turnId}),
];
const failed = (turnId: string) => at({type: 'turn-failed' as const, turnId, failure});

describe('the turn that can be tried again', () => {
	it.each<readonly [string, readonly AppEvent[], string | undefined]>([
		['none in an empty session', [], undefined],
		['none after a turn that finished', [accepted('t1'), ...answered('t1', 's1')], undefined],
		['the last one, if it failed before it said anything', [accepted('t1'), failed('t1')], 't1'],
		[
			'the last one, if it was interrupted in an answer',
			[accepted('t1'), ...answered('t1', 's1').slice(0, 2), at({type: 'turn-interrupted', turnId: 't1'})],
			't1',
		],
		['not one before it', [accepted('t1'), failed('t1'), accepted('t2'), ...answered('t2', 's2')], undefined],
		[
			'not one that was tried again and finished',
			[accepted('t1'), failed('t1'), at({type: 'turn-retried', turnId: 't1'}), ...answered('t1', 's2')],
			undefined,
		],
		[
			'also after a notice and a summary',
			[
				accepted('t1'),
				failed('t1'),
				at({type: 'notice-raised', tone: 'info', text: 'x'}),
				at({
					type: 'history-compacted',
					compactionId: 'k',
					summary: 'x',
					tokensBefore: 2,
					tokensAfter: 1,
				}),
			],
			't1',
		],
	])('is %s', (_, events, turnId) => {
		expect(stoppedTurn(replay(events))).toBe(turnId);
	});
});
