import {describe, expect, it} from 'vitest';
import {exchangeEndBehind} from '../../../../source/core/models/http/exchange-error.ts';
import {expectStream} from '../../../../source/core/models/http/expect-stream.ts';

const answer = (pieces: readonly string[], contentType?: string, status = 200): Response => {
	const encoder = new TextEncoder();
	const body = new ReadableStream<Uint8Array>({
		start(controller) {
			for (const piece of pieces) controller.enqueue(encoder.encode(piece));
			controller.close();
		},
	});
	return new Response(body, {
		status,
		...(contentType === undefined ? {} : {headers: {'content-type': contentType}}),
	});
};

const endOf = async (response: Response) => {
	try {
		await expectStream(response);
		return undefined;
	} catch (error) {
		return exchangeEndBehind(error);
	}
};

describe('an answer that should be a stream', () => {
	it('is left alone where it says that it is one, is refused or has no body', async () => {
		for (const response of [
			answer(['data: x\n\n'], 'text/event-stream; charset=utf-8'),
			answer(['<html>'], 'text/html', 502),
			new Response(null, {status: 200}),
		])
			expect(await expectStream(response)).toBe(response);
	});

	it('is one by what it begins with, and nothing of it is lost', async () => {
		const read = await expectStream(answer(['\n', ' ', 'data: a\n', '\ndata: b\n\n'], 'text/plain'));
		expect(await read.text()).toBe('\n data: a\n\ndata: b\n\n');
	});

	it('may end before it says anything', async () => {
		expect(await (await expectStream(answer([], 'text/plain'))).text()).toBe('');
	});

	it('can be left in the middle', async () => {
		const read = await expectStream(answer(['data: a\n\n', 'data: b\n\n']));
		await read.body?.cancel();
	});

	it.each([
		[['<!doctype html><title>\n Sign  in </title>', '<body>'], 'text/html', 'Sign in'],
		[['  <html><head>', '<title>Blocked</title>'], undefined, 'Blocked'],
		[['<html>'], 'application/xhtml+xml', ''],
	])('is named where it is a web page: %j', async (pieces, type, title) => {
		expect(await endOf(answer(pieces, type))).toEqual({type: 'web-page', title});
	});

	it.each([[['{"error":', ' "no"}']], [[' [1', ',2]']]])('is kept where it came whole: %j', async pieces => {
		expect(await endOf(answer(pieces, 'application/json'))).toEqual({
			type: 'not-a-stream',
			contentType: 'application/json',
			body: pieces.join(''),
		});
	});
});
