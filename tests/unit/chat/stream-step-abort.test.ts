import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {streamStep} from '../../../source/core/chat/stream-step.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {createCounterIds} from '../../helpers/counter-ids.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import {createRecordingSink} from '../../helpers/recording-sink.ts';
import {hangsAfter, type ScriptedAnswer, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

const setUp = (answer: ScriptedAnswer) => {
	const sink = createRecordingSink();
	const clock = createFakeClock();
	const controller = new AbortController();
	const model = scriptModel(answer);
	const run = () =>
		streamStep(
			's1',
			{messages: [], tools: []},
			{model, sink, schedule: clock.schedule, newId: createCounterIds(), calls: () => []},
			controller.signal,
		);
	return {sink, clock, controller, run};
};

describe('an abort', () => {
	it('before the first event ends the step', async () => {
		const {run, controller, sink} = setUp(says('Hello'));
		controller.abort();
		await expect(run()).resolves.toEqual({type: 'aborted'});
		expect(sink.facts).toEqual([]);
	});

	it('ends the step although the model ignores it', async () => {
		const {run, controller, sink, clock} = setUp(hangsAfter({type: 'text', text: 'Hel'}));
		const done = run();
		await sink.said('answer-streamed');
		controller.abort();
		await expect(done).resolves.toEqual({type: 'aborted'});
		expect(clock.timers()).toBe(0);
	});

	it('is an abort and not a failure when the model answers it with an error', async () => {
		const {run, controller, sink} = setUp((_request, signal) => ({
			async *[Symbol.asyncIterator]() {
				yield {type: 'text' as const, text: 'Hel'};
				await new Promise(resolve => signal.addEventListener('abort', resolve));
				throw new DOMException('This operation was aborted', 'AbortError');
			},
		}));
		const done = run();
		await sink.said('answer-streamed');
		controller.abort();
		await expect(done).resolves.toEqual({type: 'aborted'});
	});

	it('is an abort when the model throws before it streams', async () => {
		const {run, controller} = setUp(() => {
			controller.abort();
			throw new Error('aborted');
		});
		await expect(run()).resolves.toEqual({type: 'aborted'});
	});

	it('keeps what was said until then', async () => {
		const {run, controller, sink} = setUp((_request, signal) => ({
			async *[Symbol.asyncIterator]() {
				yield {type: 'text' as const, text: 'A'};
				yield {type: 'text' as const, text: 'B'};
				controller.abort();
				yield {type: 'text' as const, text: signal.aborted ? 'C' : ''};
			},
		}));
		await expect(run()).resolves.toEqual({type: 'aborted'});
		expect(sink.facts.map(fact => 'text' in fact && fact.text).join('')).toMatch(/^AB/);
	});

	it('at any event is never a failure and never an answer with calls', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({min: 0, max: 6}), fc.boolean(), async (abortAt, endsWell) => {
				const list: readonly ModelEvent[] = [
					{type: 'thinking', text: 'Hm'},
					{type: 'text', text: 'A'},
					{type: 'text', text: 'B'},
					toolCall('c1', 'x'),
					toolCall('c2', 'x'),
				];
				const {run, controller, clock} = setUp(() => ({
					async *[Symbol.asyncIterator]() {
						for (const [index, event] of list.entries()) {
							if (index === abortAt) {
								controller.abort();
							}
							yield event;
						}
						controller.abort();
						if (endsWell) {
							yield {type: 'finished' as const, reason: 'tool-calls' as const};
						}
					},
				}));
				await expect(run()).resolves.toEqual({type: 'aborted'});
				expect(clock.timers()).toBe(0);
			}),
		);
	});
});
