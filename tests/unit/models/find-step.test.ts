import {describe, expect, it} from 'vitest';
import type {DemoScript} from '../../../source/core/models/demo/demo-script.ts';
import {findStep, suggestPrompt} from '../../../source/core/models/demo/find-step.ts';
import type {CallOutcome, Message} from '../../../source/domain/message.ts';

const script: DemoScript = {
	pace: 0,
	turns: [
		{match: '^jump', steps: [{say: 'jumped'}]},
		{
			prompt: 'first prompt',
			steps: [
				{say: 'one', calls: [{tool: 'x', arguments: {}}]},
				{if: 'succeeded', say: 'one worked'},
				{if: 'denied', say: 'one was denied', calls: [{tool: 'x', arguments: {}}]},
				{if: 'failed', say: 'then it failed'},
				{say: 'something else'},
			],
		},
		{prompt: 'second prompt', steps: [{say: 'two'}]},
		{steps: [{say: 'last'}]},
	],
};

const user = (text: string): Message => ({role: 'user', text});
const answer = (text = ''): Message => ({role: 'assistant', blocks: [{type: 'text', text}]});
const result = (outcome: CallOutcome, callId = 'c1'): Message => ({
	role: 'tool',
	callId,
	outcome,
	content: [],
});
const said = (...messages: readonly Message[]) => findStep(script, messages)?.say;

describe('the step that answers', () => {
	it('takes a note of the program for nothing that was said', () => {
		const said: readonly Message[] = [
			{role: 'user', text: 'go'},
			{role: 'assistant', blocks: [{type: 'text', text: 'one'}]},
			{role: 'tool', callId: 'c', outcome: 'succeeded', content: []},
		];
		const note: Message = {role: 'user', text: '[jump]', isNote: true};
		expect(findStep(script, [...said, note])).toEqual(findStep(script, said));
	});

	it('is the first of the first turn', () => {
		expect(said(user('hello'))).toBe('one');
	});

	it.each([
		['succeeded', 'one worked'],
		['denied', 'one was denied'],
		['failed', 'then it failed'],
		['cancelled', 'something else'],
	] as const)('follows from a call that %s', (outcome, expected) => {
		expect(said(user('hello'), answer(), result(outcome))).toBe(expected);
	});

	it('follows from the worst of several calls', () => {
		expect(
			said(user('hello'), answer(), result('succeeded'), result('denied', 'c2'), result('failed', 'c3')),
		).toBe('one was denied');
	});

	it('follows from the calls of the answer before it only', () => {
		expect(said(user('hello'), answer(), result('denied'), answer(), result('failed'))).toBe(
			'then it failed',
		);
	});

	it('is none once the turn has no more steps', () => {
		expect(said(user('jump'), answer())).toBeUndefined();
	});

	it('goes through the turns in order and stays at the last', () => {
		expect(said(user('a'), answer(), user('b'))).toBe('two');
		expect(said(user('a'), answer(), user('b'), answer(), user('c'))).toBe('last');
		expect(said(user('a'), user('b'), user('c'), user('d'), user('e'))).toBe('last');
	});

	it('belongs to the turn whose pattern matches, in any case and at any time', () => {
		expect(said(user('JUMP now'))).toBe('jumped');
		expect(said(user('a'), answer(), user('jump'))).toBe('jumped');
	});

	it('is not moved on by messages that matched a pattern', () => {
		expect(said(user('jump'), answer(), user('hello'))).toBe('one');
	});

	it('belongs to the first turn when nothing was said', () => {
		expect(said()).toBe('one');
	});

	it('is none in a script without turns', () => {
		expect(findStep({pace: 0, turns: []}, [user('hello')])).toBeUndefined();
	});
});

describe('the suggested prompt', () => {
	it('leads to the turn that comes next', () => {
		expect(suggestPrompt(script, [])).toBe('first prompt');
		expect(suggestPrompt(script, [user('a'), answer()])).toBe('second prompt');
		expect(suggestPrompt(script, [user('a'), answer(), user('jump'), answer()])).toBe('second prompt');
	});

	it('is none where the script has none', () => {
		expect(suggestPrompt(script, [user('a'), user('b')])).toBeUndefined();
	});
});
