// Keeps what it is given in the folder of its first argument: `started.json` its arguments and variables,
// `handshake.json` how it was greeted, `input` the bytes that came. It speaks the encoding of its second argument.
import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {StringDecoder} from 'node:string_decoder';

const [folder, encoding = 'utf8'] = process.argv.slice(2);
const keep = (name, value) => writeFileSync(join(folder, name), JSON.stringify(value));
const write = message =>
	process.stdout.write(Buffer.from(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`, encoding));

const tools = ['say', 'keys', 'look up/all items!', 'broken'].map(name => ({
	name,
	description: `The tool ${name}.`,
	inputSchema: {type: 'object', properties: {}},
}));

const calls = {
	say: ({text}) => `heard: ${text}`,
	keys: ({names}) => names.map(name => `${name} has ${process.env[name]?.length ?? 0} letters`).join(', '),
	'look up/all items!': () => 'all items were looked up',
};

const results = {
	initialize: params => {
		keep('handshake.json', params);
		return {
			protocolVersion: params.protocolVersion,
			capabilities: {tools: {}},
			serverInfo: {name: 'recorder', version: '1.0.0'},
		};
	},
	'tools/list': () => ({tools}),
	'tools/call': ({name, arguments: given = {}}) =>
		calls[name] && {content: [{type: 'text', text: calls[name](given)}]},
};

keep('started.json', {args: process.argv.slice(2), env: process.env});
const decoder = new StringDecoder(encoding);
let rest = '';
process.stdin.on('data', chunk => {
	appendFileSync(join(folder, 'input'), chunk);
	const lines = `${rest}${decoder.write(chunk)}`.split('\n');
	rest = lines.pop();
	for (const {id, method, params} of lines.map(line => JSON.parse(line))) {
		if (id === undefined) continue;
		const result = results[method]?.(params);
		write(result ? {id, result} : {id, error: {code: -32603, message: `the index of ${method} is broken`}});
	}
});
process.stdin.on('end', () => process.exit(0));
