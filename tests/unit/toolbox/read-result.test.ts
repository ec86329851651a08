import {describe, expect, it} from 'vitest';
import {createResultStore} from '../../../source/core/sessions/result-store.ts';
import {readResultMcpToolHandler} from '../../../source/core/toolbox/read-result/internal/readResultMcpToolHandler.ts';
import {errorOf, signal, textsOf} from './read-outcome.ts';

const setUp = async (text: string) => {
	const results = createResultStore({maxCharacters: 10});
	const {stored} = await results.keep('call', {content: [{type: 'text', text}]});
	const id = stored?.id ?? '';
	const read = (params: {id?: string; offset?: number; limit?: number} = {}) =>
		readResultMcpToolHandler({params: {id, ...params}, results}, signal);
	return {id, results, read};
};

describe('read-result', () => {
	it('gives a part exactly and says how to read on', async () => {
		const {read} = await setUp('0123456789\r\nabcdef');
		expect(textsOf(await read({offset: 8, limit: 5}))).toEqual([
			'89\r\na',
			'[These are characters 8 to 13 of 18. Read on with offset 13.]',
		]);
		expect(textsOf(await read({offset: 13}))).toEqual([
			'bcdef',
			'[These are characters 13 to 18 of 18. This is the end.]',
		]);
	});

	it('starts at the beginning and gives no more than a conversation can take', async () => {
		const {read} = await setUp('x'.repeat(50_000));
		const [text, note] = textsOf(await read());
		expect(text).toBe('x'.repeat(30_000));
		expect(note).toBe('[These are characters 0 to 30000 of 50000. Read on with offset 30000.]');
	});

	it('says where a part really begins that would have begun inside of a character', async () => {
		const {read} = await setUp('👍'.repeat(10));
		expect(textsOf(await read({offset: 3, limit: 3}))).toEqual([
			'👍👍',
			'[These are characters 2 to 6 of 20. Read on with offset 6.]',
		]);
	});

	it('says that there is no such result', async () => {
		const {read} = await setUp('x'.repeat(100));
		for (const id of ['0123456789abcdef', '../../secret', 'a\nb']) {
			const error = errorOf(await read({id}));
			expect(error.field).toBe('id');
			expect(error.message).toMatch(/^There is no result .*Take the id from/);
			expect(error.message).not.toContain('\n');
		}
	});

	it('says that an offset is past the end', async () => {
		const {read} = await setUp('x'.repeat(100));
		const error = errorOf(await read({offset: 100}));
		expect(error.message).toBe('The result has 100 characters; offset 100 is past its end.');
		expect(error.field).toBe('offset');
	});

	it('stops when it is aborted', async () => {
		const {id, results} = await setUp('x'.repeat(100));
		const outcome = await readResultMcpToolHandler({params: {id}, results}, AbortSignal.abort());
		expect(errorOf(outcome).message).toBe('Reading was cancelled.');
	});
});
