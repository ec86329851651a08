import {describe, expect, it} from 'vitest';
import {chooseModel, refusedModel} from '../../../source/compose-models.ts';
import {noSettings} from '../../../source/core/config/read-settings.ts';
import type {SessionEvent} from '../../../source/domain/event.ts';

const started: SessionEvent = {
	at: 0,
	type: 'session-started',
	sessionId: 's',
	version: '1.2.3',
	model: 'one/a',
	cwd: '/',
};
const changed: SessionEvent = {at: 1, type: 'model-changed', model: 'two/b'};
const step: SessionEvent = {at: 2, type: 'step-started', turnId: 't', stepId: 's', model: 'one/a'};
const sampled: SessionEvent = {at: 3, type: 'sampling-answered', server: 'files', model: 'one/a'};
const resumed: SessionEvent = {
	at: 4,
	type: 'session-resumed',
	sessionId: 's',
	version: '1.2.3',
	model: 'three/c',
};

const choose = (past: readonly SessionEvent[], given?: string) =>
	chooseModel({given, past, settings: {...noSettings, model: 'set/up'}, environment: {}});

describe('the model of a program that is told nothing', () => {
	const unset = (
		environment: Readonly<Record<string, string>>,
		providers: typeof noSettings.providers = new Map(),
	) => chooseModel({given: undefined, past: [], settings: {...noSettings, providers}, environment});

	it('is that of the first provider with a key whose name stands for a model', () => {
		expect(unset({OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: ' '})).toBe('openai');
		expect(unset({GROQ_API_KEY: 'k', MISTRAL_API_KEY: 'k'})).toBe('mistral');
	});

	it('is none where the only key is of a provider without a usual model', () => {
		expect(unset({GROQ_API_KEY: 'k'})).toBeUndefined();
	});

	it('is the one that the configuration names for the provider', () => {
		expect(unset({GROQ_API_KEY: 'k'}, new Map([['groq', {model: 'm'}]]))).toBe('groq');
	});
});

describe('the model of a session that goes on', () => {
	it.each([
		['the first', [started, step], 'one/a'],
		['that of the change, although a turn went on with the one before', [started, changed, step], 'two/b'],
		['not that of an answer for a server', [started, changed, sampled], 'two/b'],
		['that of the last time it went on', [started, changed, resumed, step], 'three/c'],
		['that of the configuration when it is new', [], 'set/up'],
	])('is %s', (_, past, model) => {
		expect(choose(past)).toBe(model);
	});

	it('gives way to the one on the command line', () => {
		expect(choose([started], 'given/d')).toBe('given/d');
	});

	it('can be replaced when it cannot be opened, which is said', () => {
		const failure = {code: 'unknown-provider', message: 'There is no provider "one".', hint: 'Set it up.'};
		const source = {given: undefined, past: [started], settings: noSettings, environment: {}};
		expect(refusedModel(failure, source)).toEqual({
			...failure,
			hint: 'Set it up. It is the model of this session: -m chooses another.',
		});
		expect(refusedModel(failure, {...source, given: 'one/a'})).toEqual(failure);
		expect(refusedModel(failure, {...source, past: []})).toEqual(failure);
	});
});
