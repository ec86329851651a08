import {getEventListeners} from 'node:events';
import {describe, expect, it} from 'vitest';
import {createAskQueue} from '../../../source/app/ask-queue.ts';
import {ask} from '../../helpers/conversation-events.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';

const setUp = () => {
	const sink = createRecordingSink();
	const controller = new AbortController();
	return {sink, controller, signal: controller.signal, queue: createAskQueue(sink)};
};
const once = {type: 'allow', scope: 'once'} as const;

describe('the queue of questions', () => {
	it('raises a question and gives its answer to whoever asked', async () => {
		const {queue, sink, signal} = setUp();
		const answer = queue.askUser(ask('a1', 'c1'), signal);
		queue.answer('a1', once);
		await expect(answer).resolves.toEqual(once);
		expect(sink.facts).toEqual([
			{type: 'ask-raised', ask: ask('a1', 'c1')},
			{type: 'ask-answered', askId: 'a1', kind: 'approval', answer: once},
		]);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('answers by id, in any order', async () => {
		const {queue, signal} = setUp();
		const first = queue.askUser(ask('a1', 'c1'), signal);
		const second = queue.askUser(ask('a2', 'c2'), signal);
		queue.answer('a2', {type: 'deny'});
		queue.answer('a1', once);
		await expect(Promise.all([first, second])).resolves.toEqual([once, {type: 'deny'}]);
	});

	it('takes one answer per question', async () => {
		const {queue, sink, signal} = setUp();
		const answer = queue.askUser(ask('a1', 'c1'), signal);
		queue.answer('a1', {type: 'deny'});
		queue.answer('a1', once);
		queue.answer('nobody', once);
		await expect(answer).resolves.toEqual({type: 'deny'});
		expect(sink.facts.filter(({type}) => type === 'ask-answered')).toHaveLength(1);
	});

	it('withdraws a question that is interrupted, and takes no answer to it any more', async () => {
		const {queue, sink, controller} = setUp();
		const answer = queue.askUser(ask('a1', 'c1'), controller.signal);
		controller.abort();
		await expect(answer).resolves.toEqual({type: 'aborted'});
		queue.answer('a1', once);
		expect(sink.facts.slice(1)).toEqual([{type: 'ask-withdrawn', askId: 'a1', kind: 'approval'}]);
	});

	it('does not ask at all when the interruption came first', async () => {
		const {queue, sink} = setUp();
		await expect(queue.askUser(ask('a1', 'c1'), AbortSignal.abort())).resolves.toEqual({type: 'aborted'});
		expect(sink.facts).toEqual([]);
	});

	it('may be answered by someone who hears of the question as it is raised', async () => {
		const sink = createRecordingSink();
		const queue = createAskQueue({
			...sink,
			emit(fact) {
				sink.emit(fact);
				if (fact.type === 'ask-raised') {
					queue.answer(fact.ask.askId, {type: 'stop'});
				}
			},
		});
		await expect(queue.askUser(ask('a1', 'c1'), new AbortController().signal)).resolves.toEqual({
			type: 'stop',
		});
	});

	it('takes no second answer from someone who hears of the first', async () => {
		const sink = createRecordingSink();
		const queue = createAskQueue({
			...sink,
			emit(fact) {
				sink.emit(fact);
				if (fact.type === 'ask-answered') {
					queue.answer(fact.askId, {type: 'stop'});
				}
			},
		});
		const answer = queue.askUser(ask('a1', 'c1'), new AbortController().signal);
		queue.answer('a1', once);
		await expect(answer).resolves.toEqual(once);
		expect(sink.types()).toEqual(['ask-raised', 'ask-answered']);
	});

	it.each([
		[{type: 'accept', content: {value: 'secret'}}, {type: 'accept'}],
		[
			{type: 'edit', text: 'secret'},
			{type: 'edit', text: ''},
		],
		[{type: 'withhold', message: 'secret'}, {type: 'withhold'}],
	] as const)('tells nobody but the asker what the user wrote: %o', async (given, told) => {
		const {queue, sink, signal} = setUp();
		const answer = queue.askUser(ask('a1', 'c1'), signal);
		queue.answer('a1', given);
		await expect(answer).resolves.toEqual(given);
		expect(sink.facts.at(-1)).toMatchObject({type: 'ask-answered', answer: told});
		expect(JSON.stringify(sink.facts)).not.toContain('secret');
	});
});
