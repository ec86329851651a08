import {homedir} from 'node:os';
import {sep} from 'node:path';
import type {App} from '../app/app.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {Notebook} from '../domain/notebook.ts';
import {redactor} from '../program-redactor.ts';
import {schedule} from '../support/schedule.ts';
import {wantsLines} from '../ui/lines/wants-lines.ts';
import {complain} from './complain.ts';
import {composeChat} from './compose-chat.ts';
import {ownConfigText} from './own-config-text.ts';
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

/** Takes the keyboard before there is a screen, and asks the terminal what it looks like. */
const takeTerminal = async () => {
	const [{holdInput}, {watchBackground}] = await Promise.all([
		import('../ui/terminal/held-input.ts'),
		import('../ui/terminal/background.ts'),
	]);
	const {env, stdin, stdout} = process;
	const terminal = watchBackground({stdin, stdout, env, now: Date.now, schedule});
	const held = holdInput(terminal.stdin, () => process.kill(process.pid, 'SIGINT'));
	terminal.ask();
	return {terminal, held};
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
	const {env, stdout, stderr} = process;
	const isForced = wantsLines(env);
	// Where lines may be wanted the terminal is left alone until that is known.
	const early =
		isForced || (await ownConfigText()).includes('screenReader') ? undefined : await takeTerminal();
	const [composed, {version}] = await Promise.all([
		composeChat(line, {patience: patienceMilliseconds, ...passphrase}),
		import('../compose-settings.ts'),
		early === undefined ? undefined : import('../ui/run-chat.tsx'),
	]);
	if (composed.type === 'refused') {
		early?.held.release();
		early?.terminal.stdin.setRawMode(false);
		return complain(composed.failure);
	}
	const {app, isModelChosen, look, setup, bench} = composed;
	const common = {
		app,
		version,
		folder: shownFolder(process.cwd(), homedir()),
		isModelChosen,
		look,
		stdout,
		stderr,
		redact: redactor.redact,
		env,
		now: Date.now,
		schedule,
	};
	if (isForced || look.screenReader === true) {
		const {runLines} = await import('../ui/lines/run-lines.ts');
		return runLines({...common, stdin: process.stdin});
	}
	const [{terminal, held}, {runChat}] = await Promise.all([
		early ?? takeTerminal(),
		import('../ui/run-chat.tsx'),
	]);
	return runChat({
		...common,
		onMount: held.release,
		showPath: path => shownFolder(path, homedir()),
		...(setup === undefined ? {} : {setup}),
		bench,
		stdin: terminal.stdin,
		terminal,
		...(line.values.has('no-session') ? {} : {openNotebook: () => openNotebook(app)}),
	});
};
