import fc from 'fast-check';
import {expect, it} from 'vitest';
import {convertResult} from '../../../source/core/mcp/calls/convert-content.ts';

it('keeps a value that is no result at all', () => {
	expect(convertResult('odd')).toEqual({
		result: {content: [{type: 'unknown', kind: 'untyped', value: 'odd'}]},
		isError: false,
	});
});

it('takes the single value of the first protocol revision as structured', () => {
	expect(convertResult({toolResult: {a: 1}}).result).toEqual({content: [], structured: {a: 1}});
});

it('takes content that is not a list as one piece', () => {
	expect(convertResult({content: {type: 'text', text: 'x'}}).result.content).toEqual([
		{type: 'text', text: 'x'},
	]);
});

it('keeps structured content that is empty or false', () => {
	expect(convertResult({content: [], structuredContent: false}).result.structured).toBe(false);
	expect(convertResult({content: [], structuredContent: []}).result.structured).toEqual([]);
});

it('says that digits of a number may be lost where nothing else tells them', () => {
	const sent = JSON.parse('{"structuredContent": {"list": [{"id": 12345678901234567890}]}}');
	expect(convertResult(sent).result).toEqual({
		content: [
			{type: 'text', text: '{"list":[{"id":12345678901234567000}]}'},
			{
				type: 'text',
				text: '[Numbers beyond 2^53 in this result, such as 12345678901234567000, may have lost digits.]',
			},
		],
		structured: {list: [{id: 12345678901234567000}]},
	});
	const tooLarge = convertResult(JSON.parse('{"content": [], "structuredContent": {"n": 1e400}}')).result;
	expect(tooLarge.content.map(piece => ('text' in piece ? piece.text : ''))).toEqual([
		'{"n":null}',
		'[A number in this result is too large to be read: it became null.]',
	]);
});

it('says nothing of digits where the content has them, or none are lost', () => {
	const content = [{type: 'text', text: '{"id": 12345678901234567890}'}];
	expect(convertResult({content, structuredContent: {id: 12345678901234567000}}).result.content).toEqual(
		content,
	);
	const structuredContent = {a: 9007199254740991, b: [0.1, -5, null], c: '12345678901234567890'};
	expect(convertResult({content: [], structuredContent}).result.content).toEqual([]);
});

it('names a link by its address when it has no name', () => {
	expect(convertResult({content: [{type: 'resource_link', uri: 'file:///x'}]}).result.content).toEqual([
		{type: 'link', uri: 'file:///x', name: 'file:///x'},
	]);
});

it('names the code of an error once, and changes nothing in a result that is none', () => {
	const content = [{type: 'text', text: 'MCP error -32603: MCP error -32603: no disk'}];
	expect(convertResult({content, isError: true}).result.content).toEqual([
		{type: 'text', text: 'MCP error -32603: no disk'},
	]);
	expect(convertResult({content}).result.content).toEqual(content);
});

it('believes only a true isError', () => {
	expect(convertResult({content: [], isError: 'true'}).isError).toBe(false);
	expect(convertResult({content: [], isError: true}).isError).toBe(true);
});

it('loses no piece of content, whatever it is', () => {
	fc.assert(
		fc.property(fc.array(fc.jsonValue()), content => {
			expect(convertResult({content}).result.content).toHaveLength(content.length);
		}),
	);
});
