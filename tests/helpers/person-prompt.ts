import {askPerson} from '../../source/cli/ask-person.ts';

// A program that asks a person when it is told to (SIGUSR1), and says what they said, for tests in a real terminal.
const controller = new AbortController();
process.on('SIGINT', () => controller.abort());
const told = new Promise<void>(resolve => {
	process.once('SIGUSR1', () => resolve());
});
const alive = setInterval(() => undefined, 1000);
process.stdout.write('working ...\n');
await told;
clearInterval(alive);
const isAgreed = await askPerson('Sure? ', controller.signal);
process.stdout.write(`\nanswer: ${controller.signal.aborted ? 'interrupted' : isAgreed}\n`);
