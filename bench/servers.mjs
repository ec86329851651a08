import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {median} from './statistics.mjs';

const run = promisify(execFile);
const mebibytes = bytes => bytes / 1024 / 1024;

/** Bundled alike, so that neither pays for finding its modules, and what is loaded late stays in files of its own. */
const bundleClient = async ({root, folder}, name) => {
	const outdir = path.join(folder, name);
	await build({
		entryPoints: [path.join(root, 'bench/servers', `${name}.mjs`)],
		outdir,
		outExtension: {'.js': '.mjs'},
		bundle: true,
		splitting: true,
		platform: 'node',
		format: 'esm',
		target: 'node20',
		alias: {'jsonc-parser': 'jsonc-parser/lib/esm/main.js'},
		// Packages inside that are CommonJS ask for Node's own modules with `require`.
		banner: {
			js: `import {createRequire as requireOf} from 'node:module'; const require = requireOf(import.meta.url);`,
		},
		logLevel: 'warning',
	});
	return path.join(outdir, `${name}.mjs`);
};

// Our servers inherit this and those of the bare client do not: reading certificates doubles the start of a process.
const {NODE_EXTRA_CA_CERTS: _certificates, ...env} = process.env;

const runClient = async (file, args) => {
	const {stdout} = await run(process.execPath, [file, ...args.map(String)], {env, maxBuffer: 1024 * 1024});
	return JSON.parse(stdout);
};

/** Both clients in turns, so that a noisy machine is equally noisy for both. */
const compare = async (clients, runs, args) => {
	const samples = {ours: [], bare: []};
	for (let count = 0; count < runs; count += 1)
		for (const name of ['bare', 'ours']) samples[name].push(await runClient(clients[name], args));
	return samples;
};

const of = (samples, what) => median(samples.map(sample => sample[what]));

const rowsOf = (title, {ours, bare}) => {
	const floorName = 'bare SDK client';
	return [
		{
			name: `${title}: time to ready`,
			unit: 'ms',
			figure: of(ours, 'ready'),
			floor: of(bare, 'ready'),
			floorName,
			maxRatio: 1.3,
		},
		{
			name: `${title}: memory`,
			unit: 'MiB',
			figure: mebibytes(of(ours, 'rss')),
			floor: mebibytes(of(bare, 'rss')),
			floorName,
			maxRatio: 1.3,
		},
	];
};

/** The server layer next to a bare SDK client, and next to servers that misbehave. */
export const measureServers = async bench => {
	const {root, size, note} = bench;
	const clients = {
		ours: await bundleClient(bench, 'our-client'),
		bare: await bundleClient(bench, 'bare-client'),
	};
	const server = path.join(root, 'bench/servers/tool-server.mjs');
	const samples = {};
	const rows = [];
	for (const [title, servers, tools] of [
		['1 server', 1, 10],
		['10 servers', 10, 10],
		['50 servers', 50, 10],
		['5,000 tools', 1, 5000],
	]) {
		note(`servers: ${title}, ${size.serverRuns} runs of each`);
		samples[title] = await compare(clients, size.serverRuns, [server, servers, tools, 0]);
		rows.push(...rowsOf(title, samples[title]));
	}
	rows.unshift({
		name: 'first server of a new process: time to ready',
		unit: 'ms',
		figure: of(samples['1 server'].ours, 'cold'),
		floor: of(samples['1 server'].bare, 'cold'),
		floorName: 'bare SDK client',
	});
	note('servers: calls');
	const calls = await compare(clients, size.serverRuns, [server, 1, 10, 1000]);
	const [ours, bare] = [of(calls.ours, 'call'), of(calls.bare, 'call')];
	rows.push({name: 'call, added to a bare callTool (median)', figure: ours - bare, unit: 'ms', limit: 1});
	note('servers: faulty neighbours');
	const neighbours = await bundleClient(bench, 'faulty-neighbours');
	const faulty = path.join(root, 'tests/servers/faults/stdio-faults.mjs');
	const beside = await runClient(neighbours, [server, faulty, size.idleSeconds]);
	rows.push(
		{name: 'slowest call beside 11 faulty servers', figure: beside.slowest, unit: 'ms', limit: 1000},
		{name: 'event loop blocked beside them', figure: beside.lag, unit: 'ms', limit: 250},
		{name: 'memory grown beside them', figure: mebibytes(beside.grown), unit: 'MiB', limit: 150},
	);
	return {samples: {...samples, calls, beside}, rows};
};
