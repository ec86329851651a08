// The whole gate, as `npm run check`. What needs one core runs beside what waits or needs the other; the tests, which
// need both, run alone. What a step says is shown when it is over, so that nothing is mixed up.
import {spawn} from 'node:child_process';

/** Steps that run one after another, beside the other rows. */
const rows = [['types'], ['lint', 'build', 'dead-code', 'conformance']];
const last = 'coverage';

const children = new Set();

/** @returns {Promise<number>} the exit code */
const run = (step, stdio) =>
	new Promise((resolve, reject) => {
		const began = performance.now();
		// In a group of its own, so that all of it can be ended.
		const child = spawn('npm', ['run', '--silent', step], {stdio, detached: stdio !== 'inherit'});
		const said = [];
		for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(chunk));
		children.add(child);
		child.once('error', reject);
		child.once('close', code => {
			children.delete(child);
			process.stdout.write(Buffer.concat(said));
			const seconds = ((performance.now() - began) / 1000).toFixed(1);
			console.log(`${code === 0 ? '✓' : '✗'} npm run ${step} (${seconds} s)`);
			resolve(code ?? 1);
		});
	});

const endOthers = () => {
	for (const {pid} of children) process.kill(-pid, 'SIGTERM');
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.once(signal, () => {
		endOthers();
		process.exit(1);
	});

const runRow = async row => {
	for (const step of row) {
		if (process.exitCode !== undefined) return;
		if ((await run(step, ['ignore', 'pipe', 'pipe'])) !== 0) {
			process.exitCode = 1;
			endOthers();
		}
	}
};

await Promise.all(rows.map(runRow));
if (process.exitCode === undefined) process.exitCode = await run(last, 'inherit');
