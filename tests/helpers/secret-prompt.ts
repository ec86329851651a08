import {readSecret} from '../../source/cli/read-secret.ts';

// A program that asks one hidden question and says what it got, for tests in a real terminal.
const controller = new AbortController();
process.on('SIGUSR2', () => controller.abort());
const {stdin: input, stdout: output} = process;
const typed = await readSecret('Secret: ', {input, output}, controller.signal);
output.write(`got ${Buffer.from(JSON.stringify(typed)).toString('hex')} end\n`);
