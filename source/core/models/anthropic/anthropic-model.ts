import {assertNever} from '../../../domain/assert-never.ts';
import type {Model, ModelEvent, ModelRequest} from '../../../domain/model.ts';
import type {Secret} from '../../../domain/secret.ts';
import {untilAborted} from '../../../support/until-aborted.ts';
import type {AdapterOptions} from '../adapter.ts';
import {cutTrouble, noKeyTrouble} from '../http/cut-trouble.ts';
import {describeTrouble} from '../http/describe-trouble.ts';
import {isSendableKey, requestSecrets, unsendableKeyTrouble} from '../http/request-secrets.ts';
import {withCost} from '../providers/price.ts';
import {createToolSchemas} from '../schema/tool-schemas.ts';
import type {AnswerMessage} from '../wire/answer-messages.ts';
import {type Asking, createKnowledge} from './learn-from-refusal.ts';
import {type AnswerReader, createAnswerReader} from './read-answer.ts';
import {buildBody, type RequestBody, toolNamesIn} from './request-body.ts';

/** As far as we know, no request is wrong in more ways than this. */
const mostAttempts = 8;

const usedIds = (request: ModelRequest): readonly string[] =>
	request.messages.flatMap(message => {
		if (message.role === 'tool') return [message.callId];
		if (message.role === 'user') return [];
		return message.blocks.flatMap(block => (block.type === 'tool-call' ? [block.callId] : []));
	});

const readMessage = (message: AnswerMessage, reader: AnswerReader): readonly ModelEvent[] => {
	switch (message.type) {
		case 'message':
			return reader.read(message.message);
		case 'whole':
			return reader.readWhole(message.message);
		case 'error':
			throw Object.assign(new Error('an error in the stream'), {error: message.error});
		case 'garbled':
			throw new SyntaxError(message.text);
		case 'done':
			return [];
		default:
			return assertNever(message);
	}
};

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
			secrets: requestSecrets(provider, key),
		}),
	});

	/** Asks until the provider takes the request, as long as each refusal teaches something. */
	const ask = async (
		request: ModelRequest,
		asking: Asking,
		key: Secret | undefined,
		onBody: (body: RequestBody) => void,
		signal: AbortSignal,
	): Promise<AsyncIterable<AnswerMessage>> => {
		// Loaded when it is needed: it takes longer than most of this program.
		const {sendRequest} = await import('./sdk-client.ts');
		for (let attempt = 1; ; attempt += 1) {
			const body = buildBody(request, {model, provider, schemas, form: asking.form()});
			onBody(body);
			try {
				return await sendRequest(body, {provider, fetch: options.fetch, key}, signal);
			} catch (error) {
				if (signal.aborted || !asking.learn(error, body) || attempt === mostAttempts) throw error;
			}
		}
	};

	async function* run(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
		let key: Secret | undefined;
		let body: RequestBody | undefined;
		try {
			key = await options.key(signal);
			if (key === undefined && provider.needsKey) {
				yield {type: 'failed', trouble: noKeyTrouble(provider, options.whyNoKey?.())};
				return;
			}
			if (key !== undefined && !isSendableKey(key)) {
				yield {type: 'failed', trouble: unsendableKeyTrouble(provider)};
				return;
			}
			const asking = knowledge.begin(request);
			const messages = await ask(
				request,
				asking,
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
			for await (const message of messages) {
				const read = readMessage(message, reader);
				asking.keep();
				yield* read;
				if (reader.isOver()) break;
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
