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
	'for-both': {
		content: [
			{type: 'text', text: 'chart for the user', annotations: {audience: ['user']}},
			{type: 'text', text: 'figures for the model', annotations: {audience: ['assistant']}},
			{type: 'text', text: 'words for both', annotations: {audience: ['user', 'assistant']}},
		],
	},
	'for-user': {
		content: [
			{type: 'text', text: 'chart for the user', annotations: {audience: ['user']}},
			{type: 'image', data: 'aW1n', mimeType: 'image/png', annotations: {audience: ['user']}},
		],
		structuredContent: {chart: 'chart for the user'},
	},
	'failed-for-user': {
		content: [{type: 'text', text: 'chart for the user', annotations: {audience: ['user']}}],
		isError: true,
	},
	unknown: {content: [{type: 'hologram', depth: 3}, {type: 'image', data: 5}, 'bare']},
	empty: {content: []},
	'no-content': {},
	'error-without-text': {content: [], isError: true},
	deep: {content: [{type: 'odd', nested}], structuredContent: {nested}},
	match: {content: [{type: 'text', text: 'kept'}], structuredContent: {a: 1}},
	// The results of these must survive what the output schemas below make of them.
	'wrong-type': {content: [{type: 'text', text: 'kept'}], structuredContent: {a: 'one'}},
	missing: {content: [{type: 'text', text: 'kept'}]},
	'missing-in-error': {content: [{type: 'text', text: 'kept'}], isError: true},
	mismatch: {
		content: [{type: 'text', text: 'kept'}],
		structuredContent: {a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'},
	},
};

const strict = {type: 'object', properties: {a: {type: 'integer'}}, required: ['a']};
const outputSchemas = {
	match: strict,
	'wrong-type': strict,
	missing: strict,
	'missing-in-error': strict,
	mismatch: {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}},
};

serve({
	name: 'content',
	tools: Object.keys(results).map(name =>
		tool(name, name in outputSchemas ? {outputSchema: outputSchemas[name]} : {}),
	),
	calls: Object.fromEntries(Object.entries(results).map(([name, result]) => [name, () => result])),
});
