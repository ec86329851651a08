// Has tools whose input schemas say something, and counts how often the first is called.
import {serve, textResult, tool} from './mcp-stdio.mjs';

let calls = 0;

serve({
	name: 'strict',
	tools: [
		tool('add', {
			inputSchema: {
				type: 'object',
				properties: {a: {type: 'number'}, b: {type: 'number'}},
				required: ['a', 'b'],
				additionalProperties: false,
			},
		}),
		tool('count'),
		tool('broken-schema', {inputSchema: {type: 'object', properties: {a: {pattern: '('}}}}),
		tool('regex-bomb', {
			inputSchema: {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}},
		}),
	],
	calls: {
		add: ({a, b}) => {
			calls += 1;
			return textResult(String(a + b));
		},
		count: () => textResult(`${calls} calls`),
		'broken-schema': () => textResult('called'),
		'regex-bomb': () => textResult('called'),
	},
});
