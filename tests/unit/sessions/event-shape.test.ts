import {describe, expect, it} from 'vitest';
import {decodeRecord} from '../../../source/core/sessions/record.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';
import type {JsonObject, JsonValue} from '../../../source/domain/json.ts';
import {isJsonObject} from '../../../source/domain/json.ts';
import {initialState} from '../../../source/state/app-state.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {ask} from '../../helpers/conversation-events.ts';
import {signedRecord} from './sample-events.ts';

const failure = {code: 'broken', message: 'It broke.'};
const content = [
	{type: 'text', text: 'x'},
	{type: 'image', mimeType: 'image/png', data: 'AA=='},
	{type: 'audio', mimeType: 'audio/wav', data: 'AA=='},
	{type: 'resource', uri: 'file:///x'},
	{type: 'link', uri: 'file:///x', name: 'x'},
	{type: 'unknown', kind: 'video', value: null},
] as const;
const blocks = [
	{type: 'text', text: 'x'},
	{type: 'thinking', text: 'x'},
	{type: 'tool-call', callId: 'c1', modelName: 'm', arguments: {}},
] as const;

/** One of each, with the required fields and no others; a new event does not compile until it is here. */
const samples: {
	readonly [Type in SessionEvent['type']]: Omit<Extract<SessionEvent, {type: Type}>, 'type' | 'at'>;
} = {
	'session-started': {sessionId: 's', version: '1', model: 'm', cwd: '/'},
	'session-resumed': {sessionId: 's', version: '1', model: 'm'},
	'session-forked': {sessionId: 'two', from: 'one'},
	'session-renamed': {name: 'Garden plans'},
	'approval-mode-changed': {mode: 'auto'},
	'work-mode-changed': {mode: 'plan'},
	'assistant-changed': {},
	'model-changed': {model: 'm'},
	'message-accepted': {turnId: 't', messageId: 'm', text: 'Hi'},
	'turn-retried': {turnId: 't'},
	'step-started': {turnId: 't', stepId: 's', model: 'm'},
	'answer-streamed': {stepId: 's', text: 'x'},
	'thinking-streamed': {stepId: 's', text: 'x'},
	'step-finished': {stepId: 's', reason: 'stop', blocks},
	'call-requested': {stepId: 's', callId: 'c1', server: 'a', tool: 'b', modelName: 'c', arguments: {}},
	'ask-raised': {ask: ask('a1', 'c1')},
	'ask-answered': {askId: 'a1', answer: {type: 'allow', scope: 'once'}},
	'ask-withdrawn': {askId: 'a1'},
	'call-started': {callId: 'c1'},
	'call-succeeded': {callId: 'c1', result: {content}},
	'call-failed': {callId: 'c1', failure},
	'call-denied': {callId: 'c1', rule: 'no'},
	'call-cancelled': {callId: 'c1', outcomeUnknown: true},
	'sampling-answered': {server: 'a', model: 'm'},
	'history-compacted': {compactionId: 'k', summary: 'x', tokensBefore: 9, tokensAfter: 1},
	'session-rewound': {rewindId: 'r', messageId: 'm'},
	'rewind-undone': {rewindId: 'r'},
	'usage-counted': {usage: {inputTokens: 1, outputTokens: 1}},
	'turn-finished': {turnId: 't'},
	'turn-interrupted': {turnId: 't'},
	'turn-failed': {turnId: 't', failure},
};

/** Questions of servers, and answers to them. */
const asked: readonly (readonly [SessionEvent['type'], object])[] = [
	[
		'ask-raised',
		{
			ask: {
				kind: 'elicitation',
				askId: 'a',
				server: 's',
				request: {mode: 'form', message: 'Who?', schema: {}},
			},
		},
	],
	[
		'ask-raised',
		{
			ask: {
				kind: 'elicitation',
				askId: 'a',
				server: 's',
				request: {mode: 'url', message: 'Look.', url: 'https://example.org'},
			},
		},
	],
	[
		'ask-raised',
		{
			ask: {
				kind: 'sampling',
				askId: 'a',
				server: 's',
				model: 'm',
				request: {messages: [{}], maxTokens: 1, tools: [{}]},
			},
		},
	],
	['ask-raised', {ask: {kind: 'sign-in', askId: 'a', server: 's', request: {url: 'u', callback: 'c'}}}],
	['ask-answered', {askId: 'a', answer: {type: 'accept'}}],
	['ask-raised', {ask: {kind: 'turn', askId: 'a', turnId: 't', reason: 'steps-used', message: 'x'}}],
	['ask-answered', {askId: 'a', answer: {type: 'dismiss'}}],
	['ask-answered', {askId: 'a', answer: {type: 'continue'}}],
	['ask-answered', {askId: 'a', answer: {type: 'wrap-up'}}],
	['ask-answered', {askId: 'a', answer: {type: 'compact'}}],
	['ask-answered', {askId: 'a', answer: {type: 'mute'}}],
	[
		'step-finished',
		{
			stepId: 's',
			reason: 'tool-calls',
			blocks: [{type: 'tool-call', callId: 'c', modelName: 'm', arguments: {}}],
		},
	],
];

const events = [...Object.entries(samples), ...asked].map(
	([type, rest]) => JSON.parse(JSON.stringify({type, at: 1, ...rest})) as JsonObject,
);

/** What a server or a model may put there is free; everything else inside an event is required. */
const freeKeys = new Set(['arguments', 'annotations', 'value']);

/** Every way to spoil one place of a value: to take it away, or to put something of another kind there. */
const spoil = (value: JsonValue): readonly JsonValue[] => {
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => spoil(item).map(bad => value.with(index, bad)));
	}
	if (!isJsonObject(value)) {
		return [];
	}
	return Object.entries(value).flatMap(([key, inner]): readonly JsonValue[] => {
		const {[key]: _, ...without} = value;
		const wrong = typeof inner === 'number' ? 'one' : 7;
		return [
			without,
			...(key === 'value'
				? []
				: [
						{...value, [key]: wrong},
						{...value, [key]: null},
					]),
			...(freeKeys.has(key) ? [] : spoil(inner).map(bad => ({...value, [key]: bad}))),
		];
	});
};

const decode = (event: JsonValue) => decodeRecord(signedRecord(event));

describe('the shape of an event', () => {
	it.each(events)('$type is read when it is whole', event => {
		expect(decode(event)).toEqual({type: 'event', seq: 1, event});
	});

	it.each(events)('$type is damaged without any one of its fields, or with a wrong one', event => {
		const spoiled = spoil(event).filter(bad => isJsonObject(bad) && bad.type === event.type);
		expect(spoiled.length).toBeGreaterThan(2);
		for (const bad of spoiled) {
			expect(decode(bad), JSON.stringify(bad)).toEqual({type: 'damaged', reason: 'malformed'});
		}
	});

	it.each([
		['step-finished', {usage: {inputTokens: 1}}],
		['step-finished', {usage: {inputTokens: 1, outputTokens: 1, cachedTokens: '1'}}],
		['step-finished', {usage: {inputTokens: 1, outputTokens: 1, cost: null}}],
		['step-finished', {blocks: [{...blocks[2], invalid: 1}]}],
		['history-compacted', {usage: {}}],
		['usage-counted', {usage: {inputTokens: '1', outputTokens: 1}}],
		['sampling-answered', {usage: 1}],
		['call-succeeded', {result: {content, stored: {id: 'x'}}}],
		['call-succeeded', {result: {content, stored: {id: 'x', characters: 1, file: 1}}}],
		['call-failed', {result: {}}],
		['call-failed', {failure: {...failure, hint: 1}}],
		['call-denied', {reason: 1}],
		['ask-answered', {answer: {type: 'allow', scope: 'ever'}}],
		['ask-answered', {answer: {type: 'deny', reason: 1}}],
		['ask-answered', {answer: {type: 'stop', rule: 1}}],
		['ask-answered', {answer: {type: 'constructor'}}],
		['ask-raised', {ask: {...ask('a1', 'c1'), annotations: {title: 1}}}],
		['ask-answered', {answer: {type: 'allow', scope: 'once', arguments: 'x'}}],
		['ask-raised', {ask: {...ask('a1', 'c1'), sources: [{server: 'web'}]}}],
		['ask-raised', {ask: {...ask('a1', 'c1'), flags: 'x'}}],
		[
			'ask-raised',
			{ask: {...ask('a1', 'c1'), changes: [{part: 'url', difference: [{type: 'moved', text: ''}]}]}},
		],
		['call-succeeded', {reviewed: 'sent'}],
		['call-failed', {reviewed: 1}],
		['assistant-changed', {assistant: 1}],
		['work-mode-changed', {mode: 'dream'}],
		['approval-mode-changed', {mode: 'never'}],
	] as const)('%s is damaged with %o', (type, change) => {
		const event = events.find(sample => sample.type === type);
		expect(decode({...event, ...change} as JsonObject)).toEqual({type: 'damaged', reason: 'malformed'});
	});

	it.each([
		[
			'step-finished',
			{usage: {inputTokens: 1, outputTokens: 1, cachedTokens: 1, cacheWriteTokens: 1, cost: 0.1}},
		],
		['step-finished', {blocks: [{...blocks[2], invalid: '{"a'}]}],
		['step-finished', {raw: {format: 'anthropic', content: [1]}}],
		['step-finished', {raw: [{type: 'thinking', signature: 'of an earlier version'}]}],
		['history-compacted', {usage: {inputTokens: 1, outputTokens: 1}}],
		['sampling-answered', {usage: {inputTokens: 1, outputTokens: 1}}],
		['call-succeeded', {result: {content, stored: {id: 'x', characters: 1, file: '/x'}}}],
		['call-succeeded', {reviewed: 'edited'}],
		['call-failed', {reviewed: 'withheld'}],
		['assistant-changed', {assistant: 'coder'}],
		['ask-answered', {answer: {type: 'allow', scope: 'server', arguments: {path: 'x'}}}],
		[
			'ask-raised',
			{
				ask: {
					...ask('a1', 'c1'),
					sources: [{server: 'web', tool: 'fetch', argument: 'path'}],
					flags: ['It hides text.'],
					changes: [{part: 'command', difference: [{type: 'added', text: 'x'}]}],
					canKeep: true,
				},
			},
		],
	] as const)('%s is read with %o', (type, change) => {
		const event = {...events.find(sample => sample.type === type), ...change};
		expect(decode(event as JsonObject)).toEqual({type: 'event', seq: 1, event});
	});

	it('keeps fields that nobody asked for', () => {
		const event = {type: 'turn-finished', at: 1, turnId: 't', later: true};
		expect(decode(event)).toEqual({type: 'event', seq: 1, event});
	});

	it('lets nothing through that the reducer or the model would trip over', () => {
		for (const bad of events.flatMap(spoil)) {
			const read = decode(bad);
			const kept = read.type === 'event' ? [read.event] : [];
			const all = [...events, ...kept, ...events] as readonly SessionEvent[];
			expect(() => modelContext(all.reduce(reduce, initialState))).not.toThrow();
		}
	});
});
