import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type AppEvent, isSessionEvent} from '../../../source/domain/event.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {
	accepted,
	callBlock,
	contextOf,
	failure,
	finished,
	oneCall,
	resultOf,
	stepStarted,
	streamed,
} from '../../helpers/context-events.ts';
import {anyEvents, at, replay, requested} from '../../helpers/conversation-events.ts';

describe('the model context', () => {
	it('holds what was said, in order, and nothing else', () => {
		expect(
			contextOf(
				accepted('t1', 'Hi'),
				stepStarted,
				at({type: 'notice-raised', tone: 'info', text: 'secret notice'}),
				streamed('Hello'),
				finished({type: 'thinking', text: 'Hm.'}, {type: 'text', text: 'Hello'}),
				at({type: 'turn-failed', turnId: 't1', failure}),
				accepted('t2', 'And?'),
			),
		).toEqual([
			{role: 'user', text: 'Hi'},
			{
				role: 'assistant',
				blocks: [
					{type: 'thinking', text: 'Hm.'},
					{type: 'text', text: 'Hello'},
				],
			},
			{role: 'user', text: 'And?'},
		]);
	});

	it('keeps the provider’s own blocks untouched', () => {
		const raw = {format: 'anthropic', content: [{type: 'thinking', signature: 'abc=='}]};
		expect(contextOf(stepStarted, {...finished({type: 'text', text: 'x'}), raw})).toEqual([
			{role: 'assistant', blocks: [{type: 'text', text: 'x'}], raw},
		]);
	});

	it('does not hold an answer that is still arriving', () => {
		expect(contextOf(accepted('t1', 'Hi'), stepStarted, streamed('Hel'))).toEqual([
			{role: 'user', text: 'Hi'},
		]);
	});

	it('holds only the text of an answer that was cut', () => {
		expect(
			contextOf(
				accepted('t1', 'Hi'),
				stepStarted,
				at({type: 'thinking-streamed', stepId: 's1', text: 'Hm.'}),
				streamed('Hel'),
				at({type: 'turn-interrupted', turnId: 't1'}),
			).slice(1),
		).toEqual([{role: 'assistant', blocks: [{type: 'text', text: 'Hel'}]}]);
	});

	it('leaves out a cut answer without text', () => {
		expect(
			contextOf(
				accepted('t1', 'Hi'),
				stepStarted,
				at({type: 'thinking-streamed', stepId: 's1', text: 'Hm.'}),
				at({type: 'turn-interrupted', turnId: 't1'}),
			),
		).toHaveLength(1);
	});

	it('leaves out an answer that finished without a block', () => {
		expect(contextOf(stepStarted, streamed('x'), finished())).toEqual([]);
	});

	it('puts the results of an answer directly after it, in the order of its calls', () => {
		const context = contextOf(
			stepStarted,
			finished(callBlock('c1'), callBlock('c2')),
			at(requested('c1')),
			at(requested('c2')),
			at({type: 'call-succeeded', callId: 'c2', result: {content: [{type: 'text', text: 'two'}]}}),
			at({type: 'call-succeeded', callId: 'c1', result: {content: [{type: 'text', text: 'one'}]}}),
			accepted('t2', 'Next'),
		);
		expect(context.slice(1)).toEqual([
			{role: 'tool', callId: 'c1', outcome: 'succeeded', content: [{type: 'text', text: 'one'}]},
			{role: 'tool', callId: 'c2', outcome: 'succeeded', content: [{type: 'text', text: 'two'}]},
			{role: 'user', text: 'Next'},
		]);
	});
});

describe('the result that a model gets', () => {
	const image = {type: 'image' as const, mimeType: 'image/png', data: 'AA=='};
	const text = (value: string) => [{type: 'text', text: value}];

	it.each([
		['the content', {content: [image], structured: {a: 1}}, [image]],
		['the structured content where there is no other', {content: [], structured: {a: 1}}, text('{"a":1}')],
		['structured content that is null', {content: [], structured: null}, text('null')],
		['a sentence where there is nothing at all', {content: []}, text('The tool returned nothing.')],
	])('is %s', (_, result, content) => {
		expect(resultOf(at({type: 'call-succeeded', callId: 'c1', result}))).toEqual({
			role: 'tool',
			callId: 'c1',
			outcome: 'succeeded',
			content,
		});
	});

	it('is what a failed tool said, or else why it failed', () => {
		expect(resultOf(at({type: 'call-failed', callId: 'c1', failure}))).toMatchObject({
			outcome: 'failed',
			content: text('It broke.'),
		});
		expect(resultOf(at({type: 'call-failed', callId: 'c1', failure, result: {content: []}}))).toMatchObject({
			content: text('It broke.'),
		});
		expect(
			resultOf(at({type: 'call-failed', callId: 'c1', failure, result: {content: [image]}})),
		).toMatchObject({
			outcome: 'failed',
			content: [image],
		});
	});

	it('is the rule that denied it, with the words of the user if there are any', () => {
		expect(resultOf(at({type: 'call-denied', callId: 'c1', rule: 'disallowed by "x"'}))).toMatchObject({
			outcome: 'denied',
			content: text('This call was not allowed (disallowed by "x"). Do not repeat it unless asked to.'),
		});
		expect(resultOf(at({type: 'call-denied', callId: 'c1', rule: 'r', reason: 'Use b.txt.'}))).toMatchObject({
			outcome: 'denied',
			content: text('This call was not allowed (r). The user says: Use b.txt.'),
		});
	});

	it.each([
		['was interrupted after it was sent', {type: 'call-cancelled', outcomeUnknown: true}, /unknown/],
		['was interrupted before it was sent', {type: 'call-cancelled', outcomeUnknown: false}, /did not run/],
		['was running when the program died', {type: 'call-started'}, /after it was sent.*unknown/],
	] as const)('tells the truth about a call that %s', (_, fact, sentence) => {
		expect(resultOf(at({...fact, callId: 'c1'}))).toMatchObject({
			outcome: 'cancelled',
			content: [{text: expect.stringMatching(sentence)}],
		});
	});

	it('says that a call did not run when the program died before it', () => {
		const notRun = {role: 'tool', outcome: 'cancelled', content: text('This call did not run.')};
		expect(resultOf()).toMatchObject(notRun);
		expect(contextOf(...oneCall.slice(0, 3)).at(-1)).toMatchObject(notRun);
	});
});

describe('the model context, whatever happened and wherever it was cut', () => {
	it('has one result per call, directly after its answer, and no other result', () => {
		fc.assert(
			fc.property(anyEvents, fc.nat(), (events, seed) => {
				const cut = events.slice(0, seed % (events.length + 1));
				expectValidHistory(contextOf(...cut));
				expectValidHistory(contextOf(...cut, accepted('t-next', 'Go on')));
			}),
			{numRuns: 500},
		);
	});

	it('ends with the new message after any cut', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				expect(contextOf(...events, accepted('t-next', 'Go on')).at(-1)).toEqual({
					role: 'user',
					text: 'Go on',
				});
			}),
		);
	});

	it('has no call from an answer that did not finish', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const state = replay(events);
				const visible = [...state.items].slice(
					[...state.items].findLastIndex(({type}) => type === 'compaction') + 1,
				);
				const finishedCalls = visible.flatMap(item =>
					item.type === 'answer' && item.status === 'finished'
						? item.blocks.filter(block => block.type === 'tool-call')
						: [],
				);
				const sent = modelContext(state).flatMap(message =>
					message.role === 'assistant' ? message.blocks.filter(block => block.type === 'tool-call') : [],
				);
				expect(sent).toEqual(finishedCalls);
			}),
		);
	});

	it('is the same when only the session file is replayed', () => {
		fc.assert(
			fc.property(anyEvents, fc.nat(), (events, seed) => {
				const cut = events.slice(0, seed % (events.length + 1));
				expect(contextOf(...cut.filter(isSessionEvent))).toEqual(contextOf(...cut));
			}),
			{numRuns: 500},
		);
	});

	it('is the same every time it is asked for, and the same after a round trip through JSON', () => {
		fc.assert(
			fc.property(anyEvents, events => {
				const state = replay(events);
				const context = modelContext(state);
				expect(modelContext(state)).toEqual(context);
				expect(contextOf(...(JSON.parse(JSON.stringify(events)) as AppEvent[]))).toEqual(context);
			}),
		);
	});
});
