import {assertNever} from '../../../domain/assert-never.ts';
import type {Model, ModelEvent, ModelRequest} from '../../../domain/model.ts';
import {untilAborted} from '../../../support/until-aborted.ts';
import type {AdapterOptions} from '../adapter.ts';
import {cutTrouble, noKeyTrouble} from '../http/cut-trouble.ts';
import {describeTrouble} from '../http/describe-trouble.ts';
import {exchangeEndBehind} from '../http/exchange-error.ts';
import {isSendableKey, requestSecrets, unsendableKeyTrouble} from '../http/request-secrets.ts';
import {withCost} from '../providers/price.ts';
import {createToolSchemas} from '../schema/tool-schemas.ts';
import {type AnswerMessage, oneMessage, readMessages, readWhole} from '../wire/answer-messages.ts';
import type {AnswerReader, ReaderDeps} from './answer-reader.ts';
import type {BuiltRequest, RequestContext} from './chat-request.ts';
import {learnQuirk} from './learn-quirk.ts';
import {createPostRequest, type PostRequest} from './post-request.ts';
import {lastingQuirks, type Quirks, type Sent} from './server-quirks.ts';
import type {ThinkingMemory} from './think-splitter.ts';

/** In what the two protocols of OpenAI differ. */
export type Protocol = {
	readonly path: string;
	/** What is known about a server before it was asked. */
	readonly quirks: Quirks;
	readonly build: (request: ModelRequest, context: RequestContext, quirks: Quirks) => BuiltRequest<object>;
	readonly createReader: (deps: ReaderDeps) => AnswerReader;
};

const defaultToolLimit = 128;
/** A server may refuse several things, but it names one at a time. */
const mostAttempts = 8;

type Answer =
	/** `refusal` is what takes the place of a first piece. */
	| {
			readonly type: 'answered';
			readonly messages: AsyncIterable<AnswerMessage>;
			readonly refusal?: object | undefined;
	  }
	| {readonly type: 'refused'; readonly refusal: unknown};

/** LM Studio says with status 200, mostly in a stream, what others refuse with a status. */
const refusalIn = (first: AnswerMessage): object | undefined => {
	if (first.type === 'error') return {status: 500, error: first.error};
	const isError =
		(first.type === 'message' || first.type === 'whole') && (first.message.error ?? undefined) !== undefined;
	return isError ? {status: 500, error: first.message} : undefined;
};

async function* continued(
	first: AnswerMessage,
	rest: AsyncGenerator<AnswerMessage>,
): AsyncGenerator<AnswerMessage> {
	try {
		yield first;
		yield* rest;
	} finally {
		// A reader may stop at the first one, and the connection is to be let go then, too.
		await rest.return(undefined);
	}
}

const send = async (post: PostRequest, path: string, body: object, signal: AbortSignal): Promise<Answer> => {
	try {
		const messages = readMessages(await post(path, body, signal));
		const first = await messages.next();
		if (first.done === true) return {type: 'answered', messages};
		const refusal = refusalIn(first.value);
		if (refusal === undefined) return {type: 'answered', messages: continued(first.value, messages)};
		await messages.return(undefined);
		return {type: 'answered', messages: oneMessage(first.value), refusal};
	} catch (error) {
		// Our fetch refuses what is no stream; some servers answer in one piece all the same.
		const end = exchangeEndBehind(error);
		const message = end?.type === 'not-a-stream' ? readWhole(end.body) : undefined;
		return message?.type === 'whole'
			? {type: 'answered', messages: oneMessage(message), refusal: refusalIn(message)}
			: {type: 'refused', refusal: error};
	}
};

const readMessage = (
	message: AnswerMessage,
	reader: AnswerReader,
	deps: ReaderDeps,
): readonly ModelEvent[] => {
	switch (message.type) {
		case 'message':
			return reader.read(message.message);
		case 'whole':
			return reader.readWhole(message.message);
		case 'done':
			return reader.end(true);
		case 'error':
			return reader.isComplete() ? [] : [{type: 'failed', trouble: deps.describe(message.error)}];
		case 'garbled':
			return reader.isComplete()
				? []
				: [{type: 'failed', trouble: deps.describe(new SyntaxError(message.text))}];
		default:
			return assertNever(message);
	}
};

const isLast = ({type}: ModelEvent): boolean => type === 'finished' || type === 'failed';

async function* readAnswer(
	messages: AsyncIterable<AnswerMessage>,
	reader: AnswerReader,
	deps: ReaderDeps,
): AsyncGenerator<ModelEvent> {
	try {
		for await (const message of messages) {
			const events = readMessage(message, reader, deps);
			yield* events;
			if (events.some(isLast)) return;
		}
	} catch (error) {
		if (!reader.isComplete()) {
			yield {type: 'failed', trouble: deps.describe(error)};
			return;
		}
	}
	yield* reader.end(false);
}

/** A model behind one of OpenAI's protocols, at OpenAI or at one of the many servers that speak them. */
export const createOpenAiModel = (options: AdapterOptions, protocol: Protocol): Model => {
	const {provider, model, price} = options;
	/** The images, and the answers with reasoning, that the server took, and those that it would not take. */
	const accepted = new WeakSet<object>();
	const refused = new WeakSet<object>();
	const context: RequestContext = {
		provider,
		model,
		schemas: createToolSchemas('openai'),
		isRefused: piece => refused.has(piece),
	};
	let learned: Quirks = protocol.quirks;
	const thinking: ThinkingMemory = {isOpen: false};
	/** Facts may be learned elsewhere while the program runs. */
	const known = (): Quirks =>
		options.facts.seesImages === false ? {...learned, seesImages: false} : learned;

	/** Only what helped is remembered. */
	const remember = (quirks: Quirks, {images, answers}: Sent): void => {
		for (const piece of quirks.leftOut) refused.add(piece);
		for (const {piece} of images) accepted.add(piece);
		for (const answer of answers) accepted.add(answer);
		learned = lastingQuirks(quirks);
	};

	async function* ask(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
		const key = await options.key(signal);
		if (signal.aborted) return;
		if (key === undefined && provider.needsKey) {
			yield {type: 'failed', trouble: noKeyTrouble(provider, options.whyNoKey?.())};
			return;
		}
		const secrets = requestSecrets(provider, key);
		if (key !== undefined && !isSendableKey(key)) {
			yield {type: 'failed', trouble: unsendableKeyTrouble(provider)};
			return;
		}
		const post = await createPostRequest(options, key);
		let quirks = known();
		for (let attempt = 1; ; attempt += 1) {
			const {body, sent, tools} = protocol.build(request, context, quirks);
			const deps: ReaderDeps = {
				newId: options.newId,
				provider: provider.name,
				thinking,
				tools,
				cut: () => cutTrouble(provider, model),
				describe: error => describeTrouble(error, {provider, model, tools, secrets}),
				priced: usage => withCost(usage, price),
			};
			const answer = await send(post, protocol.path, body, signal);
			if (signal.aborted) return;
			const next =
				answer.refusal !== undefined && attempt < mostAttempts
					? learnQuirk(answer.refusal, sent, quirks, piece => accepted.has(piece))
					: undefined;
			if (next !== undefined) {
				quirks = next;
				continue;
			}
			if (answer.type === 'answered') {
				if (answer.refusal === undefined) remember(quirks, sent);
				yield* readAnswer(answer.messages, protocol.createReader(deps), deps);
				return;
			}
			yield {type: 'failed', trouble: deps.describe(answer.refusal)};
			return;
		}
	}

	/** Nothing may leave as a thrown error; and what is thrown because of an abort is no news. */
	async function* guarded(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
		try {
			yield* ask(request, signal);
		} catch (error) {
			if (signal.aborted) return;
			yield {
				type: 'failed',
				trouble: describeTrouble(error, {
					provider,
					model,
					tools: [],
					secrets: requestSecrets(provider, undefined),
				}),
			};
		}
	}

	return {
		id: options.id,
		facts: () => ({
			...options.facts,
			...(learned.seesImages ? {} : {seesImages: false}),
			...(learned.takesTools ? {} : {takesTools: false}),
		}),
		toolLimit: provider.maxTools ?? defaultToolLimit,
		fitTool: context.schemas.fit,
		stream: (request, signal) => untilAborted(guarded(request, signal), signal),
	};
};
