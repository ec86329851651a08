// Lists its tools in pages. The mode says how badly: pages, invalid, repeating or endless.
import {answer, greet, onMessages, tool} from './mcp-stdio.mjs';

let nested = {};
for (let depth = 0; depth < 1000; depth += 1) nested = {properties: {x: nested}};

const invalidEntries = [
	tool('good'),
	null,
	42,
	{description: 'no name'},
	{name: '', inputSchema: {}},
	{name: 'no-schema'},
	{name: 'schema-is-text', inputSchema: 'object'},
	tool('good'),
	tool('deep', {inputSchema: nested}),
	tool('large', {description: 'x'.repeat(300_000)}),
	tool('odd-hints', {title: 7, description: null, annotations: {readOnlyHint: 'yes', destructiveHint: true}}),
	tool('regex-bomb', {outputSchema: {type: 'object', properties: {a: {type: 'string', pattern: '^(a+)+$'}}}}),
];

const pages = {
	pages: cursor => {
		const page = cursor === undefined ? 0 : Number(cursor);
		return {
			tools: [tool(`first-of-${page}`), tool(`second-of-${page}`)],
			...(page < 4 ? {nextCursor: String(page + 1)} : {}),
		};
	},
	invalid: () => ({tools: invalidEntries}),
	repeating: cursor => ({tools: [tool(`after-${cursor ?? 'start'}`)], nextCursor: 'again'}),
	endless: cursor => ({tools: [tool(`page-${cursor ?? 0}`)], nextCursor: String(Number(cursor ?? 0) + 1)}),
	nonsense: () => ({tools: 'none'}),
};

const page = pages[process.argv[2]];
onMessages(message => {
	if (!greet(message) && message.method === 'tools/list') answer(message.id, page(message.params?.cursor));
});
process.stdin.on('end', () => process.exit(0));
