// Runs the official MCP conformance suite against this program: its client scenarios against our own server layer
// (source/core/mcp), its server scenarios against the built `mcp-tui serve --http`.
//
//   node scripts/conformance.mjs [--quick] [--side client|server] [--only part-of-a-name] [--verbose]
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {bundleClient, bundleSuite} from './conformance/bundle-suite.mjs';
import {runClientScenarios} from './conformance/run-client.mjs';
import {runServerScenarios} from './conformance/run-server.mjs';
import {createSay} from './conformance/run-suite.mjs';

const {values} = parseArgs({
	options: {
		/** Every scenario once, without the two requirement sets, which repeat most of them. */
		quick: {type: 'boolean', default: false},
		side: {type: 'string'},
		only: {type: 'string'},
		verbose: {type: 'boolean', default: false},
	},
});
const {only, side} = values;
if (side !== undefined && side !== 'client' && side !== 'server')
	throw new Error(`--side is client or server, not ${side}.`);

const folder = mkdtempSync(path.join(tmpdir(), 'mcp-tui-conformance-'));
const where = {folder, suite: path.join(folder, 'suite.cjs')};
const client = path.join(folder, 'client.cjs');
const say = createSay(values.verbose);

try {
	await Promise.all([bundleSuite(where.suite), bundleClient(client)]);
	const outcomes = [];
	if (side !== 'client') outcomes.push(await runServerScenarios(where, {only, say}));
	if (side !== 'server')
		outcomes.push(await runClientScenarios(where, {client, only, isQuick: values.quick, say}));
	const failed = outcomes.flatMap(outcome => outcome.failed);
	const ran = outcomes.reduce((sum, outcome) => sum + outcome.ran, 0);
	console.log(`\n${ran} scenarios were run.`);
	if (failed.length > 0) {
		console.log(`Failed: ${failed.join(', ')}`);
		process.exitCode = 1;
	}
} finally {
	rmSync(folder, {recursive: true, force: true});
}
