import {estimateText, estimateTokens, estimateTools} from '../../domain/estimate-tokens.ts';
import {type Failure, toFailure} from '../../domain/failure.ts';
import type {FinishReason, Model, ModelEvent, ModelRequest, Usage} from '../../domain/model.ts';
import type {SamplingAnswer, SamplingContent, SamplingRequest} from '../../domain/server-request.ts';
import {untilAborted} from '../../support/until-aborted.ts';
import {normaliseHistory} from './normalise-history.ts';
import {type SamplingTools, samplingMessages, samplingTools} from './sampling-messages.ts';

/** Generous: a token is about four characters. The provider counts better, where it counts at all. */
const charactersPerToken = 6;
const maxCharacters = 1024 * 1024;

/** `usage` is what the answer cost, also one that the server does not get. */
export type SampledAnswer = SamplingAnswer & {readonly usage?: Usage};

type CallEvent = ModelEvent & {readonly type: 'tool-call'};

type Collected = {
	readonly text: string;
	readonly calls: readonly CallEvent[];
	/** Why it ended; a failure where it did not end well. */
	readonly end: FinishReason | Failure;
	readonly usage?: Usage;
	/** We stopped listening, so that the provider had no chance to say what it was. */
	readonly isCut?: boolean;
};

/**
 * Looks for the place where the answer is to stop: at the stop that is complete first, because a model that knows the
 * stops writes nothing after it; of several that end together, at the one that begins first. Each delta is searched together with no more of what came
 * before it than a stop can reach back to: a server chooses the stops, and an answer may come letter by letter.
 */
const createStopFinder = (stops: readonly string[]): ((delta: string) => number | undefined) => {
	const reach = Math.max(0, ...stops.map(stop => stop.length - 1));
	let tail = '';
	let before = 0;
	return delta => {
		const searched = tail + delta;
		const found = stops
			.map(stop => ({place: searched.indexOf(stop), length: stop.length}))
			.filter(({place}) => place !== -1);
		const firstEnd = Math.min(...found.map(({place, length}) => place + length));
		const places = found.filter(({place, length}) => place + length === firstEnd).map(({place}) => place);
		const start = before - tail.length;
		before += delta.length;
		tail = reach === 0 ? '' : searched.slice(-reach);
		return places.length === 0 ? undefined : start + Math.min(...places);
	};
};

const cutOff = (model: string): Failure => ({
	code: 'cut',
	message: `The answer of ${model} was cut off.`,
});

/** Reads the answer as far as the server wants it; the limits are enforced here where a provider ignores them. */
const collect = async (
	model: string,
	events: AsyncIterable<ModelEvent>,
	limit: number,
	stops: readonly string[],
): Promise<Collected> => {
	let text = '';
	const calls: CallEvent[] = [];
	let findStop = createStopFinder(stops);
	for await (const event of events) {
		switch (event.type) {
			case 'text': {
				text += event.text;
				const end = findStop(event.text);
				if (end !== undefined) {
					return {text: text.slice(0, end), calls: [], end: 'stop', isCut: true};
				}
				if (text.length > limit) {
					return {text: text.slice(0, limit), calls: [], end: 'length', isCut: true};
				}
				break;
			}
			case 'withdrawn':
				text = '';
				findStop = createStopFinder(stops);
				break;
			case 'tool-call':
				calls.push(event);
				break;
			case 'finished': {
				const {reason, usage} = event;
				return {text, calls, end: reason, ...(usage === undefined ? {} : {usage})};
			}
			case 'failed':
				return {text, calls, end: event.trouble.failure};
			case 'thinking':
			case 'calling':
				break;
		}
	}
	return {text, calls, end: cutOff(model)};
};

/** Of an answer that we cut the provider never says what it used; it is paid for all the same. */
const estimateUsage = ({instructions = '', messages, tools}: ModelRequest, text: string): Usage => ({
	inputTokens: estimateText(instructions) + estimateTokens(messages) + estimateTools(tools),
	outputTokens: estimateText(text),
});

const refused = (failure: Failure): SampledAnswer => ({type: 'refused', failure});

const requestFor = (request: SamplingRequest, tools: SamplingTools, model: Model): ModelRequest => {
	const {systemPrompt, temperature, toolChoice, maxTokens} = request;
	const offered = tools.offered
		.filter(tool => model.fitTool?.(tool).type !== 'unfit')
		.slice(0, model.toolLimit);
	const stopSequences = (request.stopSequences ?? []).filter(stop => stop.trim() !== '');
	return {
		messages: normaliseHistory(samplingMessages(request.messages, tools.modelName)),
		tools: offered,
		maxTokens: Math.max(1, Math.min(maxTokens, model.facts?.().outputTokens ?? maxTokens)),
		...(systemPrompt === undefined || systemPrompt === '' ? {} : {instructions: systemPrompt}),
		...(temperature === undefined ? {} : {temperature}),
		...(stopSequences.length === 0 ? {} : {stopSequences}),
		...(toolChoice === undefined || offered.length === 0 ? {} : {toolChoice}),
	};
};

const invalidCall = (model: string, {modelName}: CallEvent): Failure => ({
	code: 'invalid-arguments',
	message: `${model} called ${modelName} with something that is not one JSON object, or has a number that cannot be sent exactly.`,
});

const answerOf = (
	{text, calls, end}: Collected,
	request: SamplingRequest,
	tools: SamplingTools,
	model: string,
): SamplingAnswer => {
	if (typeof end !== 'string') {
		return refused(end);
	}
	if (end === 'refusal') {
		return refused({code: 'model-refused', message: `The model ${model} declined to answer.`});
	}
	// Calls in an answer that reached its limit may be half of what was meant.
	const valid = end === 'length' || request.toolChoice === 'none' ? [] : calls;
	const invalid = valid.find(call => call.invalid !== undefined);
	if (invalid !== undefined) {
		return refused(invalidCall(model, invalid));
	}
	const uses = valid.flatMap((call): SamplingContent[] => {
		const name = tools.serverName(call.modelName);
		return name === undefined ? [] : [{type: 'tool-use', id: call.callId, name, input: call.arguments}];
	});
	return {
		type: 'answered',
		model,
		content: [...(text === '' && uses.length > 0 ? [] : [{type: 'text', text} as const]), ...uses],
		stopReason: uses.length > 0 ? 'toolUse' : end === 'length' ? 'maxTokens' : 'endTurn',
	};
};

/** One answer of the user's model to a server's messages. It never throws: what goes wrong is the answer. */
export const answerSampling = async (
	server: string,
	request: SamplingRequest,
	model: Model,
	signal: AbortSignal,
): Promise<SampledAnswer> => {
	const limit = Math.min(maxCharacters, Math.max(1, request.maxTokens) * charactersPerToken);
	const stops = (request.stopSequences ?? []).filter(stop => stop !== '');
	const leaving = new AbortController();
	const either = AbortSignal.any([signal, leaving.signal]);
	try {
		const tools = samplingTools(server, request);
		const modelRequest = requestFor(request, tools, model);
		const stream = model.stream(modelRequest, either);
		const collected = await collect(model.id, untilAborted(stream, either), limit, stops);
		const {text} = collected;
		const isCut = collected.isCut === true || (signal.aborted && text !== '');
		const usage = collected.usage ?? (isCut ? estimateUsage(modelRequest, text) : undefined);
		const answer = signal.aborted
			? refused({code: 'aborted', message: 'The request was taken back.'})
			: answerOf(collected, request, tools, model.id);
		return {...answer, ...(usage === undefined ? {} : {usage})};
	} catch (error) {
		return refused(toFailure('model-failed', error));
	} finally {
		leaving.abort();
	}
};
