import type {AskPassphrase} from '../core/credentials/passphrase.ts';
import {sanitiseLine} from '../support/sanitise.ts';
import {readSecret} from './read-secret.ts';

const questions = {
	open: 'Passphrase of',
	create: 'A new passphrase for',
	repeat: 'The same passphrase again for',
} as const;

/** Asks in the terminal. */
export const askPassphrase: AskPassphrase = async ({purpose, file, isAgain}, signal) => {
	const again = isAgain ? 'That was not it. ' : '';
	const typed = await readSecret(
		`${again}${questions[purpose]} ${sanitiseLine(file)}: `,
		{input: process.stdin, output: process.stderr},
		signal,
	);
	return typed.type === 'typed' ? typed.text : undefined;
};

/** Somebody can be asked only where there is a terminal. */
export const askPassphraseIfTerminal = (): {readonly askPassphrase?: AskPassphrase} =>
	process.stdin.isTTY && process.stderr.isTTY ? {askPassphrase} : {};
