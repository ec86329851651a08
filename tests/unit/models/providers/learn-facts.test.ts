import {describe, expect, it} from 'vitest';
import {
	canLearn,
	type GrowingFacts,
	type Learned,
	withLearnedFacts,
} from '../../../../source/core/models/providers/learn-facts.ts';
import {resolveProvider} from '../../../../source/core/models/providers/resolve-provider.ts';
import type {Model, ModelFacts} from '../../../../source/domain/model.ts';
import {providerSources} from '../../../helpers/provider-sources.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

const setUp = (
	learn: (signal: AbortSignal) => Promise<Learned>,
	{known = {}, fixed = {}}: {readonly known?: ModelFacts; readonly fixed?: ModelFacts} = {},
) => {
	const facts: GrowingFacts = {...known, ...fixed};
	let own: ModelFacts = facts;
	let attempts = 0;
	const inner: Model = {
		id: 'x/y',
		facts: () => own,
		async *stream() {
			yield {type: 'text', text: 'hi'};
		},
	};
	const model = withLearnedFacts(inner, {
		facts,
		fixed,
		learn: signal => {
			attempts += 1;
			return learn(signal);
		},
	});
	const use = async (signal = new AbortController().signal) => {
		const events = [];
		for await (const event of model.stream({messages: [], tools: []}, signal)) events.push(event);
		return events;
	};
	return {
		model,
		use,
		facts,
		attempts: () => attempts,
		refuse: (next: ModelFacts) => {
			own = {...own, ...next};
		},
	};
};

describe('facts about a model', () => {
	it('are learned with the first request, and only once', async () => {
		const {model, use, attempts, facts} = setUp(async () => ({contextTokens: 4096, seesImages: true}));
		expect([attempts(), model.facts?.()]).toEqual([0, {}]);
		await use();
		await waitUntil(() => model.facts?.().contextTokens === 4096);
		await use();
		expect(attempts()).toBe(1);
		expect(model.facts?.()).toEqual({contextTokens: 4096, seesImages: true});
		// The adapter holds the same object.
		expect(facts).toEqual({contextTokens: 4096, seesImages: true});
	});

	it('hold no request up', async () => {
		const {use} = setUp(() => new Promise<Learned>(() => {}));
		await expect(use()).resolves.toEqual([{type: 'text', text: 'hi'}]);
		await expect(use()).resolves.toHaveLength(1);
	});

	it('are asked for again while the model is not in memory', async () => {
		let count = 0;
		const {model, use, attempts} = setUp(async () => {
			count += 1;
			return {contextTokens: count * 100, isPreliminary: count < 2};
		});
		await use();
		await waitUntil(() => model.facts?.().contextTokens === 100);
		await use();
		await waitUntil(() => model.facts?.().contextTokens === 200);
		await use();
		expect(attempts()).toBe(2);
	});

	it('are not asked for ever of one who does not know', async () => {
		const {use, attempts, model} = setUp(() => Promise.reject(new Error('404')), {known: {contextTokens: 7}});
		for (let turn = 0; turn < 6; turn += 1) await use();
		expect(attempts()).toBe(3);
		expect(model.facts?.()).toEqual({contextTokens: 7});
	});

	it('give way to what the user says', async () => {
		const learned = {contextTokens: 1, outputTokens: 2};
		const {model, use} = setUp(async () => learned, {fixed: {contextTokens: 9}});
		await use();
		await waitUntil(() => model.facts?.().outputTokens === 2);
		expect(model.facts?.()).toEqual({contextTokens: 9, outputTokens: 2});
	});

	it('give way to what the adapter learned from a refusal', async () => {
		const {model, use, refuse} = setUp(async () => ({contextTokens: 500, seesImages: true}));
		await use();
		await waitUntil(() => model.facts?.().contextTokens === 500);
		refuse({contextTokens: 300, seesImages: false});
		expect(model.facts?.()).toEqual({contextTokens: 300, seesImages: false});
	});

	it('stop being asked for when the request is interrupted', async () => {
		const controller = new AbortController();
		let seen: AbortSignal | undefined;
		const {use} = setUp(
			signal =>
				new Promise<Learned>(() => {
					seen = signal;
				}),
		);
		await use(controller.signal);
		controller.abort();
		expect(seen?.aborted).toBe(true);
	});

	it.each([
		['ollama', {contextTokens: 1}, true],
		['lmstudio', {}, true],
		['llamacpp', {}, true],
		['anthropic', {}, true],
		['anthropic', {contextTokens: 1}, false],
		['openai', {}, false],
		['groq', {}, false],
	])('of %s, knowing %j, can be learned: %s', (name, known, expected) => {
		const resolved = resolveProvider(name, providerSources());
		expect(resolved.type === 'resolved' && canLearn(resolved.provider, known)).toBe(expected);
	});
});
