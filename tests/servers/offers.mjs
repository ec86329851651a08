// Lists prompts, resources and templates. The mode says how: pages, invalid, repeating, failing, tools-failing,
// breaking, no-templates, no-prompts, coloured, nothing.
import {answer, greet, notify, onMessages, refuse, tool} from './mcp-stdio.mjs';

const [mode] = process.argv.slice(2);
const everything = {tools: {}, prompts: {}, resources: {subscribe: true}, completions: {}, logging: {}};
const asked = [];

const entries = {
	'tools/list': page => [tool(`tool-${page}`), tool(`secret_tool-${page}`)],
	'prompts/list': page => [
		{
			name: `prompt-${page}`,
			arguments: [{name: 'topic', description: 'what', required: true}, {name: 'tone'}],
		},
	],
	'resources/list': page => [
		{uri: `test://resource/${page}`, name: `resource ${page}`, mimeType: 'text/plain', size: 7},
	],
	'resources/templates/list': page => [{uriTemplate: `test://${page}/{id}`, name: `template ${page}`}],
};
const fields = {
	'tools/list': 'tools',
	'prompts/list': 'prompts',
	'resources/list': 'resources',
	'resources/templates/list': 'resourceTemplates',
};
const invalid = [null, 7, {}, {name: ''}, {uri: 5}, {name: 'odd', arguments: [{}]}];

const list = (id, method, cursor) => {
	const page = Number(cursor ?? 0);
	const field = fields[method];
	const more = page < 2 ? {nextCursor: String(page + 1)} : {};
	if (mode === 'failing' && method !== 'tools/list') return refuse(id, -32603, 'the index is broken');
	if (mode === 'tools-failing' && method === 'tools/list') return refuse(id, -32603, 'the index is broken');
	if (mode === 'coloured' && method === 'tools/list')
		return refuse(id, -32603, '\u001b[31mthe index is broken\u001b[0m');
	if (mode === 'breaking' && page === 1) return refuse(id, -32603, 'the second page is gone');
	if (mode === 'no-templates' && method === 'resources/templates/list')
		return refuse(id, -32601, `Method not found: ${method}`);
	if (mode === 'no-prompts' && method === 'prompts/list')
		return refuse(id, -32601, `Method not found: ${method}`);
	if (mode === 'repeating') return answer(id, {[field]: entries[method](0), nextCursor: 'again'});
	if (mode === 'invalid')
		return answer(id, {[field]: [...invalid, ...entries[method](0), ...entries[method](0)]});
	return answer(id, {[field]: entries[method](page), ...more});
};

if (mode === 'coloured') {
	console.error('\u001b[1;31mprinted in red\u001b[0m');
	process.stdin.once('data', () => {
		notify('notifications/message', {level: 'error', data: '\u001b[33mlogged in yellow\u001b[0m'});
		notify('notifications/message', {level: 'error', data: {msg: '\u001b[36mlogged in cyan\u001b[0m'}});
	});
}

onMessages(({id, method, params = {}, ...rest}) => {
	if (
		greet({id, method, params, ...rest}, {name: 'offers', capabilities: mode === 'nothing' ? {} : everything})
	)
		return;
	if (id === undefined) return;
	asked.push({method, params});
	if (method in entries) return list(id, method, params.cursor);
	if (method === 'tools/call') return answer(id, {content: [{type: 'text', text: JSON.stringify(asked)}]});
	if (method === 'prompts/get' && params.name === 'prompt-0')
		return answer(id, {
			description: 'about it',
			messages: [
				{role: 'user', content: {type: 'text', text: `about ${params.arguments.topic}`}},
				{
					role: 'assistant',
					content: [{type: 'image', data: 'aW1n', mimeType: 'image/png'}, {type: 'hologram'}],
				},
			],
		});
	if (method === 'prompts/get' && params.name === 'odd') return answer(id, {messages: 'none'});
	if (method === 'prompts/get' && params.name === 'slow') return;
	if (method === 'prompts/get') return refuse(id, -32602, `Unknown prompt: ${params.name}`);
	if (method === 'resources/read' && params.uri === 'test://resource/0')
		return answer(id, {
			contents: [
				{uri: params.uri, text: 'inside'},
				{blob: 'AAE=', mimeType: 'image/png'},
			],
		});
	if (method === 'resources/read' && params.uri === 'test://single')
		return answer(id, {contents: {text: 'alone'}});
	if (method === 'resources/read') return refuse(id, -32002, `Unknown resource: ${params.uri}`);
	if (method === 'completion/complete')
		return answer(id, {completion: {values: ['one', 2, JSON.stringify(params)], total: 3, hasMore: true}});
	if (method === 'resources/subscribe') {
		answer(id, {});
		return notify('notifications/resources/updated', {uri: params.uri});
	}
	if (method === 'resources/unsubscribe' || method === 'logging/setLevel') return answer(id, {});
	refuse(id, -32601, `Method not found: ${method}`);
});
process.stdin.on('end', () => process.exit(0));
