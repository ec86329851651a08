import {describe, expect, it} from 'vitest';
import {checkModel} from '../../../../source/core/models/providers/check-model.ts';

const check = (id: string, environment = {}) =>
	checkModel(id, {
		providers: new Map([['work', {baseUrl: 'https://models.example.com/v1'}]]),
		refusedProviders: [{name: 'broken', problems: ['config.json:1:1  is wrong']}],
		environment,
	});

describe('the name of a model, before its provider is asked', () => {
	it.each([
		['antropic/claude-sonnet-5-5', 'no provider is called "antropic"; did you mean anthropic?'],
		['wrk/anything', 'no provider is called "wrk"; did you mean work?'],
		[
			'claude-sonnet-5-5',
			'no provider is called "claude-sonnet-5-5"; did you mean anthropic/claude-sonnet-5-5?',
		],
		['azure_openai/gpt-4o', expect.stringContaining('Known are demo, anthropic, openai,')],
	])('is refused where the provider of %s is not known', (id, message) => {
		expect(check(id)).toEqual({part: 'provider', message});
	});

	it.each([
		['anthropic/claude-sonet-5-5', 'claude-sonnet-5-5'],
		['anthropic/claude-sonnet-5.5', 'claude-sonnet-5-5'],
		['anthropic/claude-5-5-sonnet', 'claude-sonnet-5-5'],
		['anthropic/claude-hiaku-4-5-20251001', 'claude-haiku-4-5'],
		['anthropic/Claude-Opus-5', 'claude-opus-5'],
		['openai/gtp-4o', 'gpt-4o'],
		['openai/gpt4o', 'gpt-4o'],
		['openai/gpt-5-mni', 'gpt-5-mini'],
		['openai/gpt-6.1-tera', 'gpt-6.1-terra'],
	])('is refused where %s is a slip of a model that is known', (id, meant) => {
		expect(check(id)).toMatchObject({
			part: 'name',
			message: expect.stringContaining(`did you mean ${meant}?`),
		});
	});

	it.each([
		'anthropic',
		'anthropic/claude-sonnet-5-5',
		'anthropic/claude-sonnet-4-5-20250929',
		'anthropic/claude-sonnet-5-6',
		'anthropic/claude-sonnet-5-4',
		'anthropic/claude-opus-7',
		'anthropic/claude-fable-5',
		'openai/gpt-6.1-terra',
		'openai/gpt-5-codex',
		'openai/gpt-5-pro',
		'openai/o4',
		'ollama/qwen3',
		'work/claude-sonet-5-5',
		'broken/x',
		'demo/tour',
	])('is taken where it may be a model that is not known here: %s', id => {
		expect(check(id)).toBeUndefined();
	});

	it('is not judged behind an address of the user', () => {
		const environment = {ANTHROPIC_BASE_URL: 'https://gateway.example.com'};
		expect(check('anthropic/claude-sonet-5-5', environment)).toBeUndefined();
	});
});
