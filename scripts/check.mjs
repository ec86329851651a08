// The whole gate, as `npm run check`. What needs one core runs beside what waits or needs the other; the tests, which
// need both, run alone. What a step says is shown when it is over, so that nothing is mixed up.
import {spawn} from 'node:child_process';

/** Steps that run one after another, beside the other rows. */
const rows = [['types'], ['lint', 'build', 'dead-code', 'conformance']];
const last = 'coverage';

/** How to end each step that runs. */
const ends = new Set();

/** @returns {Promise<number>} the exit code */
const run = (step, isShown = false) =>
	new Promise((resolve, reject) => {
		const began = performance.now();
		const child = spawn('npm', ['run', '--silent', step], {
			stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
			// What runs beside others is a group of its own, all of which can be ended.
			detached: !isShown,
		});
		const end = () => (isShown ? child.kill('SIGTERM') : process.kill(-child.pid, 'SIGTERM'));
		const said = [];
		for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => said.push(chunk));
		ends.add(end);
		child.once('error', reject);
		child.once('exit', () => ends.delete(end));
		child.once('close', code => {
			// Another one has failed, and this was ended.
			if (process.exitCode !== undefined) return resolve(1);
			process.stdout.write(Buffer.concat(said));
			const seconds = ((performance.now() - began) / 1000).toFixed(1);
			console.log(`${code === 0 ? '✓' : '✗'} npm run ${step} (${seconds} s)`);
			resolve(code ?? 1);
		});
	});

const endOthers = () => {
	for (const end of ends) end();
};

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
	process.once(signal, () => {
		endOthers();
		process.exit(1);
	});

const runRow = async row => {
	for (const step of row) {
		if (process.exitCode !== undefined) return;
		if ((await run(step)) !== 0) {
			process.exitCode = 1;
			endOthers();
		}
	}
};

await Promise.all(rows.map(runRow));
if (process.exitCode === undefined) process.exitCode = await run(last, true);
