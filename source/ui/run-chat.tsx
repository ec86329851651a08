import {writeSync} from 'node:fs';
import {describeError} from '../domain/failure.ts';
import type {KeptDraft} from '../domain/notebook.ts';
import type {SessionMove} from '../domain/session-shelf.ts';
import {sanitise} from '../support/sanitise.ts';
import {createBenchOpener} from './bench/open-bench.ts';
import {createChatController} from './chat-controller.ts';
import type {ChatEnd, ChatOptions} from './chat-options.ts';
import {createChatScene} from './chat-scene.ts';
import {createDetails} from './details/open-details.ts';
import {greeting} from './greeting.ts';
import {chooseImageWay} from './images/image-way.ts';
import {createPictureThread} from './images/picture-thread.ts';
import {createPictures} from './images/pictures.ts';
import {createKeymap} from './input/keymap.ts';
import {readTypedAhead} from './input/read-typed-ahead.ts';
import {ChatScreen} from './screens/chat-screen.tsx';
import {createAsciiOutput} from './terminal/ascii-output.ts';
import {hasTitle, noticeSequence, watchForAttention} from './terminal/attention.ts';
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
import {toolId} from './tools/tool-id.ts';
import {createMarkdownLoader} from './transcript/markdown-writer.ts';

/** Servers get this long to end by themselves when we were told to go. */
const closeMilliseconds = 4000;
/** Somebody waits for the next session, and these go on closing meanwhile. */
const leaveMilliseconds = 1500;
/** What the first answer needs is loaded when the start is over. */
const loadMilliseconds = 250;

const openingIntents = {
	keys: 'show-keys',
	palette: 'open-palette',
	details: 'show-details',
	thinking: 'show-thinking',
	stats: 'show-stats',
	turn: 'show-turn',
} as const;

type End = {readonly exitCode: number; readonly message?: string; readonly next?: SessionMove};

const noDraft: KeptDraft = {text: '', pastes: new Map()};

/** Puts the terminal back at once: what is written later might come after the shell's prompt. */
const restoreTerminal = (stdin: NodeJS.ReadStream, stdout: TerminalOutput, sequence: string): void => {
	try {
		stdin.setRawMode(false);
		writeSync(stdout.fd, sequence);
	} catch {
		// The terminal is gone; there is nothing to restore.
	}
};

/** The chat in the terminal, from the first frame until the terminal is as it was. */
export const runChat = async (options: ChatOptions): Promise<ChatEnd> => {
	const {app, stdin, stderr, env, now, schedule, redact = text => text, look = {}, terminal} = options;
	const isAscii = isAsciiOnly(env, process.platform);
	const stdout = isAscii ? createAsciiOutput(options.stdout) : options.stdout;
	const styles = createLiveStyles({
		env,
		theme: () => app.getState().theme ?? look.theme ?? 'auto',
		background: () => terminal?.background(),
	});
	const guard = startTerminalGuard(stdout, schedule);
	const write = (text: string): void => {
		stdout.write(text);
	};
	const modes = createTerminalModes({write, guard, hasTitle: hasTitle(env, process.platform)});
	const insertions = createInsertions();
	const screen = createScreen({
		stdout,
		schedule,
		env,
		onWrite: modes.notice,
		fill: insertions.fill,
		...(options.first === undefined ? {} : {shown: options.first}),
	});
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
	const putDraft = (text: string): void => controller.putDraft(text);
	const details = createDetails({
		app,
		host,
		styles,
		now,
		schedule,
		putDraft,
		openTool: (tool, args, isAsked) =>
			bench.open('tools', {id: toolId(tool), arguments: args, ...(isAsked ? {isAsked} : {})}),
		openPart: part => bench.open(part),
	});
	const bench = createBenchOpener({app, host, styles, now, schedule, putDraft, ports: options.bench});
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
				...(options.opening === undefined ? {} : {opening: options.opening}),
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
		keyWords: 'press ? on an empty prompt. ctrl+p finds everything by its name.',
		open: view => (view === 'setup' ? controller.startSetup() : controller.act(openingIntents[view])),
		chooseMessage: () => controller.act('rewind'),
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
	// From here on we are the ones who give the terminal back.
	options.first?.handOver();
	// Printed for good as it is now, so what a resumed session needs must be there first.
	if (app.getState().items.length > 0) {
		await markdown.load();
	}
	if (options.draft !== undefined && options.draft.text !== '') {
		controller.restoreDraft(options.draft);
	}
	readTypedAhead(options.takeText?.() ?? '', controller.intake);
	if (options.setup !== undefined && !options.isModelChosen && app.getState().items.length === 0) {
		controller.startSetup();
	}
	options.onMount();
	stage.open({
		node: <ChatScreen controller={controller} scene={scene} onFrame={screen.expectFrame} />,
		refresh: scene.refresh,
	});
	if (options.startsIn !== undefined) {
		controller.openPart(options.startsIn);
	}
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

	const commanded = app.exitRequested.then(
		(next): End => ({exitCode: 0, ...(next === undefined ? {} : {next})}),
	);
	const {exitCode, message, next} = await Promise.race([ended, commanded]);
	cancelLoading();
	stopWatchingTerminal?.();
	stopWaiting();
	stopCalling();
	pictureThread.end();
	screen.dispose();
	stage.close();
	await host.close();
	scene.dispose();
	const draft = controller.draft();
	controller.dispose();
	if (next === undefined) {
		restoreTerminal(stdin, stdout, modes.endOfAll());
	} else {
		options.onLeave?.();
	}
	guard.dismiss();
	if (message !== undefined) {
		stderr.write(`${sanitise(redact(message))}\n`);
	}
	await Promise.race([
		Promise.all([
			app.close(),
			notebook?.then(async opened => {
				// It goes along, and must not come back a second time.
				if (next !== undefined) {
					opened?.keepDraft(() => noDraft);
				}
				await opened?.close();
			}),
		]),
		new Promise<void>(resolve => {
			schedule(resolve, next === undefined ? closeMilliseconds : leaveMilliseconds);
		}),
	]);
	stopWatching();
	return {exitCode, ...(next === undefined ? {} : {next, draft})};
};
