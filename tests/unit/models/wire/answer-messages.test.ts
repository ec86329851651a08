import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type AnswerMessage, readMessages} from '../../../../source/core/models/wire/answer-messages.ts';

const respond = (pieces: readonly Uint8Array[], onCancel = () => {}, isOpen = false): Response => {
	const waiting = [...pieces];
	return new Response(
		new ReadableStream<Uint8Array>({
			pull: controller => {
				const next = waiting.shift();
				if (next !== undefined) controller.enqueue(next);
				else if (!isOpen) controller.close();
			},
			cancel: onCancel,
		}),
	);
};

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const read = async (response: Response): Promise<readonly AnswerMessage[]> => {
	const messages: AnswerMessage[] = [];
	for await (const message of readMessages(response)) messages.push(message);
	return messages;
};

const message = (value: object) => ({type: 'message', message: value});

describe('the messages of an answer', () => {
	it('are the data of events, between comments and blank lines', async () => {
		const text =
			': OPENROUTER PROCESSING\n\ndata: {"a":1}\n\n\n\n:ping\r\ndata:{"b":2}\r\n\r\nevent: ping\n\ndata:\n\ndata: [DONE]\n\ndata: {"c":3}\n\n';
		expect(await read(respond([bytes(text)]))).toEqual([message({a: 1}), message({b: 2}), {type: 'done'}]);
	});

	it('are none where they are nested too deeply to be kept', async () => {
		const deep = `{"choices":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
		expect(await read(respond([bytes(`data: ${deep}\n\n`)]))).toEqual([{type: 'garbled', text: deep}]);
	});

	it('are the same wherever the bytes are cut', async () => {
		const text = '\uFEFFdata: {"a":"Grüße 🎉"}\r\n\r\ndata: {"b":\ndata: 2}\n\ndata: [DONE]\n\n';
		const whole = bytes(text);
		await fc.assert(
			fc.asyncProperty(fc.array(fc.nat(whole.length), {maxLength: 12}), async cuts => {
				const places = [0, ...cuts.sort((one, other) => one - other), whole.length];
				const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
				expect(await read(respond(pieces))).toEqual([
					message({a: 'Grüße 🎉'}),
					message({b: 2}),
					{type: 'done'},
				]);
			}),
			{numRuns: 50},
		);
	});

	it('end with the body, and half a message at its end is none', async () => {
		expect(await read(respond([bytes('data: {"a":1}\n\ndata: {"b":')]))).toEqual([message({a: 1})]);
		expect(await read(respond([bytes('data: {"a":1}\n\ndata: {"b":2}')]))).toEqual([
			message({a: 1}),
			message({b: 2}),
		]);
		expect(await read(respond([]))).toEqual([]);
		expect(await read(new Response(null))).toEqual([]);
	});

	it('tell what cannot be read', async () => {
		expect(await read(respond([bytes('data: {oops\n\n')]))).toEqual([{type: 'garbled', text: '{oops'}]);
		expect(await read(respond([bytes('data: 5\n\ndata: null\n\n')]))).toEqual([{type: 'garbled', text: '5'}]);
	});

	it('tell the errors that servers write in ways of their own', async () => {
		expect(await read(respond([bytes('error: {"code":500}\n\n')]))).toEqual([
			{type: 'error', error: {code: 500}},
		]);
		expect(await read(respond([bytes('event: error\ndata: broken\n\n')]))).toEqual([
			{type: 'error', error: {error: 'broken'}},
		]);
		expect(await read(respond([bytes('data: {"a":1}\n\n{"error":"broken"}\n')]))).toEqual([
			message({a: 1}),
			message({error: 'broken'}),
		]);
	});

	it('are one where the body is JSON', async () => {
		expect(await read(respond([bytes(' \n{\n"error":'), bytes('\n{"message":"no"}}')]))).toEqual([
			{type: 'whole', message: {error: {message: 'no'}}},
		]);
		expect(await read(respond([bytes('[{"error":{"code":400}}]')]))).toEqual([
			{type: 'whole', message: {error: {code: 400}}},
		]);
		expect(await read(respond([bytes('{"half":')]))).toEqual([{type: 'garbled', text: '{"half":'}]);
	});

	it('leave a body alone that never ends', async () => {
		let isCancelled = false;
		const response = respond(
			[bytes('data: [DONE]\n\n')],
			() => {
				isCancelled = true;
			},
			true,
		);
		expect(await read(response)).toEqual([{type: 'done'}]);
		await expect.poll(() => isCancelled).toBe(true);
	});
});
