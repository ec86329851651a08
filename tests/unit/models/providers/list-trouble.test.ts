import {describe, expect, it} from 'vitest';
import {askProvider, type ProviderCall} from '../../../../source/core/models/providers/ask-provider.ts';
import {describeListTrouble} from '../../../../source/core/models/providers/list-trouble.ts';
import {createSecret} from '../../../../source/domain/secret.ts';
import {testProvider} from '../http/sdk-errors.ts';

const signal = new AbortController().signal;

/** A provider that refuses, and repeats the headers that it got. */
const setUp = (api: 'anthropic' | 'chat', key: string, headers: Readonly<Record<string, string>> = {}) => {
	const sent: Headers[] = [];
	const call: ProviderCall = {
		provider: testProvider({api, headers}),
		key: createSecret(key),
		fetch: async (_, init) => {
			const got = new Headers(init?.headers);
			sent.push(got);
			const message = `No: ${[...got].map(([name, value]) => `${name} is ${value}`).join(', ')}`;
			return Response.json({error: {message}}, {status: 400});
		},
	};
	const failure = async () => {
		const error = await askProvider(call, 'https://api.acme.example/v1/models', signal).then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		return describeListTrouble(error, call, false);
	};
	return {sent, failure};
};

describe('why a provider did not list its models', () => {
	it.each(['anthropic', 'chat'] as const)('never shows what was sent in headers: %s', async api => {
		const {sent, failure} = setUp(api, 'corp key\n', {'x-corp': 'Basic pass', 'x-team': 'blue'});
		const {message} = await failure();
		expect([...(sent[0]?.values() ?? [])].join()).toContain('corp key');
		expect(message).toContain('x-corp is');
		expect(message).not.toMatch(/corp key|pass|blue/);
	});

	it.each(['anthropic', 'chat'] as const)('may be a key that nothing can carry: %s', async api => {
		const {sent, failure} = setUp(api, 'sk-torn\nkey\u2026');
		const told = await failure();
		expect(told).toMatchObject({code: 'wrong-key', message: expect.stringContaining('cannot be sent')});
		expect(JSON.stringify(told)).not.toMatch(/torn|key\u2026/);
		expect(sent).toEqual([]);
	});
});
