import type {Assistant} from '../domain/assistant.ts';
import type {Model} from '../domain/model.ts';

/** The same model, asked as the assistant wants it where a request says nothing else. */
const addWishes = (model: Model, {temperature, maxTokens}: Assistant): Model => {
	return {
		...model,
		stream: (request, signal) =>
			model.stream(
				{
					...(temperature === undefined ? {} : {temperature}),
					...(maxTokens === undefined ? {} : {maxTokens}),
					...request,
				},
				signal,
			),
	};
};

const made = new WeakMap<Model, WeakMap<Assistant, Model>>();

/** What is known about a model is remembered by its identity, so that a turn must not bring a new one each time. */
export const withWishes = (model: Model, assistant: Assistant | undefined): Model => {
	if (assistant?.temperature === undefined && assistant?.maxTokens === undefined) {
		return model;
	}
	const known = made.get(model) ?? new WeakMap<Assistant, Model>();
	made.set(model, known);
	const wishing = known.get(assistant) ?? addWishes(model, assistant);
	known.set(assistant, wishing);
	return wishing;
};
