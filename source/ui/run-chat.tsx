import {writeSync} from 'node:fs';
import type {App} from '../app/app.ts';
import type {BenchPorts} from '../domain/bench-ports.ts';
import {describeError} from '../domain/failure.ts';
import type {LookSettings} from '../domain/look.ts';
import type {Notebook} from '../domain/notebook.ts';
import type {Schedule} from '../domain/ports.ts';
import type {Setup} from '../domain/setup.ts';
import {sanitise} from '../support/sanitise.ts';
import {createBenchOpener} from './bench/open-bench.ts';
import {createChatController} from './chat-controller.ts';
import {createChatScene} from './chat-scene.ts';
import {createDetails} from './details/open-details.ts';
import {greeting} from './greeting.ts';
import {chooseImageWay} from './images/image-way.ts';
import {createPictureThread} from './images/picture-thread.ts';
import {createPictures} from './images/pictures.ts';
import {createKeymap} from './input/keymap.ts';
import {ChatScreen} from './screens/chat-screen.tsx';
import {createAsciiOutput} from './terminal/ascii-output.ts';
import {hasTitle, noticeSequence, watchForAttention} from './terminal/attention.ts';
import type {BackgroundWatch} from './terminal/background.ts';
import {createWindowHost} from './terminal/create-window-host.ts';
import {watchSuddenEnds} from './terminal/end-signals.ts';
import {createInsertions} from './terminal/insertions.ts';
import {createScreen} from './terminal/screen.ts';
import {createStage} from './terminal/stage.tsx';
import {startTerminalGuard, type TerminalOutput} from './terminal/terminal-guard.ts';
import {createTerminalModes} from './terminal/terminal-modes.ts';
import {watchInput} from './terminal/watched-input.ts';
import {colourDepth} from './theme/colour-depth.ts';
import {isAsciiOnly} from './theme/glyphs.ts';
import {createLiveStyles} from './theme/live-styles.ts';
import {chooseMotion} from './theme/motion.ts';
import {createMarkdownLoader} from './transcript/markdown-writer.ts';

export type ChatOptions = {
	readonly app: App;
	/** Called just before the screen takes the keyboard. */
	readonly onMount: () => void;
	readonly version: string;
	/** Where it runs, as it is shown. */
	readonly folder?: string;
	/** A path as it is shown. */
	readonly showPath?: (path: string) => string;
	/** False when nobody said which model to use: the greeting explains what this one is. */
	readonly isModelChosen: boolean;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: TerminalOutput;
	readonly stderr: NodeJS.WriteStream;
	/** Takes secrets out of what is said when the program ends because of a defect. */
	readonly redact?: (text: string) => string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly schedule: Schedule;
	/** What the first run needs; absent where nothing can be set up. */
	readonly setup?: Setup;
	/** What the workbench needs. */
	readonly bench: BenchPorts;
	/** Where what is typed is kept; absent where no trace is wanted. */
	readonly openNotebook?: () => Promise<Notebook>;
	/** What the user's configuration says about the screen and the keyboard. */
	readonly look?: LookSettings;
	/** What is known about the terminal's background, and becomes known. */
	readonly terminal?: Pick<BackgroundWatch, 'background' | 'subscribe'>;
};

/** Servers get this long to end by themselves when we were told to go. */
const closeMilliseconds = 4000;
/** What the first answer needs is loaded when the start is over. */
const loadMilliseconds = 250;

const openingIntents = {
	keys: 'show-keys',
	palette: 'open-palette',
	details: 'show-details',
	thinking: 'show-thinking',
} as const;

type End = {readonly exitCode: number; readonly message?: string};

/** Puts the terminal back at once: what is written later might come after the shell's prompt. */
const restoreTerminal = (stdin: NodeJS.ReadStream, stdout: TerminalOutput, sequence: string): void => {
	try {
		stdin.setRawMode(false);
		writeSync(stdout.fd, sequence);
	} catch {
		// The terminal is gone; there is nothing to restore.
	}
};

/** The chat in the terminal, from the first frame until the terminal is as it was. Gives the exit code. */
export const runChat = async (options: ChatOptions): Promise<number> => {
	const {app, stdin, stderr, env, now, schedule, redact = text => text, look = {}, terminal} = options;
	const isAscii = isAsciiOnly(env, process.platform);
	const stdout = isAscii ? createAsciiOutput(options.stdout) : options.stdout;
	const styles = createLiveStyles({
		env,
		theme: () => app.getState().theme ?? look.theme ?? 'auto',
		background: () => terminal?.background(),
	});
	const guard = startTerminalGuard(stdout);
	const write = (text: string): void => {
		stdout.write(text);
	};
	const modes = createTerminalModes({write, guard, hasTitle: hasTitle(env, process.platform)});
	const insertions = createInsertions();
	const screen = createScreen({stdout, schedule, env, onWrite: modes.notice, fill: insertions.fill});
	let end: (reason: End) => void = () => undefined;
	const ended = new Promise<End>(resolve => {
		end = resolve;
	});

	const input = watchInput(stdin);
	const keymap = createKeymap(look.keys);
	const stage = createStage({
		stdin: input.stream,
		stdout,
		stderr,
		screen,
		modes,
		onFailure: error => {
			end({exitCode: 1, message: `mcp-tui could not draw its screen: ${describeError(error)}`});
		},
	});
	const host = createWindowHost({stage, stdin, stdout, env, platform: process.platform, schedule});
	const details = createDetails({
		app,
		host,
		styles,
		now,
		schedule,
		putDraft: text => controller.putDraft(text),
	});
	const bench = createBenchOpener({
		app,
		host,
		styles,
		now,
		schedule,
		putDraft: text => controller.putDraft(text),
		ports: options.bench,
	});
	const controller = createChatController({
		app,
		now,
		schedule,
		quit: () => end({exitCode: 0}),
		host,
		details: () => details,
		bench: () => bench,
		keymap,
		...(options.setup === undefined ? {} : {setup: options.setup}),
	});
	const drawAgain = (): void => {
		if (stage.isChatShown() && screen.canDraw()) {
			scene.refresh();
		}
	};
	const markdown = createMarkdownLoader(() => {
		if (screen.canDraw()) {
			scene.refresh();
		}
	});
	const pictureThread = createPictureThread(schedule);
	const pictures = createPictures({
		way: chooseImageWay({look, env, isAscii}),
		colours: colourDepth(env) === 'millions' ? 'millions' : '256',
		isLight: () => terminal?.background() === 'light',
		styles,
		rows: () => screen.size().rows,
		thread: pictureThread,
		keepImage: app.keepImage,
		showPath: options.showPath ?? (path => path),
		insert: insertions.put,
		onReady: drawAgain,
	});
	const scene = createChatScene({
		app,
		controller,
		styles,
		createAnswerWriter: markdown.createAnswerWriter,
		pictures,
		greeting: greeting(
			{
				version: options.version,
				isChosen: options.isModelChosen,
				model: app.getState().model,
				folder: options.folder ?? '',
				width: screen.size().columns,
			},
			styles(),
		),
		size: screen.size,
		canDraw: () => stage.isChatShown() && screen.canDraw(),
		now,
		schedule,
		keymap,
		motion: chooseMotion({look, env, isAscii}),
	});

	app.attachFrontEnd({
		copy: host.copy,
		putDraft: controller.putBack,
		open(view) {
			if (view === 'setup') {
				controller.startSetup();
			} else {
				controller.act(openingIntents[view]);
			}
		},
		openPart: controller.openPart,
	});
	const stopCalling = watchForAttention({
		app,
		now,
		isFocused: () => input.isFocused() || !modes.isOurs(),
		setTitle: modes.setTitle,
		notify: text => write(noticeSequence(text, look.notify ?? 'auto', env)),
	});
	const stopWatchingTerminal = terminal?.subscribe(drawAgain);
	// Node prints warnings to stderr, which is the same terminal: they would be painted into the frame.
	process.removeAllListeners('warning');
	const stopWatching = watchSuddenEnds(sudden => {
		if (sudden.type === 'signal') {
			if (!(sudden.isFromKeyboard && host.hasEditor())) {
				end({exitCode: sudden.exitCode});
			}
		} else {
			end({exitCode: 1, message: `mcp-tui stopped because of a defect: ${describeError(sudden.error)}`});
		}
	});
	// Printed for good as it is now, so what a resumed session needs must be there first.
	if (app.getState().items.length > 0) {
		await markdown.load();
	}
	if (options.setup !== undefined && !options.isModelChosen && app.getState().items.length === 0) {
		controller.startSetup();
	}
	options.onMount();
	stage.open({
		node: <ChatScreen controller={controller} scene={scene} onFrame={screen.expectFrame} />,
		refresh: scene.refresh,
	});
	// Out of the way of the first keys. Without it answers are shown as they were written: poorer, but complete.
	const load = (): void => {
		markdown.load().catch(() => undefined);
	};
	const cancelLoading = schedule(load, loadMilliseconds);
	const stopWaiting = app.subscribe(() => {
		if (app.getState().turn !== undefined) {
			stopWaiting();
			load();
		}
	});

	// Nobody waits for it: keys count from the first frame on. Without it everything works, and is forgotten at the end.
	const notebook = options
		.openNotebook?.()
		.then(async opened => {
			await controller.useNotebook(opened);
			return opened;
		})
		.catch(() => undefined);

	const commanded = app.exitRequested.then((): End => ({exitCode: 0}));
	const {exitCode, message} = await Promise.race([ended, commanded]);
	cancelLoading();
	stopWatchingTerminal?.();
	stopWaiting();
	stopCalling();
	pictureThread.end();
	screen.dispose();
	stage.close();
	await host.close();
	scene.dispose();
	controller.dispose();
	restoreTerminal(stdin, stdout, modes.endOfAll());
	guard.dismiss();
	if (message !== undefined) {
		stderr.write(`${sanitise(redact(message))}\n`);
	}
	await Promise.race([
		Promise.all([app.close(), notebook?.then(opened => opened?.close())]),
		new Promise<void>(resolve => {
			schedule(resolve, closeMilliseconds);
		}),
	]);
	stopWatching();
	return exitCode;
};
