import {describe, expect, it} from 'vitest';
import type {ModelFacts} from '../../../source/domain/model.ts';
import {callsTools, events, type ScriptedAnswer, says, scriptModel} from '../../helpers/scripted-model.ts';
import {readCall as read, createTurnHarness as setUp} from '../../helpers/turn-harness.ts';

const uses = (inputTokens: number, outputTokens: number): ScriptedAnswer =>
	events({type: 'text', text: 'A'}, {type: 'finished', reason: 'stop', usage: {inputTokens, outputTokens}});

const known = (facts: ModelFacts, ...answers: readonly ScriptedAnswer[]) => ({
	...scriptModel(...answers),
	facts: () => facts,
});

describe('a conversation that fills the context of the model', () => {
	it('is told of at the end of the turn', async () => {
		const {run, notices, sink} = setUp(known({contextTokens: 1000}, uses(800, 30)));
		await run();
		expect(notices()).toEqual([
			'The conversation fills 83 % of the context of test/model. /compact makes room.',
		]);
		expect(sink.types().slice(-2)).toEqual(['notice-raised', 'turn-finished']);
	});

	it('is told of once in a turn of several steps', async () => {
		const calling = events(read('c1'), {
			type: 'finished',
			reason: 'tool-calls',
			usage: {inputTokens: 900, outputTokens: 10},
		});
		const {run, notices} = setUp(known({contextTokens: 1000}, calling, uses(950, 10)));
		await run();
		expect(notices()).toEqual([expect.stringContaining('96 %')]);
	});

	it.each([
		['there is room', known({contextTokens: 1000}, uses(700, 99))],
		['nobody knows how much there is', known({}, uses(800, 30))],
		['nobody knows how much it is', known({contextTokens: 10}, says('A'))],
	])('is not mentioned where %s', async (_, model) => {
		const {run, notices} = setUp(model);
		await run();
		expect(notices()).toEqual([]);
	});
});

describe('what is known about the model', () => {
	it('is told when it is learned, and not again', async () => {
		let facts: ModelFacts = {};
		const answers = [
			callsTools(read('c1')),
			async function* () {
				facts = {contextTokens: 8192};
				yield read('c2');
				yield {type: 'finished', reason: 'tool-calls'} as const;
			},
			says('Done'),
		];
		const {run, sink} = setUp({...scriptModel(...answers), facts: () => ({...facts})});
		await run();
		expect(sink.facts.filter(({type}) => type === 'model-learned')).toEqual([
			{type: 'model-learned', model: 'test/model', facts: {contextTokens: 8192}},
		]);
	});

	it('is told before the first step where it is known', async () => {
		const {run, sink} = setUp(known({contextTokens: 1000, seesImages: true}, says('Hello')));
		await run();
		expect(sink.types().slice(0, 2)).toEqual(['model-learned', 'step-started']);
	});
});

describe('a model that turns out to call no tools', () => {
	const talker = () => {
		let facts: ModelFacts = {};
		const model = scriptModel(() => {
			facts = {takesTools: false};
			return says('A')({messages: [], tools: []}, new AbortController().signal);
		});
		return {...model, facts: () => facts};
	};
	const sentence = 'test/model cannot call tools: it answers without them. /model chooses another.';

	it('is told of in the turn that found it out, and not again', async () => {
		const model = talker();
		const first = setUp(model);
		await first.run();
		expect(first.notices()).toEqual([sentence]);
		const second = setUp(model);
		await second.run();
		expect(second.notices()).toEqual([]);
	});
});

describe('a model that turns out to be blind', () => {
	const sentence = 'test/model takes no images: it gets descriptions of them.';
	const turnsBlind = (before: ModelFacts) => {
		let facts = before;
		const model = scriptModel(
			async function* () {
				facts = {...facts, seesImages: false};
				yield read('c1');
				yield {type: 'finished', reason: 'tool-calls'} as const;
			},
			async function* () {
				facts = {...facts, contextTokens: 1000};
				yield* says('A')({messages: [], tools: []}, new AbortController().signal);
			},
		);
		return {...model, facts: () => facts};
	};

	it.each([{}, {seesImages: true}])('is told of once, whatever was known before: %o', async before => {
		const model = turnsBlind(before);
		const first = setUp(model);
		await first.run();
		expect(first.notices()).toEqual([sentence]);
		const second = setUp(model);
		await second.run();
		expect(second.notices()).toEqual([]);
	});
});

describe('an answer with nothing in it', () => {
	it('is told of, so that nobody waits for more', async () => {
		const silent = scriptModel(events({type: 'finished', reason: 'stop'}));
		const {run, notices} = setUp(silent);
		await run();
		expect(notices()).toEqual(['The model said nothing. /model chooses another.']);
	});
});
