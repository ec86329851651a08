import {describe, expect, it} from 'vitest';
import {estimateText, estimateTokens, estimateTools} from '../../../source/domain/estimate-tokens.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';
import {offerTool} from '../../helpers/fake-servers.ts';

const result = (...content: readonly ToolContent[]): number =>
	estimateTokens([{role: 'tool', callId: 'c', outcome: 'succeeded', content}]);

describe('the estimated size', () => {
	it('of a text is a quarter of its letters, and more for other scripts', () => {
		expect(estimateText('')).toBe(0);
		expect(estimateText('word'.repeat(100))).toBe(100);
		expect(estimateText('你好世界')).toBe(3);
	});

	it('of a conversation is that of everything in it', () => {
		const text = 'word'.repeat(100);
		const user = estimateTokens([{role: 'user', text}]);
		expect(user).toBe(104);
		expect(
			estimateTokens([
				{role: 'user', text},
				{role: 'assistant', blocks: [{type: 'text', text}]},
			]),
		).toBe(208);
		expect(estimateTokens([{role: 'assistant', blocks: [{type: 'thinking', text}]}])).toBe(104);
	});

	it('of a call counts its name and its arguments, also those that are none', () => {
		const call = {
			type: 'tool-call',
			callId: 'c',
			modelName: 'name',
			arguments: {a: 'x'.repeat(400)},
		} as const;
		expect(estimateTokens([{role: 'assistant', blocks: [call]}])).toBeGreaterThan(100);
		expect(
			estimateTokens([{role: 'assistant', blocks: [{...call, arguments: {}, invalid: 'x'.repeat(800)}]}]),
		).toBeGreaterThan(200);
	});

	it('of a picture does not depend on its bytes, and what is not shown costs little', () => {
		const small = result({type: 'image', mimeType: 'image/png', data: 'x'});
		const large = result({type: 'image', mimeType: 'image/png', data: 'x'.repeat(100_000)});
		expect(large).toBe(small);
		expect(small).toBeGreaterThan(1000);
		expect(result({type: 'audio', mimeType: 'audio/wav', data: 'x'.repeat(100_000)})).toBeLessThan(100);
		expect(result({type: 'resource', uri: 'a', blob: 'x'.repeat(100_000)})).toBeLessThan(100);
		expect(
			estimateTokens([
				{role: 'user', text: '', attachments: [{type: 'image', mimeType: 'image/png', data: 'x'}]},
			]),
		).toBe(small);
	});

	it('of a result counts what the model reads', () => {
		expect(result({type: 'resource', uri: 'a', text: 'x'.repeat(400)})).toBe(104);
		expect(result({type: 'unknown', kind: 'k', value: {a: 'x'.repeat(400)}})).toBeGreaterThan(100);
		expect(
			result({type: 'link', uri: 'u'.repeat(40), name: 'n', description: 'd'.repeat(400)}),
		).toBeGreaterThan(110);
	});

	it('of tools counts names, descriptions and schemas', () => {
		const one = offerTool('files', 'read', {description: 'd'.repeat(400)});
		expect(estimateTools([])).toBe(0);
		expect(estimateTools([one])).toBeGreaterThan(100);
		expect(estimateTools([one, one])).toBe(2 * estimateTools([one]));
	});
});
