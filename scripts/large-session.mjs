/**
 * Opens a session of a gigabyte with the built program and says how much memory and time each way of opening takes.
 *
 *   node scripts/large-session.mjs [--megabytes 1024]
 */
import {spawn} from 'node:child_process';
import {mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {root} from './build/bundle.mjs';
import {loadTypescript} from './load-typescript.mjs';

const {values} = parseArgs({options: {megabytes: {type: 'string', default: '1024'}}});
const {writeLargeSession} = await loadTypescript('tests/helpers/large-session.ts');
const {createTestHome} = await loadTypescript('tests/helpers/test-home.ts');

const program = path.join(root, 'dist/mcp-tui.cjs');
const home = createTestHome();
const seconds = since => `${((performance.now() - since) / 1000).toFixed(1)} s`;

const peakOf = pid => {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
	} catch {
		// It has just ended.
		return 0;
	}
};

const run = (name, args) =>
	new Promise(resolve => {
		const began = performance.now();
		const child = spawn(process.execPath, [program, ...args], {
			cwd: home.folder,
			env: home.env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let peak = 0;
		let said = '';
		const watch = setInterval(() => {
			peak = Math.max(peak, peakOf(child.pid));
		}, 20);
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', chunk => (said = (said + chunk).slice(-300)));
		child.once('close', code => {
			clearInterval(watch);
			console.log(
				`${name.padEnd(10)} ${seconds(began).padStart(8)}  peak ${peak.toFixed(0).padStart(5)} MB  exit ${code}`,
			);
			if (code !== 0) console.log(said);
			resolve();
		});
	});

try {
	const sessions = path.join(home.settings, 'sessions');
	mkdirSync(sessions, {recursive: true});
	const file = path.join(sessions, 'large.jsonl');
	const began = performance.now();
	const turns = writeLargeSession(file, 'large', Number(values.megabytes) * 1024 * 1024);
	console.log(
		`wrote ${(statSync(file).size / 1024 / 1024).toFixed(0)} MB, ${turns} turns, in ${seconds(began)}`,
	);
	const script = path.join(home.folder, 'script.yaml');
	writeFileSync(script, 'pace: 0\nturns:\n  - steps:\n      - say: Going on.\n');
	await run('nothing', ['--version']);
	await run('list', ['sessions', 'list']);
	await run('show', ['sessions', 'show', 'large']);
	await run('search', ['sessions', 'search', 'Question 17:']);
	await run('export', [
		'sessions',
		'export',
		'large',
		'--format',
		'json',
		'-o',
		path.join(home.folder, 'out.json'),
	]);
	await run('resume', ['-p', 'Go on', '--resume', 'large', '--model', `demo/${script}`]);
	await run('fork', ['-p', 'Go on', '--resume', 'large', '--fork', '--model', `demo/${script}`]);
} finally {
	home.remove();
}
