import {homedir} from 'node:os';
import {sep} from 'node:path';
import type {App} from '../app/app.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {Notebook} from '../domain/notebook.ts';
import {redactor} from '../program-redactor.ts';
import {schedule} from '../support/schedule.ts';
import {complain} from './complain.ts';
import {composeChat} from './compose-chat.ts';
import {passphraseForChat} from './passphrase-for-chat.ts';

/** A person who has just sent a message waits this long for a server; a script waits for all of them. */
const patienceMilliseconds = 5000;

/** Drafts and what was sent before. */
const openNotebook = async (app: App): Promise<Notebook> => {
	const [{createNotebook}, {ownFolders}] = await Promise.all([
		import('../core/sessions/notebook.ts'),
		import('../compose-settings.ts'),
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

/** The user's own folder is `~`. */
const shownFolder = (folder: string, home: string): string =>
	folder === home || folder.startsWith(`${home}${sep}`) ? `~${folder.slice(home.length)}` : folder;

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
	const [{holdInput}, {watchBackground}] = await Promise.all([
		import('../ui/terminal/held-input.ts'),
		import('../ui/terminal/background.ts'),
	]);
	const {env, stdout} = process;
	const terminal = watchBackground({stdin: process.stdin, stdout, env, now: Date.now, schedule});
	const {stdin} = terminal;
	const held = holdInput(stdin, () => process.kill(process.pid, 'SIGINT'));
	terminal.ask();
	const [composed, {runChat}, {version}] = await Promise.all([
		composeChat(line, {patience: patienceMilliseconds, ...passphrase}),
		import('../ui/run-chat.tsx'),
		import('../compose-settings.ts'),
	]);
	if (composed.type === 'refused') {
		held.release();
		stdin.setRawMode(false);
		return complain(composed.failure);
	}
	return runChat({
		app: composed.app,
		onMount: held.release,
		version,
		folder: shownFolder(process.cwd(), homedir()),
		showPath: path => shownFolder(path, homedir()),
		isModelChosen: composed.isModelChosen,
		look: composed.look,
		...(composed.setup === undefined ? {} : {setup: composed.setup}),
		stdin,
		stdout,
		stderr: process.stderr,
		redact: redactor.redact,
		env,
		terminal,
		now: Date.now,
		schedule,
		...(line.values.has('no-session') ? {} : {openNotebook: () => openNotebook(composed.app)}),
	});
};
