import {homedir} from 'node:os';
import {sep} from 'node:path';
import type {App} from '../app/app.ts';
import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {Composed} from '../compose-options.ts';
import type {KeptDraft, Notebook} from '../domain/notebook.ts';
import type {SessionMove} from '../domain/session-shelf.ts';
import {redactor} from '../program-redactor.ts';
import {isBusy} from '../state/is-busy.ts';
import {schedule} from '../support/schedule.ts';
import {wantsLines} from '../ui/lines/wants-lines.ts';
import type {FirstFrame} from '../ui/terminal/first-frame.ts';
import {complain} from './complain.ts';
import {composeChat} from './compose-chat.ts';
import {giveMemoryBack} from './give-memory-back.ts';
import {openingOf, wishesFor} from './next-session.ts';
import {ownConfigText} from './own-config-text.ts';
import {passphraseForChat} from './passphrase-for-chat.ts';
import {endRecording, recordingFor, withRecording} from './replay-options.ts';

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

const interruptSelf = (): void => {
	process.kill(process.pid, 'SIGINT');
};

/** Takes the keyboard before there is a screen, from the launcher if it has it, and asks the terminal what it looks like. */
const takeTerminal = async (first: FirstFrame | undefined) => {
	const [{holdInput}, {watchBackground}] = await Promise.all([
		import('../ui/terminal/held-input.ts'),
		import('../ui/terminal/background.ts'),
	]);
	const {env, stdin, stdout} = process;
	const terminal = watchBackground({stdin, stdout, env, now: Date.now, schedule});
	first?.release();
	let held = holdInput(terminal.stdin, interruptSelf);
	terminal.ask();
	return {
		terminal,
		takeText: () => held.takeText(),
		release: () => held.release(),
		/** Takes the keyboard again, until there is another screen. */
		hold() {
			held = holdInput(terminal.stdin, interruptSelf);
		},
	};
};

type Taken = Awaited<ReturnType<typeof takeTerminal>>;
type Chat = Composed & {readonly type: 'composed'};
type Left = {readonly exitCode: number; readonly next?: SessionMove; readonly draft?: KeptDraft};

type Shown = {
	readonly line: CommandLine;
	readonly version: string;
	/** Takes the terminal when it is first called. */
	readonly take: () => Promise<Taken>;
	readonly opening?: string;
	readonly draft?: KeptDraft;
	readonly startsIn?: 'sessions';
	/** What the launcher has drawn. */
	readonly first?: FirstFrame;
};

/** Shows one session until it is left. */
const showChat = async ({app, isModelChosen, look, setup, bench}: Chat, shown: Shown): Promise<Left> => {
	const {env, stdout, stderr} = process;
	const {line, version, opening, draft, startsIn, first} = shown;
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
		...(opening === undefined ? {} : {opening}),
	};
	if (wantsLines(env) || look.screenReader === true) {
		first?.leave();
		if (startsIn !== undefined) {
			// Line by line the list is told.
			app.submit('/resume');
		}
		const {runLines} = await import('../ui/lines/run-lines.ts');
		return runLines({...common, stdin: process.stdin});
	}
	const [{terminal, takeText, release, hold}, {runChat}] = await Promise.all([
		shown.take(),
		import('../ui/run-chat.tsx'),
	]);
	return runChat({
		...common,
		takeText,
		onMount: release,
		...(first === undefined ? {} : {first}),
		onLeave: hold,
		showPath: path => shownFolder(path, homedir()),
		...(setup === undefined ? {} : {setup}),
		bench,
		...(draft === undefined ? {} : {draft}),
		...(startsIn === undefined ? {} : {startsIn}),
		stdin: terminal.stdin,
		terminal,
		...(line.values.has('no-session') ? {} : {openNotebook: () => openNotebook(app)}),
	});
};

/** `-r` without an id. */
const wantsToChoose = ({values}: CommandLine): boolean => values.get('resume')?.length === 0;

/** The chat. It goes from session to session as the user wishes, in the same window. */
export const runInteractive = async (line: CommandLine, shown?: FirstFrame): Promise<number> => {
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		return complain({
			code: 'no-terminal',
			message: 'The chat needs a terminal, and this is not one.',
			hint: 'To use mcp-tui in a script, give the prompt on the command line: mcp-tui -p "your question"',
		});
	}
	const recording = await recordingFor(line);
	if (recording.type === 'refused') {
		shown?.leave();
		return complain(recording.failure);
	}
	let first = shown;
	const leaveFirst = (): void => {
		first?.leave();
		first = undefined;
	};
	const passphrase = await passphraseForChat(leaveFirst);
	let taking: Promise<Taken> | undefined;
	const take = (): Promise<Taken> => {
		taking ??= takeTerminal(first);
		return taking;
	};
	// Where lines may be wanted the terminal is left alone until that is known.
	const early =
		wantsLines(process.env) || (await ownConfigText()).includes('screenReader') ? undefined : await take();
	const [{createSharedSurroundings}, {version}] = await Promise.all([
		import('../compose-shared.ts'),
		import('../compose-settings.ts'),
	]);
	const shared = createSharedSurroundings();
	const compose = async (wishes: Parameters<typeof composeChat>[1] = {}): Promise<Composed> =>
		composeChat(line, {
			...wishes,
			isAttended: true,
			findSurroundings: shared.find,
			...passphrase,
			...withRecording(recording),
		});
	let [composed] = await Promise.all([
		compose(),
		early === undefined ? undefined : import('../ui/run-chat.tsx'),
	]);
	let opening: string | undefined;
	let draft: KeptDraft | undefined;
	try {
		for (;;) {
			if (composed.type === 'refused') {
				early?.release();
				early?.terminal.stdin.setRawMode(false);
				leaveFirst();
				return complain(composed.failure);
			}
			const {app} = composed;
			const stopGivingBack = giveMemoryBack({
				subscribe: app.subscribe,
				isBusy: () => isBusy(app.getState()),
				countKeys: () => process.stdin.bytesRead,
				schedule,
			});
			const left = await showChat(composed, {
				line,
				version,
				take,
				...(first === undefined ? {} : {first}),
				...(opening === undefined && wantsToChoose(line) ? {startsIn: 'sessions' as const} : {}),
				...(opening === undefined ? {} : {opening}),
				...(draft === undefined ? {} : {draft}),
			});
			stopGivingBack();
			if (left.next === undefined) {
				return left.exitCode;
			}
			first = undefined;
			const before = composed.app.getState();
			draft = left.draft;
			composed = await compose(wishesFor(left.next, before, line));
			opening = openingOf(
				left.next,
				composed.type === 'composed' ? composed.app.getState().sessionName : undefined,
			);
			if (composed.type === 'refused') {
				// Somebody else was faster, or the file is gone: then the user stays where they were.
				const {message, hint = ''} = composed.failure;
				composed = await compose(wishesFor({type: 'stay'}, before, line));
				opening = openingOf({type: 'stay'});
				if (composed.type === 'composed') {
					composed.app.report({type: 'notice-raised', tone: 'warning', text: `${message} ${hint}`.trim()});
				}
			}
			if (composed.type === 'composed' && before.theme !== undefined) {
				composed.app.report({type: 'theme-changed', theme: before.theme});
			}
		}
	} finally {
		shared.close();
		await endRecording(recording);
	}
};
