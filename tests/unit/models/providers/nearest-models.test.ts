import {expect, it} from 'vitest';
import {withNearestModels} from '../../../../source/core/models/providers/nearest-models.ts';
import type {Model, ModelEvent} from '../../../../source/domain/model.ts';

const unknown: ModelEvent = {
	type: 'failed',
	trouble: {kind: 'unknown-model', failure: {code: 'unknown-model', message: 'No such model.'}},
};
const model: Model = {
	id: 'work/gpt-4',
	async *stream() {
		yield unknown;
	},
};

const eventsAt = async (baseUrl: string): Promise<readonly ModelEvent[]> => {
	const known = withNearestModels(model, {baseUrl}, async () => [{id: 'work/gpt-4o'}]);
	const events: ModelEvent[] = [];
	for await (const event of known.stream({messages: [], tools: []}, new AbortController().signal))
		events.push(event);
	return events;
};

it('a failure without a hint gets the nearest names as its hint', async () => {
	expect(await eventsAt('https://api.acme.example/v1')).toMatchObject([
		{trouble: {failure: {message: 'No such model.', hint: 'Did you mean work/gpt-4o?'}}},
	]);
});

it('a deployment on Azure is not looked for among the names of models', async () => {
	expect(await eventsAt('https://acme.openai.azure.com/openai/v1')).toEqual([unknown]);
});
