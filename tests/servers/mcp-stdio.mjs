// What every test server shares: a line of JSON in, a line of JSON out. Written by hand, so that a server can
// also misbehave in ways that a library would not let it.
import {createInterface} from 'node:readline';

export const write = message => process.stdout.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`);
export const answer = (id, result) => write({id, result});
export const refuse = (id, code, message) => write({id, error: {code, message}});
export const notify = (method, params) => write({method, ...(params === undefined ? {} : {params})});

export const textResult = (...texts) => ({content: texts.map(text => ({type: 'text', text}))});

export const tool = (name, more = {}) => ({
	name,
	description: `The tool ${name}.`,
	inputSchema: {type: 'object', properties: {}},
	...more,
});

export const onMessages = handle => {
	createInterface({input: process.stdin}).on('line', line => handle(JSON.parse(line)));
};

/** Answers the handshake. Returns false when the message was something else. */
export const greet = (message, {name = 'test', capabilities = {tools: {}}, version, instructions} = {}) => {
	if (message.method !== 'initialize') return false;
	answer(message.id, {
		protocolVersion: version ?? message.params.protocolVersion,
		capabilities,
		serverInfo: {name, version: '1.0.0'},
		...(instructions === undefined ? {} : {instructions}),
	});
	return true;
};

/**
 * A well-behaved server. `tools` is a list or a function that makes one. `calls` maps a tool's name to a function of (arguments, {id, progress}) that returns
 * a result, a promise of one, or undefined to stay silent. Unknown messages go to `other`.
 */
export const serve = ({tools, calls = {}, other = () => {}, ...greeting}) => {
	onMessages(async message => {
		if (greet(message, greeting)) return;
		if (message.method === 'tools/list')
			return answer(message.id, {tools: typeof tools === 'function' ? tools() : tools});
		if (message.method !== 'tools/call') return other(message);
		const {name, arguments: args = {}, _meta} = message.params;
		const call = calls[name];
		if (call === undefined) return refuse(message.id, -32602, `Unknown tool: ${name}`);
		const progress = (done, total, text) =>
			notify('notifications/progress', {
				progressToken: _meta?.progressToken,
				progress: done,
				total,
				message: text,
			});
		const result = await call(args, {
			id: message.id,
			progress,
			hasProgressToken: _meta?.progressToken !== undefined,
		});
		if (result !== undefined) answer(message.id, result);
	});
	process.stdin.on('end', () => process.exit(0));
};
