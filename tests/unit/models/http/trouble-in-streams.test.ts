import {describe, expect, it} from 'vitest';
import type {Provider} from '../../../../source/core/models/adapter.ts';
import {cutTrouble, noKeyTrouble} from '../../../../source/core/models/http/cut-trouble.ts';
import {describeTrouble} from '../../../../source/core/models/http/describe-trouble.ts';
import type {TroubleKind} from '../../../../source/domain/model.ts';
import {providers, testProvider, thrownBy} from './sdk-errors.ts';

const context = {provider: testProvider(), model: 'the-model', tools: ['one'], secrets: []};

const streamed = async (api: Provider['api'], text: string) => {
	const error = await thrownBy(
		api,
		async () => new Response(text, {headers: {'content-type': 'text/event-stream'}}),
	);
	return describeTrouble(error, context);
};

const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const chunk = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

const anthropicError = (type: string, message: string): string =>
	event('error', {type: 'error', error: {type, message}});

describe('an error in the middle of a stream', () => {
	it.each<readonly [api: Provider['api'], text: string, kind: TroubleKind, isPassing: boolean]>([
		['anthropic', anthropicError('overloaded_error', 'Overloaded'), 'overloaded', true],
		['anthropic', anthropicError('api_error', 'Internal server error'), 'provider-error', true],
		['anthropic', anthropicError('rate_limit_error', 'Too many'), 'rate-limited', true],
		['anthropic', anthropicError('timeout_error', 'Timed out'), 'provider-error', true],
		['anthropic', anthropicError('invalid_request_error', 'Bad'), 'bad-request', false],
		['anthropic', anthropicError('invalid_request_error', 'prompt is too long'), 'context-full', false],
		['anthropic', anthropicError('authentication_error', 'Revoked'), 'wrong-key', false],
		['anthropic', anthropicError('something_new', 'What?'), 'provider-error', true],
		['chat', chunk({error: {code: 429, message: 'Rate limited'}, choices: []}), 'rate-limited', true],
		['chat', chunk({error: {code: 502, message: 'Provider disconnected'}}), 'provider-error', true],
		['chat', chunk({error: {code: '503', message: 'Busy'}}), 'overloaded', true],
		['chat', chunk({error: {code: 402, message: 'Pay'}}), 'quota', false],
		['chat', chunk({error: 'context length exceeded'}), 'context-full', false],
		['chat', chunk({error: {message: 'boom', type: 'server_error'}}), 'provider-error', true],
		[
			'responses',
			event('error', {type: 'error', code: 'rate_limit_exceeded', message: 'x'}),
			'rate-limited',
			true,
		],
		[
			'responses',
			event('error', {type: 'error', code: 'server_error', message: 'x'}),
			'provider-error',
			true,
		],
		['responses', event('error', {type: 'error', code: 'insufficient_quota', message: 'x'}), 'quota', false],
		['chat', 'data: {"choices":[{"delta":{"cont\n\n', 'garbled', true],
		['anthropic', 'event: message_start\ndata: {"type":"mess\n\n', 'garbled', true],
	])('is understood: %s, %j', async (api, text, kind, isPassing) => {
		const trouble = await streamed(api, text);
		expect(trouble).toMatchObject({kind, failure: {code: kind, hint: expect.any(String)}});
		expect(trouble.failure.message).toContain('Acme');
		expect(trouble.retry !== undefined).toBe(isPassing);
	});

	it.each<readonly [thing: unknown, kind: TroubleKind]>([
		[
			{type: 'response.failed', response: {status: 'failed', error: {code: 'server_error', message: 'x'}}},
			'provider-error',
		],
		[
			{type: 'response.failed', response: {error: {code: 'rate_limit_exceeded', message: 'x'}}},
			'rate-limited',
		],
		[{code: 'context_length_exceeded', message: 'x'}, 'context-full'],
		[{type: 'error', error: {type: 'overloaded_error', message: 'Overloaded'}}, 'overloaded'],
		[{error: {message: "Invalid schema for function 'one': no", code: 'x'}}, 'bad-tool'],
		['{"error":{"code":429,"message":"x"}}', 'rate-limited'],
	])('is understood as it came: %j', (thing, kind) => {
		expect(describeTrouble(thing, context).kind).toBe(kind);
	});
});

describe('anything else that was thrown', () => {
	const refused = Object.assign(new Error('connect ECONNREFUSED'), {
		code: 'ECONNREFUSED',
		syscall: 'connect',
	});

	it('is an error of the network where a cause says so', () => {
		const error = new Error('Connection error.', {cause: new TypeError('fetch failed', {cause: refused})});
		expect(describeTrouble(error, context)).toMatchObject({
			kind: 'unreachable',
			failure: {message: expect.stringContaining('nothing answers at api.acme.example')},
		});
	});

	it.each([
		['ollama', 'ollama serve'],
		['lmstudio', 'lms server start'],
		['llamacpp', 'llama-server'],
		['vllm', 'Start the server'],
	] as const)('says how to start %s', (name, hint) => {
		const trouble = describeTrouble(refused, {...context, provider: providers[name]});
		expect(trouble.failure.hint).toContain(hint);
		expect(trouble.retry).toBeUndefined();
	});

	it.each([
		['ECONNRESET', true],
		['EAI_AGAIN', true],
		['ETIMEDOUT', true],
		['ENETUNREACH', true],
		['ENOTFOUND', false],
		['ECONNREFUSED', false],
		['CERT_HAS_EXPIRED', false],
		['DEPTH_ZERO_SELF_SIGNED_CERT', false],
		['ERR_SSL_WRONG_VERSION_NUMBER', false],
	])('may pass or stay: %s', (code, isPassing) => {
		const trouble = describeTrouble(Object.assign(new Error(code), {code}), context);
		expect(trouble).toMatchObject({kind: 'unreachable', failure: {message: expect.stringContaining(code)}});
		expect(trouble.retry !== undefined).toBe(isPassing);
	});

	it.each([
		[new RangeError('odd'), 'odd'],
		['text', 'text'],
		[undefined, 'undefined'],
	])('is told as it is: %s', (thing, words) => {
		const trouble = describeTrouble(thing, context);
		expect(trouble.kind).toBe('provider-error');
		expect(trouble.failure.message).toBe(`The request to Acme failed: ${words}.`);
		expect(trouble.retry).toBeUndefined();
	});

	it.each<unknown>([null, {}, [], {error: null}, Object.create(null), {error: {error: {error: {}}}}, 7])(
		'never makes it fail: %j',
		thing => {
			expect(describeTrouble(thing, context).failure.message).toContain('Acme');
		},
	);
});

describe('trouble that no error tells', () => {
	it('names whose answer was cut', () => {
		expect(cutTrouble(context.provider, 'the-model')).toMatchObject({
			kind: 'cut',
			failure: {code: 'cut', message: 'Acme ended the answer of "the-model" before it was finished.'},
		});
	});

	it('says where the missing key goes', () => {
		expect(noKeyTrouble(context.provider)).toMatchObject({
			kind: 'no-key',
			failure: {
				message: 'There is no key for Acme.',
				hint: expect.stringContaining('export ACME_API_KEY=...'),
			},
		});
	});
});
