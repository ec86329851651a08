import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {redactModel} from '../../../source/core/credentials/redacted-model.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {ModelEvent, ModelRequest} from '../../../source/domain/model.ts';
import {createRedactor} from '../../../source/support/redactor.ts';

const secret = 'sk-canary-1';

const heard = async (...events: readonly ModelEvent[]): Promise<readonly ModelEvent[]> => {
	const redactor = createRedactor();
	redactor.learn(secret);
	const model = redactModel(
		{
			id: 'test/model',
			async *stream() {
				yield* events;
			},
		},
		redactor,
	);
	const {signal} = new AbortController();
	const all: ModelEvent[] = [];
	for await (const event of model.stream({messages: [], tools: []}, signal)) all.push(event);
	return all;
};

const text = (piece: string): ModelEvent => ({type: 'text', text: piece});
const end: ModelEvent = {type: 'finished', reason: 'stop'};
const join = (events: readonly ModelEvent[]): string =>
	events.map(event => (event.type === 'text' ? event.text : '')).join('');

describe('a model that is looked after', () => {
	it('says no secret, wherever it is cut', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat({max: 30}), {maxLength: 6}), async cuts => {
				const whole = `It is ${secret}, or ${secret}.`;
				const places = [0, ...cuts.toSorted((one, other) => one - other), whole.length];
				const pieces = places.slice(1).map((to, at) => whole.slice(places[at], to));
				expect(join(await heard(...pieces.map(text), end))).toBe('It is •••, or •••.');
			}),
		);
	});

	it('says nothing of the end of a secret in base64, wherever it is cut', async () => {
		const encoded = Buffer.from(`a:${secret}`).toString('base64');
		for (let at = 1; at < encoded.length; at += 1) {
			const events = await heard(text('It is '), text(encoded.slice(0, at)), text(encoded.slice(at)), end);
			// The character with the first bits is out before anything tells that a secret may follow.
			expect(join(events).replace(/=+$/, '')).toBe(`It is ${encoded.slice(0, at === 3 ? 3 : 2)}•••`);
		}
	});

	it('is told no secret that the user typed or that is in a result, and gets its own answers unchanged', async () => {
		const redactor = createRedactor();
		redactor.learn(secret);
		const requests: ModelRequest[] = [];
		const model = redactModel(
			{
				id: 'test/model',
				async *stream(request) {
					requests.push(request);
					yield end;
				},
			},
			redactor,
		);
		const answer: Message = {
			role: 'assistant',
			blocks: [{type: 'tool-call', callId: '1', modelName: 'a__b', arguments: {key: secret}}],
		};
		const result = (words: string): Message => ({
			role: 'tool',
			callId: '1',
			outcome: 'denied',
			content: [{type: 'text', text: words}],
		});
		const messages: readonly Message[] = [
			{role: 'user', text: `my key is ${secret}`},
			answer,
			result(`No: ${secret}`),
		];
		const request = {instructions: `Never say ${secret}.`, messages, tools: []};
		for await (const _ of model.stream(request, new AbortController().signal));
		expect(requests).toEqual([
			{
				instructions: 'Never say •••.',
				messages: [{role: 'user', text: 'my key is •••'}, answer, result('No: •••')],
				tools: [],
			},
		]);
		expect(requests[0]?.messages[1]).toBe(answer);
	});

	it('keeps back nothing that is none', async () => {
		expect(join(await heard(text('ask s'), text('k-ca'), text('t'), end))).toBe('ask sk-cat');
		expect(join(await heard(text('ends with s'), end))).toBe('ends with s');
		expect(join(await heard(text('cut off s')))).toBe('cut off s');
	});

	it('keeps thinking and text apart and in order', async () => {
		const events = await heard({type: 'thinking', text: `a ${secret} s`}, text(`k ${secret}`), end);
		expect(events).toEqual([
			{type: 'thinking', text: 'a ••• '},
			{type: 'thinking', text: 's'},
			{type: 'text', text: 'k •••'},
			end,
		]);
	});

	it('hides secrets in what is kept of the answer and in failures, and lets calls through', async () => {
		const call: ModelEvent = {type: 'tool-call', callId: '1', modelName: 'a__b', arguments: {key: secret}};
		const trouble = {kind: 'wrong-key', failure: {code: 'wrong-key', message: `Not ${secret}.`}} as const;
		expect(await heard(call, {type: 'failed', trouble})).toEqual([
			call,
			{type: 'failed', trouble: {kind: 'wrong-key', failure: {code: 'wrong-key', message: 'Not •••.'}}},
		]);
	});
});
