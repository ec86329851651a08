/**
 * Runs stories of the built program on every Node that it claims to run on. The tests themselves run on this one.
 *
 *   node scripts/on-every-node.mjs [--only 22]... [--cache folder] [tests/e2e/tour.test.ts ...]
 *
 * The versions come from npm, as the packages of which the package `node` consists; they are kept in a folder outside
 * of the project. They bring no script that would run at their installation.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {root} from './build/bundle.mjs';

/** The oldest that package.json allows, and the newest of every even one since. */
const {engines} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const versions = [engines.node.replace('>=', ''), '22', '24', '26'];
const usual = ['tests/e2e/stories', 'tests/e2e/tour', 'tests/e2e/start', 'tests/e2e/headless'];

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {
		only: {type: 'string', multiple: true},
		cache: {type: 'string', default: path.join(tmpdir(), 'mcp-tui-nodes')},
	},
});
const wanted = versions.filter(version => values.only?.some(only => version.startsWith(only)) ?? true);
if (wanted.length === 0) throw new Error(`--only is one of ${versions.join(', ')}.`);
const tests = positionals.length === 0 ? usual : positionals;

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const system = process.platform === 'win32' ? 'win' : process.platform;
const isNewMac = process.platform === 'darwin' && process.arch === 'arm64';
const packageName = `${isNewMac ? 'node-bin' : 'node'}-${system}-${process.arch}`;

/** The program of this version, fetched unless it is there. */
const findNode = version => {
	const folder = path.join(values.cache, version);
	const file = path.join(folder, 'node_modules', packageName, 'bin', system === 'win' ? 'node.exe' : 'node');
	if (!existsSync(file)) {
		mkdirSync(folder, {recursive: true});
		const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--silent'];
		execFileSync(npm, ['install', '--prefix', folder, ...options, `${packageName}@${version}`], {
			stdio: 'inherit',
		});
	}
	return file;
};

const results = mkdtempSync(path.join(tmpdir(), 'mcp-tui-on-every-node-'));

/** Runs the stories with the program on this Node. */
const runOn = version => {
	const node = findNode(version);
	const exact = execFileSync(node, ['--version'], {encoding: 'utf8'}).trim();
	console.log(`\n${exact}`);
	const outputFile = path.join(results, `${version}.json`);
	const started = performance.now();
	const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${outputFile}`];
	const {status} = spawnSync(process.execPath, [vitest, 'run', '--project', 'e2e', ...reporters, ...tests], {
		cwd: root,
		stdio: 'inherit',
		env: {...process.env, MCP_TUI_TEST_NODE: node},
	});
	const seconds = (performance.now() - started) / 1000;
	const report = existsSync(outputFile) ? JSON.parse(readFileSync(outputFile, 'utf8')) : undefined;
	return {
		exact,
		passed: report?.numPassedTests ?? 0,
		failed: report?.numFailedTests ?? 0,
		// A file that cannot even be loaded has no test that fails, and what ends after the report is not in it.
		isWell: status === 0 && report?.success === true && report.numPassedTests > 0,
		seconds,
	};
};

try {
	const outcomes = wanted.map(runOn);
	console.log('\nNode         passed  failed  seconds');
	for (const {exact, passed, failed, seconds} of outcomes) {
		const cells = [String(passed).padStart(6), String(failed).padStart(6), seconds.toFixed(0).padStart(7)];
		console.log([exact.padEnd(11), ...cells].join('  '));
	}
	if (!outcomes.every(({isWell}) => isWell)) process.exitCode = 1;
} finally {
	rmSync(results, {recursive: true, force: true});
}
