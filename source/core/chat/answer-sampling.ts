import {type Failure, toFailure} from '../../domain/failure.ts';
import type {FinishReason, Model, ModelEvent} from '../../domain/model.ts';
import type {SamplingAnswer, SamplingContent, SamplingRequest} from '../../domain/server-request.ts';
import {untilAborted} from '../../support/until-aborted.ts';
import {samplingMessages, samplingTools} from './sampling-messages.ts';

/** Generous: a token is about four characters. An adapter does not know the limit, so the text is cut here. */
const charactersPerToken = 6;
const maxCharacters = 1024 * 1024;

type Collected = {
	readonly text: string;
	readonly calls: readonly (ModelEvent & {type: 'tool-call'})[];
	readonly reason: FinishReason | undefined;
};

const endOf = (text: string, stops: readonly string[]): number => {
	const places = stops.filter(stop => stop !== '').map(stop => text.indexOf(stop));
	return Math.min(...places.filter(place => place !== -1), text.length);
};

const collect = async (
	events: AsyncIterable<ModelEvent>,
	limit: number,
	stops: readonly string[],
): Promise<Collected> => {
	let text = '';
	const calls: (ModelEvent & {type: 'tool-call'})[] = [];
	for await (const event of events) {
		switch (event.type) {
			case 'text': {
				text += event.text;
				const end = endOf(text, stops);
				if (end < text.length) {
					return {text: text.slice(0, end), calls: [], reason: 'stop'};
				}
				if (text.length > limit) {
					return {text: text.slice(0, limit), calls: [], reason: 'length'};
				}
				break;
			}
			case 'tool-call':
				calls.push(event);
				break;
			case 'finished':
				return {text, calls, reason: event.reason};
			case 'thinking':
				break;
		}
	}
	return {text, calls, reason: undefined};
};

const refused = (failure: Failure): SamplingAnswer => ({type: 'refused', failure});

const stopReasons = {stop: 'endTurn', length: 'maxTokens', 'tool-calls': 'toolUse'} as const;

/** One answer of the user's model to a server's messages. It never throws: what goes wrong is the answer. */
export const answerSampling = async (
	server: string,
	request: SamplingRequest,
	model: Model,
	signal: AbortSignal,
): Promise<SamplingAnswer> => {
	const tools = samplingTools(server, request);
	const limit = Math.min(maxCharacters, Math.max(1, request.maxTokens) * charactersPerToken);
	const leaving = new AbortController();
	const either = AbortSignal.any([signal, leaving.signal]);
	try {
		const messages = samplingMessages(request, tools.modelName);
		const stream = model.stream({messages, tools: tools.offered}, either);
		const {text, calls, reason} = await collect(
			untilAborted(stream, either),
			limit,
			request.stopSequences ?? [],
		);
		if (signal.aborted) {
			return refused({code: 'aborted', message: 'The request was taken back.'});
		}
		if (reason === undefined || reason === 'refusal') {
			return refused({
				code: reason === undefined ? 'model-cut' : 'model-refused',
				message:
					reason === undefined
						? `The answer of ${model.id} was cut off.`
						: `The model ${model.id} declined to answer.`,
			});
		}
		const content = calls.flatMap((call): SamplingContent[] => {
			const name = tools.serverName(call.modelName);
			return name === undefined ? [] : [{type: 'tool-use', id: call.callId, name, input: call.arguments}];
		});
		return {
			type: 'answered',
			model: model.id,
			content: [...(text === '' && content.length > 0 ? [] : [{type: 'text', text} as const]), ...content],
			stopReason: content.length > 0 ? 'toolUse' : reason === 'tool-calls' ? 'endTurn' : stopReasons[reason],
		};
	} catch (error) {
		return refused(toFailure('model-failed', error));
	} finally {
		leaving.abort();
	}
};
