import {describe, expect, it} from 'vitest';
import type {AssistantBlock} from '../../../source/domain/message.ts';
import {
	accepted,
	contextOf,
	failure,
	finished,
	oneCall,
	resultOf,
	stepStarted,
	streamed,
} from '../../helpers/context-events.ts';
import {at} from '../../helpers/conversation-events.ts';

describe('an answer that was cut', () => {
	const step = (stepId: string) => at({type: 'step-started' as const, turnId: 't1', stepId, model: 'm'});
	const said = (stepId: string, text: string) => at({type: 'answer-streamed' as const, stepId, text});
	const failed = at({type: 'turn-failed' as const, turnId: 't1', failure});
	const cut = [accepted('t1', 'Hi'), step('s1'), said('s1', 'Hel')];

	it('is left out when another answer of the same turn came after it', () => {
		expect(
			contextOf(
				...cut,
				step('s2'),
				said('s2', 'Hello'),
				at({type: 'step-finished', stepId: 's2', reason: 'stop', blocks: [{type: 'text', text: 'Hello'}]}),
				at({type: 'turn-finished', turnId: 't1'}),
			),
		).toEqual([
			{role: 'user', text: 'Hi'},
			{role: 'assistant', blocks: [{type: 'text', text: 'Hello'}]},
		]);
	});

	it('is left out of all but the last of several that were cut', () => {
		expect(contextOf(...cut, step('s2'), said('s2', 'He'), failed)).toEqual([
			{role: 'user', text: 'Hi'},
			{role: 'assistant', blocks: [{type: 'text', text: 'He'}]},
		]);
	});

	it('is left out while its turn is tried again', () => {
		expect(contextOf(...cut, failed)).toHaveLength(2);
		expect(contextOf(...cut, failed, at({type: 'turn-retried', turnId: 't1'}))).toEqual([
			{role: 'user', text: 'Hi'},
		]);
		expect(contextOf(...cut, failed, at({type: 'turn-retried', turnId: 't1'}), step('s2'))).toHaveLength(1);
	});

	it('stays when the next answer belongs to another turn', () => {
		expect(
			contextOf(
				...cut,
				failed,
				accepted('t2', 'And?'),
				at({type: 'step-started', turnId: 't2', stepId: 's2', model: 'm'}),
			),
		).toHaveLength(3);
	});
});

describe('a history that was summarised', () => {
	const compacted = (summary: string) =>
		at({
			type: 'history-compacted' as const,
			compactionId: `k-${summary}`,
			summary,
			tokensBefore: 100,
			tokensAfter: 10,
		});

	it('begins with the summary, as a message of the user', () => {
		expect(contextOf(...oneCall, compacted('All about it.'), accepted('t2', 'And?'))).toEqual([
			{role: 'user', text: 'All about it.'},
			{role: 'user', text: 'And?'},
		]);
	});

	it('begins with the last of several summaries', () => {
		expect(contextOf(compacted('one'), accepted('t1', 'Hi'), compacted('two'))).toEqual([
			{role: 'user', text: 'two'},
		]);
	});

	it('holds no half answer from before the summary', () => {
		expect(contextOf(accepted('t1', 'Hi'), stepStarted, streamed('Hel'), compacted('one'))).toEqual([
			{role: 'user', text: 'one'},
		]);
	});
});

describe('a call whose arguments were no JSON object', () => {
	it('is shown to the model with empty arguments', () => {
		const block: AssistantBlock = {
			type: 'tool-call',
			callId: 'c1',
			modelName: 'files__read',
			arguments: {half: 1},
			invalid: '{"half": 1',
		};
		expect(contextOf(stepStarted, finished(block))[0]).toEqual({
			role: 'assistant',
			blocks: [{type: 'tool-call', callId: 'c1', modelName: 'files__read', arguments: {}}],
		});
	});
});

describe('a result that was cut', () => {
	it.each(['call-succeeded', 'call-failed'] as const)(
		'is shown as it was kept, whose mark says how to read on (%s)',
		type => {
			const content = [{type: 'text' as const, text: 'head [… 10 characters left out …] tail'}];
			const result = {content, stored: {id: 'r1', characters: 5000}};
			expect(resultOf(at({type, callId: 'c1', failure, result}))).toMatchObject({content});
		},
	);
});
