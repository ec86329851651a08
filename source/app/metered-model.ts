import type {Model, Usage} from '../domain/model.ts';

/** The same model; `onUsage` hears what each request used, also where nobody takes the answer. */
export const meteredModel = (model: Model, onUsage: (usage: Usage) => void): Model => ({
	...model,
	async *stream(request, signal) {
		for await (const event of model.stream(request, signal)) {
			if (event.type === 'finished' && event.usage !== undefined) {
				onUsage(event.usage);
			}
			yield event;
		}
	},
});
