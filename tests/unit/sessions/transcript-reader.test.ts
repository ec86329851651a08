import {describe, expect, it} from 'vitest';
import {createTranscriptReader} from '../../../source/core/sessions/transcript-reader.ts';
import type {SessionEvent, SessionFact} from '../../../source/domain/event.ts';
import type {SessionEntry} from '../../../source/domain/session-entry.ts';
import {requested} from '../../helpers/conversation-events.ts';

/** What a person reads of a log, whose events are a second apart. */
const read = (...facts: readonly SessionFact[]): readonly SessionEntry[] => readAs(false, facts);

const readAs = (isForModel: boolean, facts: readonly SessionFact[]): readonly SessionEntry[] => {
	const entries: SessionEntry[] = [];
	const reader = createTranscriptReader(entry => entries.push(entry), isForModel);
	for (const [index, fact] of facts.entries()) reader.take({...fact, at: index * 1000} as SessionEvent);
	reader.end();
	return entries;
};

const said: SessionFact = {type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'hello\nthere'};
const begun: SessionFact = {type: 'step-started', turnId: 't1', stepId: 's1', model: 'demo/tour'};
const text = (words: string): SessionFact => ({type: 'answer-streamed', stepId: 's1', text: words});
const started: SessionFact = {type: 'call-started', callId: 'c1'};
const result = {content: [{type: 'text' as const, text: 'one'}]};

describe('what a person reads of a session', () => {
	it('is a message with the names of what went with it', () => {
		expect(
			read({
				...said,
				attachments: [
					{type: 'resource', server: 'files', uri: 'file:///a', contents: []},
					{type: 'prompt', server: 'files', prompt: 'sum', arguments: {}, messages: []},
				] as never,
			}),
		).toEqual([
			{
				type: 'user',
				at: 0,
				messageId: 'm1',
				text: 'hello\nthere',
				attachments: ['@files:file:///a', '/files:sum'],
			},
		]);
	});

	it('has no argument that is called a secret, which files of earlier versions have', () => {
		const asked: SessionFact = {...requested('c1'), arguments: {user: 'ada', password: 'hunter2'}};
		expect(read(begun, asked, started)).toMatchObject([
			{type: 'call', arguments: {user: 'ada', password: '•••'}},
		]);
	});

	it('has what a server sent for the user alone, which a model that searches does not get', () => {
		const mixed = {
			content: [...result.content, {type: 'text' as const, text: 'for you', isForUser: true as const}],
		};
		const facts: readonly SessionFact[] = [
			begun,
			requested('c1'),
			started,
			{type: 'call-succeeded', callId: 'c1', result: mixed},
		];
		expect(JSON.stringify(read(...facts))).toContain('for you');
		expect(JSON.stringify(readAs(true, facts))).not.toContain('for you');
	});

	it('is an answer as it was finished, whatever was streamed', () => {
		expect(
			read(begun, text('hal'), {
				type: 'step-finished',
				stepId: 's1',
				reason: 'stop',
				blocks: [
					{type: 'thinking', text: 'hm'},
					{type: 'text', text: 'half'},
					{type: 'text', text: 'whole'},
				],
			}),
		).toEqual([
			{type: 'answer', at: 0, model: 'demo/tour', text: 'half\n\nwhole', thinking: 'hm', isCut: false},
		]);
	});

	it.each<[string, readonly SessionFact[]]>([
		['the end of the log', []],
		['an interruption', [{type: 'turn-interrupted', turnId: 't1'}]],
		['another step', [{...begun, stepId: 's2'}]],
		['a resume', [{type: 'session-resumed', model: 'm', workMode: 'act'} as never]],
	])('is an answer that was cut by %s', (_, facts) => {
		const [answer] = read(
			begun,
			{type: 'thinking-streamed', stepId: 's1', text: 'hm'},
			text('hal'),
			...facts,
		);
		expect(answer).toMatchObject({type: 'answer', text: 'hal', thinking: 'hm', isCut: true});
	});

	it('has no answer of a step that said nothing, nor words of a step that is over', () => {
		expect(read(begun)).toEqual([]);
		expect(read(begun, {type: 'answer-streamed', stepId: 's9', text: 'late'})).toEqual([]);
	});

	it.each<[SessionFact, object]>([
		[
			{type: 'call-succeeded', callId: 'c1', result},
			{outcome: 'succeeded', text: 'one', milliseconds: 1000},
		],
		[
			{type: 'call-failed', callId: 'c1', failure: {code: 'x', message: 'It broke.'}},
			{outcome: 'failed', text: 'It broke.', milliseconds: 1000},
		],
		[
			{type: 'call-failed', callId: 'c1', failure: {code: 'x', message: 'It broke.'}, result},
			{outcome: 'failed', text: 'one'},
		],
		[
			{type: 'call-denied', callId: 'c1', rule: 'you', reason: 'not now'},
			{outcome: 'denied', text: 'not now'},
		],
		[
			{type: 'call-denied', callId: 'c1', rule: 'a rule'},
			{outcome: 'denied', text: 'a rule'},
		],
		[
			{type: 'call-cancelled', callId: 'c1', outcomeUnknown: true},
			{outcome: 'unknown', text: ''},
		],
		[
			{type: 'call-cancelled', callId: 'c1', outcomeUnknown: false},
			{outcome: 'cancelled', text: ''},
		],
	])('is what became of a call: %j', (end, expected) => {
		expect(read(requested('c1'), started, end)).toMatchObject([
			{type: 'call', server: 'files', tool: 'read', arguments: {path: 'c1'}, ...expected},
		]);
	});

	it('says of a call that never ended whether it was sent', () => {
		expect(read(requested('c1'), requested('c2'), started)).toMatchObject([
			{outcome: 'unknown', arguments: {path: 'c1'}},
			{outcome: 'cancelled', arguments: {path: 'c2'}},
		]);
	});

	it('passes over what is about no call, and over a second end', () => {
		const done: SessionFact = {type: 'call-succeeded', callId: 'c1', result};
		expect(read(started, done, requested('c1'), done, done)).toHaveLength(1);
	});

	it('is why a turn failed, what was summed up, and where somebody went back', () => {
		expect(
			read(
				said,
				{type: 'turn-failed', turnId: 't1', failure: {code: 'x', message: 'No answer.'}},
				{type: 'history-compacted', compactionId: 'k1', summary: 'They greeted.'} as never,
				{type: 'session-rewound', rewindId: 'r1', messageId: 'm1'} as never,
				{type: 'rewind-undone', rewindId: 'r1'} as never,
			).slice(1),
		).toEqual([
			{type: 'turn-end', at: 1000, outcome: 'failed', text: 'No answer.'},
			{type: 'compaction', at: 2000, text: 'They greeted.'},
			{type: 'rewind', at: 3000, messageId: 'm1', isUndone: false, text: 'hello'},
			{type: 'rewind', at: 4000, messageId: 'm1', isUndone: true, text: 'hello'},
		]);
	});
});
