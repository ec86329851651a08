import {type ChildProcessByStdio, spawn} from 'node:child_process';
import type {Readable} from 'node:stream';
import {limitedSignal} from '../../support/limited-signal.ts';
import {splitCommandLine} from '../../support/shell-words.ts';
import {CredentialError} from './credential-error.ts';

const patience = 30_000;
const longest = 64 * 1024;

type Outcome =
	| {readonly type: 'printed'; readonly text: string}
	/** The end of a sentence, and what to do. */
	| {readonly type: 'failed'; readonly problem: string; readonly hint: string};

const tryIt = 'Run it in a terminal to see what it says.';

const failed = (problem: string, hint = tryIt): Outcome => ({type: 'failed', problem, hint});

const startFailure = ({code}: NodeJS.ErrnoException): Outcome => {
	switch (code) {
		case 'ENOENT':
			return failed('it was not found', 'Install it, or write its whole path.');
		case 'EACCES':
			return failed('it may not be run', 'Check that it is a program: chmod +x');
		default:
			return failed(`it cannot be started (${code ?? 'unknown error'})`);
	}
};

/** With everything that it has started. */
const end = (child: ChildProcessByStdio<null, Readable, null>): void => {
	try {
		if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
		else process.kill(-child.pid, 'SIGKILL');
	} catch {
		// It has ended by itself.
	}
};

/** Nothing but what it prints is looked at: it gets no input, no shell and no terminal. */
const run = ([program = '', ...args]: readonly string[], limited: AbortSignal): Promise<Outcome> =>
	new Promise(resolve => {
		let child: ChildProcessByStdio<null, Readable, null>;
		try {
			child = spawn(program, args, {
				stdio: ['ignore', 'pipe', 'ignore'],
				detached: process.platform !== 'win32',
				windowsHide: true,
			});
		} catch {
			// A word with a zero byte in it.
			resolve(failed('it cannot be written like this', 'Write it as in a shell.'));
			return;
		}
		const chunks: Buffer[] = [];
		let size = 0;
		const settle = (outcome: Outcome): void => {
			limited.removeEventListener('abort', onAbort);
			child.stdout.destroy();
			resolve(outcome);
		};
		const onAbort = (): void => {
			end(child);
			settle(failed('it took too long', 'It may be waiting for an answer: run it once yourself.'));
		};
		limited.addEventListener('abort', onAbort);
		child.stdout.on('data', (chunk: Buffer) => {
			size += chunk.length;
			chunks.push(chunk);
			if (size > longest) {
				end(child);
				settle(failed('it printed more than 64 KB', 'Let it print the secret and nothing else.'));
			}
		});
		child.once('error', error => settle(startFailure(error)));
		child.once('close', (code, signal) =>
			settle(
				code === 0
					? {type: 'printed', text: Buffer.concat(chunks).toString('utf8')}
					: failed(`it ended with ${code === null ? signal : `exit code ${code}`}`),
			),
		);
	});

/** What a command of the user's prints, without the line break at its end. */
export const runSecretCommand = async (
	line: string,
	signal: AbortSignal,
	limit = patience,
): Promise<string> => {
	const words = splitCommandLine(line) ?? [];
	if (words.length === 0) {
		throw new CredentialError(
			'reference-failed',
			'The command for a secret cannot be understood: it is empty, needs a shell, or a quote is not closed.',
			"Write a program and its words, with quotes where a word has spaces. For a pipe write sh -c '...'.",
		);
	}
	signal.throwIfAborted();
	const printed = await run(words, limitedSignal(signal, limit));
	signal.throwIfAborted();
	const text = printed.type === 'printed' ? printed.text.replace(/\r?\n$/, '') : '';
	const trouble = text === '' && printed.type === 'printed' ? failed('it printed nothing') : printed;
	if (trouble.type === 'failed') {
		// Only the program is named: its arguments may be as private as what it prints.
		throw new CredentialError(
			'reference-failed',
			`The command ${words[0]} gave no secret: ${trouble.problem}.`,
			trouble.hint,
		);
	}
	return text;
};
