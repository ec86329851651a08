import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {timeCovered} from '../../../source/domain/turn-times.ts';
import {allTurns} from '../../../source/state/turn-times.ts';
import {anyEvents, ask, at, replay, requested} from '../../helpers/conversation-events.ts';

const failure = {code: 'overloaded', message: 'The provider is busy.'};

/** A step that is tried twice, then two calls at the same time, one of which waits for the user. */
const events: readonly AppEvent[] = [
	at({type: 'message-accepted', turnId: 't', messageId: 'm', text: 'Do it'}, 0),
	at({type: 'step-started', turnId: 't', stepId: 's1', model: 'demo/x'}, 10),
	at({type: 'retry-scheduled', turnId: 't', failure, attempt: 2, attempts: 3, until: 500}, 100),
	at({type: 'step-started', turnId: 't', stepId: 's2', model: 'demo/x'}, 500),
	at({type: 'thinking-streamed', stepId: 's2', text: 'Hm'}, 600),
	at({type: 'answer-streamed', stepId: 's2', text: 'Well'}, 650),
	at({type: 'step-finished', stepId: 's2', reason: 'tool-calls', blocks: []}, 700),
	at(requested('c1', 's2'), 700),
	at(requested('c2', 's2'), 700),
	at({type: 'ask-raised', ask: ask('a1', 'c1')}, 710),
	at({type: 'call-started', callId: 'c2'}, 720),
	at({type: 'ask-answered', askId: 'a1', answer: {type: 'allow', scope: 'once'}}, 1000),
	at({type: 'call-started', callId: 'c1'}, 1000),
	at({type: 'call-failed', callId: 'c2', failure}, 1200),
	at({type: 'call-succeeded', callId: 'c1', result: {content: []}}, 1400),
	at({type: 'turn-finished', turnId: 't'}, 1500),
];

describe('what took the time in a turn', () => {
	it('is the model until its first word and after it, waits, questions and calls, each with its moments', () => {
		const [turn] = allTurns(replay(events).times);
		expect(turn).toMatchObject({turnId: 't', text: 'Do it', from: 0, until: 1500});
		expect(turn?.spans).toEqual([
			{kind: 'model', id: 's1', name: 'demo/x', from: 10, until: 100, end: 'failed'},
			{kind: 'retry', id: '', name: 'The provider is busy.', from: 100, until: 500},
			{kind: 'model', id: 's2', name: 'demo/x', from: 500, heardAt: 600, until: 700},
			{kind: 'question', id: 'a1', name: 'files read', from: 710, until: 1000},
			{kind: 'tool', id: 'c2', name: 'files read', from: 720, until: 1200, end: 'failed'},
			{kind: 'tool', id: 'c1', name: 'files read', from: 1000, until: 1400},
		]);
	});

	it('is summed up by what took it, and what ran at the same time counts once', () => {
		const {sums, steps} = replay(events).times;
		expect(sums).toEqual({model: 290, retry: 400, question: 290, tool: 680, summary: 0});
		expect(steps).toBe(2);
	});

	it('ends where it was last seen when the program died, and the call has an unknown outcome', () => {
		const died = [
			...events.slice(0, 13),
			at({type: 'session-resumed' as const, sessionId: 's', version: '1', model: 'm'}, 9_000_000),
		];
		const {times} = replay(died);
		expect(times.open).toBeUndefined();
		expect(times.turns.at(0)).toMatchObject({until: 1000, end: 'unknown'});
	});

	it('goes on while the turn does', () => {
		const {times} = replay(events.slice(0, 5));
		expect([times.turns.length, allTurns(times).at(-1)?.until]).toEqual([0, undefined]);
	});

	it('of a turn that is tried again is told apart, with the same words', () => {
		const again = replay([...events, at({type: 'turn-retried', turnId: 't'}, 2000)]);
		expect(again.times.open).toMatchObject({turnId: 't', text: 'Do it', from: 2000, spans: []});
	});

	it('never ends before it began, whatever happens in whatever order', () => {
		fc.assert(
			fc.property(anyEvents, any => {
				for (const {from, until = Number.POSITIVE_INFINITY, spans} of allTurns(replay(any).times)) {
					expect(until).toBeGreaterThanOrEqual(from);
					for (const span of spans) {
						expect(span.until ?? until).toBeGreaterThanOrEqual(span.from);
						expect(span.from).toBeGreaterThanOrEqual(from);
					}
					expect(timeCovered(spans, from)).toBeGreaterThanOrEqual(0);
				}
			}),
		);
	});
});
