import {describe, expect, it} from 'vitest';
import {describeParameters} from '../../../../source/headless/servers/describe-parameters.ts';

describe('what a tool takes', () => {
	it('is named with kinds, choices and what is required', () => {
		const schema = {
			type: 'object',
			properties: {
				city: {enum: ['Paris', 'Rome']},
				days: {type: 'integer'},
				tags: {type: 'array', items: {type: 'string'}},
				extra: true,
			},
			required: ['city'],
		};
		expect(describeParameters(schema)).toBe(
			'It takes city (one of "Paris", "Rome", required), days (integer), tags (list of string), extra (any value).',
		);
	});

	it('may be nothing', () => {
		expect(describeParameters({type: 'object'})).toBe('It takes no arguments.');
	});
});
