import {describe, expect, it} from 'vitest';
import {answerSampling} from '../../../source/core/chat/answer-sampling.ts';
import type {ModelEvent} from '../../../source/domain/model.ts';
import {events, scriptModel} from '../../helpers/scripted-model.ts';
import {createTurnHarness, readCall} from '../../helpers/turn-harness.ts';

const text = (value: string): ModelEvent => ({type: 'text', text: value});
const thinking: ModelEvent = {type: 'withdrawn', why: 'thinking'};
const restarted: ModelEvent = {type: 'withdrawn', why: 'restarted'};
const stop: ModelEvent = {type: 'finished', reason: 'stop'};

describe('text that turns out to be thinking', () => {
	it('is thinking in the answer, which is shown apart from it', async () => {
		const {run, sink, notices} = createTurnHarness(
			scriptModel(events(text('Let me see.'), thinking, text('Hello'), stop)),
		);
		await run();
		expect(sink.facts).toMatchObject([
			{type: 'step-started', stepId: 'id-1'},
			{type: 'answer-streamed', stepId: 'id-1', text: 'Let me see.'},
			{type: 'notice-raised'},
			{type: 'step-started', stepId: 'id-2'},
			{type: 'answer-streamed', stepId: 'id-2', text: 'Hello'},
			{
				type: 'step-finished',
				stepId: 'id-2',
				blocks: [
					{type: 'thinking', text: 'Let me see.'},
					{type: 'text', text: 'Hello'},
				],
			},
			{type: 'turn-finished'},
		]);
		expect(notices()).toEqual(['What test/model said so far was reasoning, not its answer.']);
	});

	it('is no part of what a server gets for its question', async () => {
		const model = scriptModel(events(text('Let me see. STOP'), thinking, text('Hello'), stop));
		const request = {messages: [], maxTokens: 100, modelHints: [], tools: []};
		expect(await answerSampling('sky', request, model, new AbortController().signal)).toMatchObject({
			content: [{type: 'text', text: 'Hello'}],
		});
	});
});

describe('an answer that the provider begins again', () => {
	it('leaves nothing of its first beginning, and runs only the calls of the second', async () => {
		const {run, sink, servers, notices} = createTurnHarness(
			scriptModel(
				events(
					text('First.'),
					{type: 'calling', modelName: 'files__write', characters: 5},
					restarted,
					text('Second.'),
					readCall('c1'),
					{type: 'finished', reason: 'tool-calls'},
				),
				events(text('Done'), stop),
			),
		);
		await run();
		expect(sink.facts).toContainEqual(
			expect.objectContaining({
				type: 'step-finished',
				blocks: [{type: 'text', text: 'Second.'}, expect.objectContaining({type: 'tool-call', callId: 'c1'})],
			}),
		);
		expect(servers.calls.map(({ref}) => ref.tool)).toEqual(['read']);
		expect(notices()).toEqual(['test/model began its answer again. What it had said before is left out.']);
	});

	it('is told of only where something was shown', async () => {
		const {run, sink, notices} = createTurnHarness(scriptModel(events(restarted, text('Hi'), stop)));
		await run();
		expect(notices()).toEqual([]);
		expect(sink.facts.filter(({type}) => type === 'step-started')).toHaveLength(1);
	});
});
