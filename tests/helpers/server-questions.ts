import type {AskAnswer} from '../../source/domain/ask.ts';
import type {ElicitationRequest, SamplingRequest} from '../../source/domain/server-request.ts';
import type {createAppHarness} from './app-harness.ts';

export const form: ElicitationRequest = {
	mode: 'form',
	message: 'Who?',
	schema: {type: 'object', properties: {}},
};
export const sampling: SamplingRequest = {
	messages: [{role: 'user', content: [{type: 'text', text: 'Hi'}]}],
	maxTokens: 100,
	modelHints: [],
	tools: [],
};
export const signIn = {url: 'https://example.org/login', callback: 'http://127.0.0.1:1/callback'};
export const never = new AbortController().signal;

type Harness = ReturnType<typeof createAppHarness>;

/** Answers the question that waits now. */
export const answer = async ({app, until}: Harness, given: AskAnswer): Promise<void> => {
	await until(({asks}) => asks.length > 0);
	app.answer(app.getState().asks[0]?.askId ?? '', given);
};
