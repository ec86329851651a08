import {describe, expect, it} from 'vitest';
import {createCallReader} from '../../../source/core/sessions/export/recorded-calls.ts';
import type {SessionEvent, SessionFact} from '../../../source/domain/event.ts';
import {tourId} from '../../../source/domain/tour.ts';
import {ask, requested} from '../../helpers/conversation-events.ts';

const read = (...facts: readonly SessionFact[]) => {
	const reader = createCallReader();
	for (const [index, fact] of facts.entries()) reader.take({...fact, at: index * 1000} as SessionEvent);
	return reader.end();
};

const started = (callId = 'c1'): SessionFact => ({type: 'call-started', callId});
const result = {content: [{type: 'text' as const, text: 'one'}]};
const succeeded = (callId = 'c1', more = {}): SessionFact => ({
	type: 'call-succeeded',
	callId,
	result,
	...more,
});

describe('the calls of a session', () => {
	it('come in the order in which they were asked for, with what was answered and how long it took', () => {
		expect(
			read(requested('c1'), requested('c2'), started('c2'), succeeded('c2'), started(), succeeded()),
		).toEqual(
			['c1', 'c2'].map(path => ({
				server: 'files',
				tool: 'read',
				arguments: {path},
				answer: {type: 'answered', isError: false, result, milliseconds: 1000},
			})),
		);
	});

	it.each<[SessionFact, object]>([
		[
			{type: 'call-denied', callId: 'c1', rule: 'you'},
			{type: 'none', why: 'denied'},
		],
		[
			{type: 'call-cancelled', callId: 'c1', outcomeUnknown: false},
			{type: 'none', why: 'cancelled'},
		],
		[
			{type: 'call-cancelled', callId: 'c1', outcomeUnknown: true},
			{type: 'none', why: 'without a known outcome'},
		],
		[
			{type: 'call-failed', callId: 'c1', failure: {code: 'invalid-arguments', message: 'no'}},
			{type: 'none', why: 'not sent'},
		],
		[
			{type: 'call-failed', callId: 'c1', failure: {code: 'timeout', message: 'late'}},
			{type: 'none', why: 'without an answer'},
		],
		[
			{type: 'call-failed', callId: 'c1', failure: {code: 'tool-error', message: 'no'}, result},
			{type: 'answered', isError: true, result},
		],
		[{type: 'session-resumed'} as never, {type: 'none', why: 'cancelled'}],
	])('have no answer where nobody answered: %j', (end, answer) => {
		expect(read(requested('c1'), end)).toMatchObject([{answer}]);
	});

	it('are as the user let them run, and say so where the result is not that of the server', () => {
		const answered: SessionFact = {
			type: 'ask-answered',
			askId: 'a1',
			answer: {type: 'allow', scope: 'once', arguments: {path: 'mine'}} as never,
		};
		const [call] = read(
			requested('c1'),
			{type: 'ask-raised', ask: ask('a1', 'c1')},
			answered,
			started(),
			succeeded('c1', {reviewed: 'edited'}),
		);
		expect(call).toMatchObject({arguments: {path: 'mine'}});
		expect(call?.answer).toEqual({type: 'answered', isError: false});
	});

	it('of the tour are marked', () => {
		const step: SessionFact = {type: 'step-started', turnId: 't1', stepId: 's1', model: tourId};
		expect(read(step, requested('c1'), succeeded())).toMatchObject([{isOfTour: true}]);
	});

	it('without an end have an unknown outcome where they were sent', () => {
		expect(read(requested('c1'), started(), requested('c2'))).toMatchObject([
			{answer: {why: 'without a known outcome'}},
			{answer: {why: 'cancelled'}},
		]);
	});

	it('are only counted from some number on', () => {
		const facts = Array.from({length: 1001}, (_, index) => [
			requested(`c${index}`),
			succeeded(`c${index}`),
		]).flat();
		const calls = read(...facts);
		expect(calls).toHaveLength(1001);
		expect(calls.at(-2)?.answer.type).toBe('answered');
		expect(calls.at(-1)?.answer).toEqual({type: 'none', why: 'more than one file should hold'});
	});
});
