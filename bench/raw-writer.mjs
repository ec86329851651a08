// The floor for streaming: writes the tokens of a file as they come due, and does nothing else.
import {readFileSync} from 'node:fs';
import {setTimeout as sleep} from 'node:timers/promises';
import {tokensOf} from './answers.mjs';

const [file, pace] = process.argv.slice(2);
const tokens = tokensOf(readFileSync(file, 'utf8'));

process.stdout.write('› ');
await new Promise(resolve => process.stdin.once('data', resolve));
const startedAt = performance.now();
for (const [index, token] of tokens.entries()) {
	const due = startedAt + (index * 1000) / Number(pace) - performance.now();
	if (due > 0) await sleep(due);
	process.stdout.write(token);
}
process.stdin.once('data', () => process.exit());
