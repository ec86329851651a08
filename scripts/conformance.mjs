// Runs the official MCP conformance suite against this program's own server layer (source/core/mcp).
//
//   node scripts/conformance.mjs [--quick] [--only part-of-a-name] [--verbose]
import {spawn} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {bundleClient, bundleSuite} from './conformance/bundle-suite.mjs';
import {serveTurns} from './conformance/turns.mjs';

const revisions = ['2025-11-25', '2026-07-28'];
const scenarioCount = 48;

const {values} = parseArgs({
	options: {
		/** Every scenario once, without the two requirement sets, which repeat most of them. */
		quick: {type: 'boolean', default: false},
		only: {type: 'string'},
		verbose: {type: 'boolean', default: false},
	},
});

const folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-conformance-'));
const suite = path.join(folder, 'suite.cjs');
const client = path.join(folder, 'client.cjs');
const turnRunner = fileURLToPath(new URL('conformance/run-in-turn.mjs', import.meta.url));

/** Runs the suite and resolves with its exit code and everything it said. */
const runSuite = args =>
	new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [suite, ...args], {cwd: folder, stdio: ['ignore', 'pipe', 'pipe']});
		const said = [];
		for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(chunk));
		child.once('error', reject);
		child.once('close', code => resolve({code, text: Buffer.concat(said).toString()}));
	});

const scenarios = async () => {
	const {text} = await runSuite(['list', '--client']);
	return text.split('\n').flatMap(line => /^ {2}- (\S+)/.exec(line)?.[1] ?? []);
};

const indented = text => text.replace(/^/gm, '    ');

/** One line per scenario, and the whole story of one that failed. */
const say = (name, passed, seconds, story) => {
	console.log(`${passed ? '✓' : '✗'} ${name}${seconds === undefined ? '' : ` (${seconds.toFixed(1)} s)`}`);
	if (!passed || values.verbose) console.log(indented(story.trim()));
};

const runScenario = async name => {
	const began = performance.now();
	const {code, text} = await runSuite([
		'client',
		'--scenario',
		name,
		'--command',
		`"${process.execPath}" "${client}"`,
	]);
	say(name, code === 0, (performance.now() - began) / 1000, text);
	return code === 0;
};

const outcomeOf = file => {
	const checks = JSON.parse(readFileSync(file, 'utf8'));
	return checks.filter(({status}) => status === 'FAILURE' || status === 'WARNING');
};

/** Exactly what one revision of the protocol requires, in the generation of that revision. */
const runRequirements = async revision => {
	const turns = await serveTurns();
	const results = path.join(folder, revision);
	const command = `"${process.execPath}" "${turnRunner}" ${turns.port} "${client}"`;
	const {code, text} = await runSuite([
		'client',
		'--requirements',
		revision,
		'--command',
		command,
		'--output-dir',
		results,
		// They wait for their turn in this time.
		'--timeout',
		'900000',
	]);
	turns.close();
	for (const file of readdirSync(results, {recursive: true}).sort()) {
		if (path.basename(file) !== 'checks.json') continue;
		const name = path.dirname(file).replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
		const bad = outcomeOf(path.join(results, file));
		say(`${revision} ${name}`, bad.length === 0, undefined, JSON.stringify(bad, null, 2));
	}
	say(`--requirements ${revision} exits ${code}`, code === 0, undefined, text.slice(-4000));
	return code === 0;
};

try {
	await Promise.all([bundleSuite(suite), bundleClient(client)]);
	const all = await scenarios();
	if (all.length !== scenarioCount)
		throw new Error(`The suite has ${all.length} client scenarios and not ${scenarioCount}.`);
	const chosen = all.filter(name => values.only === undefined || name.includes(values.only));
	const failed = [];
	// One after another: some of them measure time.
	for (const name of chosen) if (!(await runScenario(name))) failed.push(name);
	if (!values.quick && values.only === undefined)
		for (const revision of revisions)
			if (!(await runRequirements(revision))) failed.push(`--requirements ${revision}`);
	console.log(
		`\n${chosen.length - failed.filter(name => all.includes(name)).length} of ${chosen.length} scenarios passed.`,
	);
	if (failed.length > 0) {
		console.log(`Failed: ${failed.join(', ')}`);
		process.exitCode = 1;
	}
} finally {
	rmSync(folder, {recursive: true, force: true});
}
