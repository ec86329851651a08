// Measures the built program in a real pseudo-terminal against floors taken in the same run.
//
//   node bench/run.mjs [--json] [--quick] [--runs 15] [--only start,stream,keys,idle,long,soak,servers,models,workbench] [--program file]
import {existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {createScript} from './answers.mjs';
import {parts} from './parts.mjs';
import {createTestHome, isLoaded, promptShows, startSession} from './session.mjs';
import {formatTable, judge} from './statistics.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const {values} = parseArgs({
	options: {
		json: {type: 'boolean', default: false},
		quick: {type: 'boolean', default: false},
		runs: {type: 'string'},
		only: {type: 'string', default: Object.keys(parts).join(',')},
		program: {type: 'string', default: path.join(root, 'dist/mcp-tui.cjs')},
	},
});
const wanted = values.only.split(',');
const unknown = wanted.filter(name => parts[name] === undefined);
if (unknown.length > 0)
	throw new Error(`--only takes ${Object.keys(parts).join(', ')}, not ${unknown.join(', ')}`);
if (!existsSync(values.program)) throw new Error(`${values.program} does not exist: run npm run build first`);
if (process.platform !== 'linux') throw new Error('The benchmarks read /proc, so they need Linux.');

const folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-bench-'));
const homes = {program: createTestHome(), minimal: createTestHome()};

const bench = {
	root,
	folder,
	homes,
	note: text => process.stderr.write(`${text}\n`),
	size: values.quick
		? {runs: 5, tokens: 500, items: 100, keys: 40, idleSeconds: 3, serverRuns: 3, turns: 1000}
		: {runs: 15, tokens: 5000, items: 2000, keys: 120, idleSeconds: 10, serverRuns: 7, turns: 10_000},
	/** The command that runs the program without servers. */
	programWith: model => [process.execPath, values.program, '--model', model, '--strict-mcp-config'],
	/** A model that says these turns. */
	scriptedModel(name, pace, turns) {
		const file = path.join(folder, `${name}.yaml`);
		writeFileSync(file, createScript(pace, turns));
		return `demo/${file}`;
	},
	/** The command that runs the program with such a model. */
	scriptedProgram: (name, pace, turns) => bench.programWith(bench.scriptedModel(name, pace, turns)),
	/** Runs a command until `use` is done with it. */
	async withSession(command, use) {
		const session = startSession(command, {home: homes.program});
		try {
			await session.waitFor(command[1] === values.program ? isLoaded : promptShows(''));
			return await use(session);
		} finally {
			await session.end();
		}
	},
};
if (values.runs !== undefined) bench.size.runs = Number(values.runs);

try {
	const results = {};
	for (const name of wanted) results[name] = await parts[name](bench);
	const rows = Object.values(results).flatMap(result => result.rows);
	const samples = Object.fromEntries(Object.entries(results).map(([name, result]) => [name, result.samples]));
	const machine = {node: process.version, platform: process.platform, arch: process.arch};
	process.stdout.write(
		values.json
			? `${JSON.stringify({machine, rows: rows.map(row => ({...row, verdict: judge(row)})), samples}, null, '\t')}\n`
			: `${formatTable(rows)}\n`,
	);
} finally {
	rmSync(folder, {recursive: true, force: true});
	homes.program.remove();
	homes.minimal.remove();
}
