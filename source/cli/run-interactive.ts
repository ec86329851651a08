import type {App} from '../app/app.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {Notebook} from '../domain/notebook.ts';
import {redactor} from '../program-redactor.ts';
import {complain} from './complain.ts';
import {composeChat} from './compose-chat.ts';
import {passphraseForChat} from './passphrase-for-chat.ts';

/** A person who has just sent a message waits this long for a server; a script waits for all of them. */
const patienceMilliseconds = 5000;

/** Drafts and what was sent before. */
const openNotebook = async (app: App): Promise<Notebook> => {
	const [{createNotebook}, {ownFolders}, {schedule}] = await Promise.all([
		import('../core/sessions/notebook.ts'),
		import('../compose-settings.ts'),
		import('../compose.ts'),
	]);
	return createNotebook({
		folder: ownFolders().data,
		cwd: process.cwd(),
		sessionId: app.getState().sessionId,
		now: Date.now,
		schedule,
		redact: redactor.redact,
	});
};

/** The chat. */
export const runInteractive = async (line: CommandLine): Promise<number> => {
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		return complain({
			code: 'no-terminal',
			message: 'The chat needs a terminal, and this is not one.',
			hint: 'To use mcp-tui in a script, give the prompt on the command line: mcp-tui -p "your question"',
		});
	}
	const passphrase = await passphraseForChat();
	const {holdInput} = await import('../ui/terminal/held-input.ts');
	const held = holdInput(process.stdin, () => process.kill(process.pid, 'SIGINT'));
	const [composed, {runChat}, {schedule}, {version}] = await Promise.all([
		composeChat(line, {patience: patienceMilliseconds, ...passphrase}),
		import('../ui/run-chat.tsx'),
		import('../compose.ts'),
		import('../compose-settings.ts'),
	]);
	if (composed.type === 'refused') {
		held.release();
		process.stdin.setRawMode(false);
		return complain(composed.failure);
	}
	return runChat({
		app: composed.app,
		onMount: held.release,
		version,
		isModelChosen: composed.isModelChosen,
		look: composed.look,
		stdin: process.stdin,
		stdout: process.stdout,
		stderr: process.stderr,
		redact: redactor.redact,
		env: process.env,
		now: Date.now,
		schedule,
		...(line.values.has('no-session') ? {} : {openNotebook: () => openNotebook(composed.app)}),
	});
};
