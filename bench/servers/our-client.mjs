// Connects to servers through the program's own layer and says as JSON how that went. Bundled before it runs:
// our-client <file of the server> <servers> <tools of each> <calls>
import {createToolServers} from '../../source/core/mcp/tool-servers.ts';
import {timeCalls} from './time-calls.mjs';

const [file, servers, tools, calls] = process.argv.slice(2);
const {signal} = new AbortController();

const connect = async count => {
	const layer = createToolServers({
		servers: Array.from({length: count}, (_, index) => ({
			name: `server-${index}`,
			type: 'stdio',
			command: process.execPath,
			args: [file, tools],
			env: {},
			encoding: 'utf-8',
			connectTimeout: 60_000,
			requestTimeout: 60_000,
			retryAttempts: 0,
			loadTools: true,
			loadPrompts: true,
			excludeTools: [],
			disabled: false,
		})),
		version: '0.0.0-bench',
		now: Date.now,
		onStatus: () => {},
		environment: process.env,
		credentials: {place: 'nowhere', get: async () => undefined, set: async () => {}, delete: async () => {}},
	});
	await layer.connect(signal);
	const found = layer.tools().length;
	if (found !== count * tools) throw new Error(`${found} tools: ${JSON.stringify([...layer.statuses()])}`);
	return layer;
};

// The first one loads the code.
const first = await connect(1);
const cold = performance.now();
await first.close();
const began = performance.now();
const layer = await connect(Number(servers));
const ready = performance.now() - began;
const rss = process.memoryUsage().rss;
const report = await timeCalls(Number(calls), async text => {
	const {type, result} = await layer.call({server: 'server-0', tool: 'tool-0'}, {text}, () => {}, signal);
	if (type !== 'succeeded' || result.content[0]?.text !== text) throw new Error('not what was said');
});
process.stdout.write(JSON.stringify({cold, ready, rss, ...report}));
await layer.close();
process.exit(0);
