import type {Model, ModelEvent, ModelRequest} from '../../../domain/model.ts';
import {revealSecret, type Secret} from '../../../domain/secret.ts';
import {untilAborted} from '../../../support/until-aborted.ts';
import type {AdapterOptions} from '../adapter.ts';
import {cutTrouble, noKeyTrouble} from '../http/cut-trouble.ts';
import {describeTrouble} from '../http/describe-trouble.ts';
import {withCost} from '../providers/price.ts';
import {createToolSchemas} from '../schema/tool-schemas.ts';
import {createKnowledge} from './learn-from-refusal.ts';
import {createAnswerReader} from './read-answer.ts';
import {buildBody, type RequestBody, toolNamesIn} from './request-body.ts';
import type {AnswerEvents} from './sdk-client.ts';

/** As far as we know, no request is wrong in more ways than this. */
const mostAttempts = 5;

/** Shorter values of headers are words, not secrets. */
const shortestSecret = 8;

const usedIds = (request: ModelRequest): readonly string[] =>
	request.messages.flatMap(message => {
		if (message.role === 'tool') return [message.callId];
		if (message.role === 'user') return [];
		return message.blocks.flatMap(block => (block.type === 'tool-call' ? [block.callId] : []));
	});

/** A model that is spoken to in the way of Anthropic's Messages API. */
export const createAnthropicModel = (options: AdapterOptions): Model => {
	const {provider, model, price, newId} = options;
	const schemas = createToolSchemas('anthropic');
	const knowledge = createKnowledge(options);

	const troubleWith = (
		error: unknown,
		body: RequestBody | undefined,
		key: Secret | undefined,
	): ModelEvent => ({
		type: 'failed',
		trouble: describeTrouble(error, {
			provider,
			model,
			tools: body === undefined ? [] : toolNamesIn(body),
			secrets: [
				...(key === undefined ? [] : [revealSecret(key)]),
				...Object.values(provider.headers).filter(value => value.length >= shortestSecret),
			],
		}),
	});

	/** Asks until the provider takes the request, as long as each refusal teaches something. */
	const ask = async (
		request: ModelRequest,
		key: Secret | undefined,
		onBody: (body: RequestBody) => void,
		signal: AbortSignal,
	): Promise<AnswerEvents> => {
		// Loaded when it is needed: it takes longer than most of this program.
		const {sendRequest} = await import('./sdk-client.ts');
		let asked = request;
		for (let attempt = 1; ; attempt += 1) {
			const body = buildBody(asked, {model, provider, schemas, form: knowledge.form()});
			onBody(body);
			try {
				return await sendRequest(body, {provider, fetch: options.fetch, key}, signal);
			} catch (error) {
				const {again, room} = knowledge.learn(error, {request, body});
				if (signal.aborted || !again || attempt === mostAttempts) throw error;
				if (room !== undefined) asked = {...request, maxTokens: room};
			}
		}
	};

	async function* run(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
		let key: Secret | undefined;
		let body: RequestBody | undefined;
		try {
			key = await options.key(signal);
			if (key === undefined && provider.needsKey) {
				yield {type: 'failed', trouble: noKeyTrouble(provider)};
				return;
			}
			const {events, leave} = await ask(
				request,
				key,
				sent => {
					body = sent;
				},
				signal,
			);
			const reader = createAnswerReader({
				newId,
				usedIds: usedIds(request),
				priced: usage => withCost(usage, price),
			});
			try {
				while (!reader.isOver()) {
					const next = await events.next();
					if (next.done === true) break;
					yield* reader.read(next.value);
				}
			} finally {
				leave(reader.isOver());
			}
			if (signal.aborted) return;
			const end = reader.finish();
			if (end === undefined) yield {type: 'failed', trouble: cutTrouble(provider, model)};
			else yield* end;
		} catch (error) {
			if (!signal.aborted) yield troubleWith(error, body, key);
		}
	}

	return {
		id: options.id,
		facts: knowledge.facts,
		toolLimit: provider.maxTools ?? 128,
		fitTool: schemas.fit,
		stream: (request, signal) => untilAborted(run(request, signal), signal),
	};
};
