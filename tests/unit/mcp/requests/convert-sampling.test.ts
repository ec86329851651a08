import {describe, expect, it} from 'vitest';
import {convertSamplingRequest} from '../../../../source/core/mcp/requests/convert-sampling.ts';

const convert = (stopSequences?: string[]) =>
	convertSamplingRequest({
		messages: [{role: 'user', content: {type: 'text', text: 'Hi'}}],
		maxTokens: 10,
		...(stopSequences === undefined ? {} : {stopSequences}),
	});

describe('the stop sequences of a sampling request', () => {
	it('are kept as they are', () => {
		const most = Array.from({length: 16}, () => 'x'.repeat(256));
		expect(convert(most).stopSequences).toEqual(most);
		expect(convert([]).stopSequences).toEqual([]);
		expect(convert()).not.toHaveProperty('stopSequences');
	});

	it.each([
		['too many', Array.from({length: 17}, () => 'x')],
		['too long', ['x'.repeat(257)]],
	])('are refused with a sentence when they are %s', (_, stops) => {
		expect(() => convert(stops)).toThrow(
			'This client takes up to 16 stop sequences of up to 256 characters in a sampling request.',
		);
	});
});
