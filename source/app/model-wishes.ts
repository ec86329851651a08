import type {Assistant} from '../domain/assistant.ts';
import type {Model} from '../domain/model.ts';

/** The same model, asked as the assistant wants it where a request says nothing else. */
export const withWishes = (model: Model, assistant: Assistant | undefined): Model => {
	if (assistant?.temperature === undefined && assistant?.maxTokens === undefined) {
		return model;
	}
	const {temperature, maxTokens} = assistant;
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
