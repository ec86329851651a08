import {LLMock} from '@copilotkit/aimock';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {WireProtocol} from '../../../../source/core/models/adapter.ts';
import type {AppEvent} from '../../../../source/domain/event.ts';
import {createFileServers, createModelApp, openModelAt, protocols} from '../../../helpers/model-app.ts';

/** The app over one protocol, with the models that somebody else plays. */
const startWith = async (protocol: WireProtocol, script: (mock: LLMock) => void) => {
	const mock = new LLMock({port: 0, logLevel: 'silent'});
	script(mock);
	await mock.start();
	onTestFinished(() => mock.stop());
	const servers = createFileServers();
	const model = await openModelAt(protocol, mock.url);
	return {...createModelApp(model, {servers}), mock, servers};
};

const textsIn = (events: readonly AppEvent[]): readonly string[] =>
	events.flatMap(event =>
		event.type === 'step-finished'
			? [event.blocks.map(block => (block.type === 'text' ? block.text : '')).join('')]
			: [],
	);

const read = (path: string) => ({name: 'files__read', arguments: {path}});
const finished = {type: 'finished'};

describe.each(protocols)('over the protocol %s, with a mock that others wrote,', protocol => {
	it('a question gets its answer, and what it cost is counted', async () => {
		const {say, events, app} = await startWith(protocol, mock => {
			mock.onMessage('hello', {
				content: 'Hi there, *friend*!',
				usage: {prompt_tokens: 21, completion_tokens: 8, input_tokens: 21, output_tokens: 8},
			});
		});
		await expect(say('hello')).resolves.toEqual(finished);
		expect(textsIn(events)).toEqual(['Hi there, *friend*!']);
		expect(app.getState().usage).toMatchObject({inputTokens: 21, outputTokens: 8});
	});

	it('a call runs once, and its result leads to the answer', async () => {
		const {say, events, servers} = await startWith(protocol, mock => {
			mock.on({userMessage: 'read a', hasToolResult: false}, {toolCalls: [read('a')]});
			mock.on({userMessage: 'read a', toolResultContains: '"path":"a"'}, {content: 'It is in a.'});
		});
		await expect(say('read a')).resolves.toEqual(finished);
		expect(servers.calls).toEqual([{ref: {server: 'files', tool: 'read'}, args: {path: 'a'}}]);
		expect(textsIn(events)).toEqual(['', 'It is in a.']);
	});

	it('calls at once run at once, and each gets its own result', async () => {
		const {say, events, servers} = await startWith(protocol, mock => {
			mock.on(
				{userMessage: 'read all', hasToolResult: false},
				{content: 'All three.', toolCalls: [read('a'), read('b'), read('c')]},
			);
			mock.on(
				{
					userMessage: 'read all',
					predicate: ({messages}) =>
						messages
							.filter(({role}) => role === 'tool')
							.map(({content}) => content)
							.join() === '{"path":"a"},{"path":"b"},{"path":"c"}',
				},
				{content: 'Read them all.'},
			);
		});
		await expect(say('read all')).resolves.toEqual(finished);
		expect(servers.calls.map(({args}) => args)).toEqual([{path: 'a'}, {path: 'b'}, {path: 'c'}]);
		expect(textsIn(events)).toEqual(['All three.', 'Read them all.']);
	});

	it('a turn has as many steps as the model wants, and the next one knows of them', async () => {
		const {say, events, servers} = await startWith(protocol, mock => {
			mock.on({userMessage: 'go', hasToolResult: false}, {toolCalls: [read('first')]});
			mock.on({userMessage: 'go', toolResultContains: 'first'}, {toolCalls: [read('second')]});
			mock.on({userMessage: 'go', toolResultContains: 'second'}, {toolCalls: [read('third')]});
			mock.on({userMessage: 'go', toolResultContains: 'third'}, {content: 'Three steps.'});
			mock.on(
				{
					userMessage: 'how many',
					predicate: ({messages}) => messages.filter(({role}) => role === 'tool').length === 3,
				},
				{content: 'I remember three.'},
			);
		});
		await expect(say('go')).resolves.toEqual(finished);
		expect(servers.calls).toHaveLength(3);
		await expect(say('how many')).resolves.toEqual(finished);
		expect(textsIn(events).at(-1)).toBe('I remember three.');
	});

	it('thinking is shown apart from the answer', async () => {
		const {say, events} = await startWith(protocol, mock => {
			mock.onMessage('why', {content: 'Because.', reasoning: 'Let me see.'});
		});
		await expect(say('why')).resolves.toEqual(finished);
		const step = events.find(event => event.type === 'step-finished');
		expect(step).toMatchObject({
			blocks: [
				{type: 'thinking', text: 'Let me see.'},
				{type: 'text', text: 'Because.'},
			],
		});
	});

	it('a rate limit is waited out as long as it asks for', async () => {
		const {say, clock, events} = await startWith(protocol, mock => {
			mock.on(
				{userMessage: 'hello', sequenceIndex: 0},
				{error: {message: 'Slow down.', type: 'rate_limit_error'}, status: 429, retryAfter: 9},
			);
			mock.onMessage('hello', {content: 'Hi.'});
		});
		await expect(say('hello')).resolves.toEqual(finished);
		expect(clock.slept).toEqual([9000]);
		expect(textsIn(events)).toEqual(['Hi.']);
	});

	it('an error of the server is tried again', async () => {
		const {say, clock} = await startWith(protocol, mock => {
			mock.onMessage('hello', {content: 'Hi.'});
			mock.nextRequestError(500, {message: 'Something broke.', type: 'server_error'});
		});
		await expect(say('hello')).resolves.toEqual(finished);
		expect(clock.slept).toEqual([1000]);
	});

	it('a wrong key is told at once', async () => {
		const {say, mock} = await startWith(protocol, given => {
			given.onMessage('hello', {content: 'Hi.'});
			given.nextRequestError(401, {message: 'invalid api key', type: 'authentication_error'});
		});
		await expect(say('hello')).resolves.toMatchObject({type: 'failed', failure: {code: 'wrong-key'}});
		expect(mock.getRequests().filter(({method}) => method === 'POST')).toHaveLength(1);
	});

	it('a stream that is cut runs nothing', async () => {
		const {say, servers} = await startWith(protocol, mock => {
			mock.onMessage('hello', {content: 'Hi.'});
			mock.on(
				{userMessage: 'write', hasToolResult: false},
				{toolCalls: [{name: 'files__write', arguments: {path: 'a', text: 'long '.repeat(50)}}]},
				{truncateAfterChunks: 4, chunkSize: 10, latency: 5},
			);
		});
		const outcome = await say('write');
		// The mock resets the connection: what it sent before may be lost with it.
		const code = expect.stringMatching(/^(cut|unreachable)$/);
		expect(outcome).toMatchObject({type: 'failed', failure: {code}});
		expect(servers.calls).toEqual([]);
		await expect(say('hello')).resolves.toEqual(finished);
	});

	it.each([
		['drops every request', {dropRate: 1}, 'provider-error'],
		['answers with nonsense', {malformedRate: 1}, 'garbled'],
		['hangs up', {disconnectRate: 1}, 'unreachable'],
		['limits every request', {rateLimitRate: 1}, 'rate-limited'],
	])('a provider that %s ends the turn with a reason and a hint', async (_, chaos, code) => {
		const {say, mock} = await startWith(protocol, given => {
			given.onMessage('hello', {content: 'Hi.'});
			given.setChaos(chaos);
		});
		await expect(say('hello')).resolves.toMatchObject({
			type: 'failed',
			failure: {code, message: expect.stringMatching(/\w.*\.$/), hint: expect.stringMatching(/\w/)},
		});
		mock.clearChaos();
		await expect(say('hello')).resolves.toEqual(finished);
	});
});
