import {describe, expect, it} from 'vitest';
import {createInputAnswers} from '../../../../source/core/mcp/requests/answer-input.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {createFakeRequests} from '../../../helpers/fake-requests.ts';

const setUp = () => {
	const requests = createFakeRequests({
		elicit: async () => ({action: 'accept', content: {name: 'Ada'}}),
		sample: async () => ({
			type: 'answered',
			model: 'm',
			content: [{type: 'text', text: 'Yes.'}],
			stopReason: 'endTurn',
		}),
		roots: () => [{uri: 'file:///site'}],
	});
	const answer = createInputAnswers('tasks', requests);
	return {
		requests,
		answer: (method: string, params: JsonObject = {}) =>
			answer({method, params}, new AbortController().signal),
	};
};

describe('a request inside a result', () => {
	it('is answered as if the server had sent it', async () => {
		const {answer, requests} = setUp();
		const form = {
			mode: 'form',
			message: 'Who?',
			requestedSchema: {
				type: 'object',
				properties: {name: {type: 'string'}, n: {type: 'integer', default: 3}},
			},
		};
		await expect(answer('elicitation/create', form)).resolves.toEqual({
			action: 'accept',
			content: {n: 3, name: 'Ada'},
		});
		await expect(
			answer('elicitation/create', {mode: 'url', message: 'Look.', url: 'https://example.org'}),
		).resolves.toEqual({action: 'accept'});
		await expect(
			answer('sampling/createMessage', {
				maxTokens: 5,
				messages: [{role: 'user', content: {type: 'text', text: 'Well?'}}],
			}),
		).resolves.toMatchObject({model: 'm', content: {type: 'text', text: 'Yes.'}});
		await expect(answer('roots/list')).resolves.toEqual({roots: [{uri: 'file:///site'}]});
		expect(requests.elicited).toHaveLength(2);
		expect(requests.sampled).toHaveLength(1);
	});

	it.each([
		['elicitation/create', {message: 3}],
		['elicitation/create', {mode: 'url', message: 'x', url: 'file:///etc/passwd'}],
		['sampling/createMessage', {messages: 'none'}],
		['tools/call', {}],
	])('of %s with %o is refused, and the user hears nothing of it', async (method, params) => {
		const {answer, requests} = setUp();
		await expect(answer(method, params)).rejects.toThrow();
		expect(requests.elicited).toEqual([]);
		expect(requests.sampled).toEqual([]);
	});
});
