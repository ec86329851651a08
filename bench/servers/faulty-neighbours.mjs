// Calls one healthy server again and again while others misbehave, and says as JSON how long that took at most and
// for how long the event loop was blocked. Bundled before it runs: faulty-neighbours <healthy> <faulty> <seconds>
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {createToolServers} from '../../source/core/mcp/tool-servers.ts';

const [healthy, faulty, seconds] = process.argv.slice(2);
const faults = [
	'hangs-in-handshake',
	'garbage-only',
	'exit-at-start',
	'endless-line',
	'stderr-flood',
	'notification-flood',
	'request-flood',
	'regex-bomb',
	'definitions-bomb',
	'huge-line',
	'many-tools',
];
const config = (name, args) => ({
	name,
	type: 'stdio',
	command: process.execPath,
	args,
	env: {},
	encoding: 'utf-8',
	connectTimeout: 5000,
	requestTimeout: 5000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
});
const {signal} = new AbortController();
const layer = createToolServers({
	servers: [config('healthy', [healthy, '1']), ...faults.map(fault => config(fault, [faulty, fault]))],
	version: '0.0.0-bench',
	now: Date.now,
	onStatus: () => {},
	environment: process.env,
	credentials: {place: 'nowhere', get: async () => undefined, set: async () => {}, delete: async () => {}},
});
const call = (server, tool, args = {}) => layer.call({server, tool}, args, () => {}, signal);
await call('healthy', 'tool-0', {text: 'warm'});
const before = process.memoryUsage().rss;
const lag = monitorEventLoopDelay({resolution: 10});
lag.enable();

const end = performance.now() + Number(seconds) * 1000;
const misbehave = async fault => {
	while (performance.now() < end) {
		await call(fault, fault === 'many-tools' ? 'tool-19999' : fault);
		// Some fail at once: a loop of those would leave no time to anybody else.
		await new Promise(resolve => setTimeout(resolve, 10));
	}
};
const times = [];
const keepCalling = async () => {
	while (performance.now() < end) {
		const began = performance.now();
		const {type} = await call('healthy', 'tool-0', {text: 'still here'});
		if (type !== 'succeeded') throw new Error(`the healthy server ${type}`);
		times.push(performance.now() - began);
	}
};
await Promise.all([keepCalling(), ...faults.map(misbehave)]);
lag.disable();
const grown = process.memoryUsage().rss - before;
process.stdout.write(
	JSON.stringify({slowest: Math.max(...times), lag: lag.max / 1e6, grown, calls: times.length}),
);
await layer.close();
process.exit(0);
