// One tool for every kind of content.
import {serve, tool} from './mcp-stdio.mjs';

let nested = 'core';
for (let depth = 0; depth < 1000; depth += 1) nested = [nested];

const results = {
	text: {
		content: [
			{type: 'text', text: 'one'},
			{type: 'text', text: 'two'},
		],
	},
	image: {content: [{type: 'image', data: 'aW1n', mimeType: 'image/png'}]},
	audio: {content: [{type: 'audio', data: 'c25k', mimeType: 'audio/wav'}]},
	resource: {
		content: [
			{type: 'resource', resource: {uri: 'file:///a.txt', mimeType: 'text/plain', text: 'inside'}},
			{type: 'resource', resource: {uri: 'file:///a.bin', blob: 'AAE='}},
		],
	},
	link: {
		content: [
			{type: 'resource_link', uri: 'file:///b', name: 'b', mimeType: 'text/plain', description: 'the b'},
		],
	},
	structured: {content: [], structuredContent: {answer: 42}},
	unknown: {content: [{type: 'hologram', depth: 3}, {type: 'image', data: 5}, 'bare']},
	empty: {content: []},
	'no-content': {},
	'error-without-text': {content: [], isError: true},
	deep: {content: [{type: 'odd', nested}], structuredContent: {nested}},
	// Does not match the output schema below: the result must survive that.
	mismatch: {
		content: [{type: 'text', text: 'kept'}],
		structuredContent: {a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'},
	},
};

serve({
	name: 'content',
	tools: Object.keys(results).map(name =>
		tool(name, {
			outputSchema: {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}, required: ['z']},
		}),
	),
	calls: Object.fromEntries(Object.entries(results).map(([name, result]) => [name, () => result])),
});
