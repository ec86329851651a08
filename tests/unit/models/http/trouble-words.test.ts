import {describe, expect, it} from 'vitest';
import {describeTrouble} from '../../../../source/core/models/http/describe-trouble.ts';
import type {TroubleContext} from '../../../../source/core/models/http/trouble-context.ts';
import {anthropic, openai} from './error-bodies.ts';
import {providers, troubleOf} from './sdk-errors.ts';

describe('what is told about a refusal', () => {
	it('names the provider, the status, and gives its own words', async () => {
		const {failure} = await troubleOf('anthropic', {
			status: 529,
			body: anthropic('overloaded_error', 'Overloaded, come back later'),
		});
		expect(failure.message).toBe('Anthropic is overloaded (HTTP 529): Overloaded, come back later.');
	});

	it('leaves out words that add nothing', async () => {
		const {failure} = await troubleOf('anthropic', {
			status: 529,
			body: anthropic('overloaded_error', 'Overloaded.'),
		});
		expect(failure.message).toBe('Anthropic is overloaded (HTTP 529).');
	});

	it('says where a key goes', async () => {
		const {failure} = await troubleOf('anthropic', {
			status: 401,
			body: anthropic('authentication_error', 'invalid x-api-key'),
		});
		expect(failure).toEqual({
			code: 'wrong-key',
			message: 'Anthropic does not accept your key (HTTP 401): invalid x-api-key.',
			hint: 'Keep it in the keychain (mcp-tui keys set anthropic), or export ANTHROPIC_API_KEY=... and start again.',
		});
	});

	it('says that a server on this machine wants a key', async () => {
		const {failure} = await troubleOf('lmstudio', {status: 401, body: openai('Unauthorized')});
		expect(failure).toMatchObject({
			message: 'LM Studio wants a key that it accepts (HTTP 401): Unauthorized.',
			hint: 'Keep one in the keychain: mcp-tui keys set lmstudio',
		});
	});

	it('says how to fetch a model', async () => {
		const {failure} = await troubleOf(
			'ollama',
			{status: 404, body: openai('model "qwen3:8b" not found, try pulling it first', null, 'api_error')},
			{model: 'qwen3:8b'},
		);
		expect(failure.hint).toContain('ollama pull qwen3:8b');
	});

	it('says how a model gets more room', async () => {
		const body = {
			error: {code: 400, message: 'exceeds the available context size', type: 'exceed_context_size_error'},
		};
		expect((await troubleOf('llamacpp', {status: 400, body})).failure.hint).toContain('larger -c');
	});

	it('says how to sign in to a proxy that is not configured', async () => {
		expect(await troubleOf('openai', {status: 407, body: 'Proxy Authentication Required'})).toMatchObject({
			kind: 'unreachable',
			failure: {
				message: expect.stringContaining('The proxy on the way to OpenAI wants you to sign in (HTTP 407)'),
				hint: expect.stringContaining('http://user:password@proxy.example:3128'),
			},
		});
	});

	it('says that a model is being loaded', async () => {
		const body = {error: {code: 503, message: 'Loading model', type: 'unavailable_error'}};
		expect((await troubleOf('llamacpp', {status: 503, body})).failure.message).toContain(
			'is still loading "the-model"',
		);
	});

	it('does not advise to turn off what is off', async () => {
		const body = openai('Budget 0 is invalid. This model only works in thinking mode.');
		const advice = async (thinking: 'off' | 'high') =>
			(await troubleOf('openai', {status: 400, body}, {provider: {...providers.openai, thinking}})).failure
				.hint;
		expect(await advice('high')).toContain('Set "thinking" of provider "openai" to "off"');
		expect(await advice('off')).toContain('Remove "thinking" of provider "openai"');
	});

	it('says what lets a model use tools', async () => {
		const flags = '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set';
		expect((await troubleOf('openai', {status: 400, body: openai(flags)})).failure.hint).toContain(
			'Start the server with --enable-auto-tool-choice',
		);
		const never = openai('Function calling is not enabled for models/gemma-3-27b-it');
		expect((await troubleOf('openai', {status: 400, body: never})).failure.hint).toContain(
			'This model cannot use tools',
		);
	});

	it('gives the words of the provider behind a router', async () => {
		const body = {
			error: {
				code: 502,
				message: 'Provider returned error',
				metadata: {raw: '{"error":{"message":"upstream connect error"}}'},
			},
		};
		expect((await troubleOf('openrouter', {status: 502, body})).failure.message).toContain(
			'upstream connect error',
		);
	});

	it('shows the title of a web page, and nothing else of it', async () => {
		const body =
			'<html><head><title>502 Bad\nGateway</title></head><body><script>alert(1)</script></body></html>';
		const {failure} = await troubleOf('openai', {status: 502, body});
		expect(failure.message).toBe('OpenAI has a problem with "the-model" (HTTP 502): 502 Bad Gateway.');
	});

	it('cuts long words', async () => {
		const {failure} = await troubleOf('openai', {status: 400, body: openai('word '.repeat(1000))});
		expect(failure.message.length).toBeLessThan(400);
		expect(failure.message).toMatch(/…$/);
	});

	it('shows no secret, neither ours nor what looks like one', async () => {
		const body = openai(
			'Bad key tiny-secret-1 in Bearer sk-proj-abcdefgh12345678 for https://x.example/?key=AIzaSyA1234567890 (eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx)',
		);
		const {failure} = await troubleOf('openai', {status: 400, body}, {secrets: ['tiny-secret-1', '']});
		expect(failure.message).not.toMatch(/tiny-secret|sk-proj|AIza|eyJ/);
		expect(failure.message).toContain('Bad key •••');
	});

	it('shows names of models and tools, however random they look', async () => {
		const model = 'claude-sonnet-4-5-20250929';
		const body = anthropic('not_found_error', `model: ${model} is gone`);
		expect((await troubleOf('anthropic', {status: 404, body}, {model})).failure.message).toContain(
			`: model: ${model} is gone`,
		);
	});
});

describe('what is told about an address', () => {
	const at = (addressSetting: string | undefined, name: 'openai' | 'anthropic' | 'ollama' = 'openai') => ({
		provider: {...providers[name], ...(addressSetting === undefined ? {} : {addressSetting})},
		model: 'm',
		tools: [],
		secrets: [],
	});
	const unreachable = (code: string, context: TroubleContext) =>
		describeTrouble(Object.assign(new Error('no'), {code, syscall: 'connect'}), context).failure.hint;

	it('where it lacks a path: that other servers know only Chat Completions', async () => {
		const answer = {status: 404, body: {detail: 'Not Found'}};
		const {failure} = await troubleOf('openai', answer, at('OPENAI_BASE_URL'));
		expect(failure.hint).toMatch(/^Check OPENAI_BASE_URL: it often ends with \/v1\./);
		expect(failure.hint).toContain('set "api": "chat" for provider "openai" in the config');
		const usual = await troubleOf('openai', answer);
		expect(usual.failure.hint).not.toContain('"chat"');
	});

	it('names the setting that it comes from', () => {
		const setting = '"baseUrl" of provider "openai" in the config';
		expect(unreachable('ENOTFOUND', at('OPENAI_BASE_URL'))).toContain('the host name in OPENAI_BASE_URL,');
		expect(unreachable('ENOTFOUND', at(setting))).toContain(`the host name in ${setting},`);
		expect(unreachable('ECONNREFUSED', at('ANTHROPIC_BASE_URL', 'anthropic'))).toMatch(
			/^Check ANTHROPIC_BASE_URL, /,
		);
		expect(unreachable('ECONNREFUSED', at('OLLAMA_HOST', 'ollama'))).toBe(
			'Start Ollama: ollama serve; or correct the port in OLLAMA_HOST.',
		);
		expect(unreachable('ECONNREFUSED', at(undefined, 'ollama'))).toContain('"baseUrl" of provider "ollama"');
	});

	it.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNREFUSED'])(
		'that is the usual one: to look whether this machine is online (%s)',
		code => {
			expect(unreachable(code, at(undefined))).toMatch(/^Check that this machine is online;/);
			expect(unreachable(code, at('OPENAI_BASE_URL'))).not.toMatch(/^Check that this machine is online/);
		},
	);
});
