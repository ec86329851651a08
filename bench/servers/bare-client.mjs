// The same with nothing but the MCP SDK: bare-client <file of the server> <servers> <tools of each> <calls>
import {Client} from '@modelcontextprotocol/client';
import {StdioClientTransport} from '@modelcontextprotocol/client/stdio';
import {timeCalls} from './time-calls.mjs';

const [file, servers, tools, calls] = process.argv.slice(2);

const connect = async () => {
	const client = new Client({name: 'bare', version: '0.0.0-bench'});
	await client.connect(
		new StdioClientTransport({command: process.execPath, args: [file, tools], stderr: 'ignore'}),
	);
	const listed = await client.listTools();
	if (listed.tools.length !== Number(tools)) throw new Error(`${listed.tools.length} tools`);
	return client;
};

const first = await connect();
const cold = performance.now();
await first.close();
const began = performance.now();
const clients = await Promise.all(Array.from({length: Number(servers)}, connect));
const ready = performance.now() - began;
const rss = process.memoryUsage().rss;
const report = await timeCalls(Number(calls), async text => {
	const {content} = await clients[0].callTool({name: 'tool-0', arguments: {text}});
	if (content[0].text !== text) throw new Error('not what was said');
});
process.stdout.write(JSON.stringify({cold, ready, rss, ...report}));
await Promise.all(clients.map(client => client.close()));
process.exit(0);
