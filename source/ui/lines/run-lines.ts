import {tmpdir} from 'node:os';
import {setImmediate} from 'node:timers/promises';
import type {App} from '../../app/app.ts';
import {describeError} from '../../domain/failure.ts';
import type {LookSettings} from '../../domain/look.ts';
import type {Schedule} from '../../domain/ports.ts';
import type {SessionMove} from '../../domain/session-shelf.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {createAsciiOutput} from '../terminal/ascii-output.ts';
import {clipboardWrite} from '../terminal/clipboard.ts';
import {createTextEditor} from '../terminal/edit-text.ts';
import {watchSuddenEnds} from '../terminal/end-signals.ts';
import {isAsciiOnly} from '../theme/glyphs.ts';
import {createMarkdownLoader} from '../transcript/markdown-writer.ts';
import {createLineChat} from './line-chat.ts';
import {createLineInput} from './line-input.ts';

type LinesOptions = {
	readonly app: App;
	readonly version: string;
	readonly folder: string;
	/** False when nobody said which model to use. */
	readonly isModelChosen: boolean;
	/** What is said in the place of the greeting where the chat goes on with another session. */
	readonly opening?: string;
	readonly look: LookSettings;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	readonly stderr: NodeJS.WriteStream;
	readonly redact: (text: string) => string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly schedule: Schedule;
};

/** Servers get this long to end by themselves when we were told to go. */
const closeMilliseconds = 4000;
const interruptedCode = 130;
/** Who listens needs no lines of a length; a terminal that can only write is not trusted to break them well. */
const unbroken = 100_000;
const narrowest = 60;
const usualColumns = 80;

type End = {readonly exitCode: number; readonly message?: string; readonly next?: SessionMove};

export type LinesEnd = Pick<End, 'exitCode' | 'next'>;

const greetingOf = ({app, version, folder, isModelChosen, opening}: LinesOptions): readonly string[] =>
	opening === undefined
		? [
				`mcp-tui ${version}, one line after the other.`,
				...(isModelChosen
					? [`Model: ${sanitiseLine(app.getState().model)}. Folder: ${sanitiseLine(folder)}.`]
					: [
							'Welcome. No model is set up yet. You can:',
							'  press enter for a tour with a scripted model, which needs no key and no network;',
							'  or press ctrl+d and run mcp-tui keys set anthropic, which keeps a key, then start mcp-tui again;',
							'  or name a model of your own: mcp-tui --model provider/model.',
							'/setup, which leads through this on a page, is not available here.',
						]),
				'Type a message and press enter. A backslash at the end of a line goes on to the next. /help lists the commands, ctrl+c stops the model, ctrl+d quits.',
			]
		: [sanitiseLine(opening)];

/** The chat for terminals that can only write, and for people who listen. */
export const runLines = async (options: LinesOptions): Promise<LinesEnd> => {
	const {app, stdin, stderr, env, now, schedule, redact} = options;
	const stdout = isAsciiOnly(env, process.platform) ? createAsciiOutput(options.stdout) : options.stdout;
	const write = (text: string): void => {
		stdout.write(text);
	};
	let end: (reason: End) => void = () => undefined;
	const ended = new Promise<End>(resolve => {
		end = resolve;
	});
	const quit = (): void => end({exitCode: 0});
	const editor = createTextEditor({
		env,
		platform: process.platform,
		temporary: tmpdir(),
		async withTerminal(run) {
			input.pause();
			// Node stops reading a moment after it is told to.
			await setImmediate();
			try {
				return await run();
			} finally {
				input.resume();
			}
		},
	});
	const markdown = createMarkdownLoader(() => chat.refresh());
	const chat = createLineChat({
		app,
		write,
		width: env.TERM === 'dumb' ? Math.max(narrowest, stdout.columns ?? usualColumns) : unbroken,
		now,
		schedule,
		input: () => input,
		createAnswerWriter: markdown.createAnswerWriter,
		editText: editor.edit,
		copy(text) {
			const {sequence, says} = clipboardWrite(text, env);
			if (sequence !== '') {
				write(sequence);
			}
			return says;
		},
		ring() {
			if (options.look.notify === 'bell') {
				write('\u0007');
			}
		},
		quit,
	});
	const input = createLineInput({stdin, onLine: chat.onLine, onInterrupt: chat.onInterrupt, onEnd: quit});
	app.attachFrontEnd(chat.frontEnd);
	// Node prints them where the user reads.
	process.removeAllListeners('warning');
	const stopWatching = watchSuddenEnds(sudden => {
		if (sudden.type === 'crash') {
			end({exitCode: 1, message: `mcp-tui stopped because of a defect: ${describeError(sudden.error)}`});
		} else if (sudden.exitCode !== interruptedCode) {
			end({exitCode: sudden.exitCode});
		} else if (!editor.isOpen()) {
			chat.onInterrupt();
		}
	});
	// What is told is never told again in another way, so it is there before anything is.
	await markdown.load().catch(() => undefined);
	chat.start(greetingOf(options));

	const commanded = app.exitRequested.then(
		(next): End => ({exitCode: 0, ...(next === undefined ? {} : {next})}),
	);
	const {exitCode, message, next} = await Promise.race([ended, commanded]);
	chat.dispose();
	input.close();
	await editor.close();
	if (message !== undefined) {
		stderr.write(`${sanitise(redact(message))}\n`);
	}
	await Promise.race([
		app.close(),
		new Promise<void>(resolve => {
			schedule(resolve, closeMilliseconds);
		}),
	]);
	stopWatching();
	return {exitCode, ...(next === undefined ? {} : {next})};
};
