import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {mustRead, startRecording} from '../../helpers/cassettes.ts';

const page = 'https://someone:secret@example.org/sign-in?code=let-me-in';

describe('recording what servers say', () => {
	it('keeps both directions, and connections apart', async () => {
		const {file, recording} = await startRecording();
		const tape = recording.servers(server => ({
			transport: 'stdio',
			...(server === 'one' ? {isOwn: true} : {}),
		}));
		const [first, second] = [tape('one'), tape('two')];
		first.sent({id: 1, method: 'ping'});
		second.sent({id: 1, method: 'ping'});
		first.received({id: 1, result: {}});
		first.noted('It is gone.', {isTrouble: true});
		first.sent('no message at all');
		await recording.close();
		expect((await mustRead(file)).records.map(({at, ...record}) => record)).toEqual([
			{type: 'server', server: 'one', connection: 1, settings: {transport: 'stdio', isOwn: true}},
			{type: 'server', server: 'two', connection: 2, settings: {transport: 'stdio'}},
			{type: 'sent', server: 'one', connection: 1, message: {id: 1, method: 'ping'}},
			{type: 'sent', server: 'two', connection: 2, message: {id: 1, method: 'ping'}},
			{type: 'received', server: 'one', connection: 1, message: {id: 1, result: {}}},
			{type: 'note', server: 'one', connection: 1, text: 'It is gone.', isTrouble: true},
		]);
	});

	it('does not keep the address of a page that lets in whoever has it', async () => {
		const {file, recording} = await startRecording();
		const {received} = recording.servers(() => ({transport: 'http'}))('one');
		received({id: 1, method: 'elicitation/create', params: {mode: 'url', url: page, elicitationId: 'a'}});
		received({
			id: 2,
			error: {code: -32042, message: 'first', data: {elicitations: [{mode: 'url', url: page}]}},
		});
		received({
			id: 3,
			result: {inputRequests: {a: {method: 'elicitation/create', params: {mode: 'url', url: page}}}},
		});
		received({id: 4, result: {content: [{type: 'resource_link', url: 'https://example.org/?q=kept'}]}});
		await recording.close();
		const text = readFileSync(file, 'utf8');
		expect(text.match(/https:\/\/example\.org\/sign-in\?•••/g)).toHaveLength(3);
		expect(text).not.toMatch(/let-me-in|secret/);
		expect(text).toContain('?q=kept');
	});
});
