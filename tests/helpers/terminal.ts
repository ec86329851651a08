import {existsSync} from 'node:fs';
import {constants} from 'node:os';
import {fileURLToPath} from 'node:url';
import {spawn} from '@lydell/node-pty';
import {programNode} from './program-node.ts';
import {createEmulator, type Emulator} from './terminal-emulator.ts';
import {keyBytes} from './terminal-keys.ts';
import {readModes, type TerminalModes} from './terminal-modes.ts';
import {createTestHome, type TestHome} from './test-home.ts';
import {waitUntil} from './wait-until.ts';

export const builtProgram = fileURLToPath(new URL('../../dist/mcp-tui.cjs', import.meta.url));

export type TerminalOptions = {
	/** The program to run; the built one unless told otherwise. */
	readonly command?: readonly [string, ...string[]];
	readonly args?: readonly string[];
	readonly cols?: number;
	readonly rows?: number;
	/** Added to a clean environment; `undefined` takes a variable away. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** A home that the caller made and removes; a fresh one otherwise. */
	readonly home?: string;
	/** The home unless told otherwise. */
	readonly cwd?: string;
	/** Called before the start, to put files into the home. */
	readonly prepare?: (home: TestHome) => void;
	/** Lines that a shell prints before it becomes the program. */
	readonly before?: readonly string[];
};

type Exit = {readonly code: number; readonly signal: NodeJS.Signals | undefined};

/** Text or a pattern to find on the visible screen, or a condition on its lines. */
type Expected = string | RegExp | ((screen: readonly string[]) => boolean);

export type Terminal = {
	readonly pid: number;
	readonly home: TestHome;
	readonly emulator: Emulator;
	/** Resolves when the program has ended and everything it wrote is on the screen. */
	readonly exit: Promise<Exit>;
	/** Sends text at once. A key pressed right after it may reach the program in the same piece, like a paste. */
	readonly type: (text: string) => void;
	/** Types text, waits until the program has shown it and presses enter. */
	readonly submit: (text: string) => Promise<void>;
	readonly press: (...keys: readonly string[]) => void;
	/** Sends text as a terminal does on paste: bracketed if the program asked for that. */
	readonly paste: (text: string) => void;
	readonly waitFor: (expected: Expected, options?: {readonly timeout?: number}) => Promise<void>;
	/** Waits until nothing was written for a while. */
	readonly waitForStable: (options?: {readonly quiet?: number; readonly timeout?: number}) => Promise<void>;
	readonly screen: () => string[];
	/** All lines: scrollback and screen. */
	readonly scrollback: () => string[];
	readonly resize: (cols: number, rows: number) => void;
	/** Everything the program wrote. */
	readonly raw: () => string;
	readonly modes: () => TerminalModes;
	readonly kill: (signal: NodeJS.Signals) => void;
	/** Closes the terminal as a person closes its window: the program gets SIGHUP and has nowhere to write. */
	readonly hangUp: () => void;
	/** Tells of every piece of output when the emulator has understood it. */
	readonly onOutput: (listener: () => void) => () => void;
	readonly dispose: () => Promise<void>;
};

const printThenBecome =
	'n=$1; shift; while [ "$n" -gt 0 ]; do printf "%s\\n" "$1"; shift; n=$((n - 1)); done; exec "$@"';

const toSignal = (number: number | undefined): NodeJS.Signals | undefined =>
	(Object.entries(constants.signals) as [NodeJS.Signals, number][]).find(
		([, value]) => value === number,
	)?.[0];

const toCommand = ({command, args = [], before = []}: TerminalOptions): [string, string[]] => {
	if (command === undefined && !existsSync(builtProgram)) {
		throw new Error(`${builtProgram} does not exist: run npm run build first`);
	}
	const [file, ...rest] = [...(command ?? [programNode, builtProgram]), ...args] as [string, ...string[]];
	return before.length === 0
		? [file, rest]
		: ['sh', ['-c', printThenBecome, 'sh', String(before.length), ...before, file, ...rest]];
};

const frameScreen = (lines: readonly string[], width: number): string => {
	const edge = '-'.repeat(width);
	return [`+${edge}+`, ...lines.map(line => `|${line.padEnd(width)}|`), `+${edge}+`].join('\n');
};

const isOnScreen = (expected: Expected, lines: readonly string[]): boolean => {
	if (typeof expected === 'function') return expected(lines);
	const text = lines.join('\n');
	return typeof expected === 'string' ? text.includes(expected) : new RegExp(expected).test(text);
};

/** A narrow window breaks lines anywhere. */
const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

const open = new Set<Terminal>();

/** Ends every terminal that a test has left open. */
export const disposeTerminals = async (): Promise<void> => {
	await Promise.all([...open].map(terminal => terminal.dispose()));
};

/** Runs a program in a real pseudo-terminal and shows what a person would see of it. */
export const startTerminal = (options: TerminalOptions = {}): Terminal => {
	const {cols = 80, rows = 24} = options;
	const home = createTestHome(options.home);
	options.prepare?.(home);
	const emulator = createEmulator(cols, rows);
	const {terminal: screenModel} = emulator;
	const [file, args] = toCommand(options);
	const environment = Object.entries({...home.env, ...options.env}).filter(
		([, value]) => value !== undefined,
	);
	const pty = spawn(file, args, {
		cols,
		rows,
		cwd: options.cwd ?? home.folder,
		// It becomes TERM, whatever the environment says.
		name: options.env?.TERM ?? 'xterm-256color',
		env: Object.fromEntries(environment) as Record<string, string>,
		encoding: null,
	});
	// Not in its types: the path of the tty that the program sees, and closing our end of it.
	const {_pty: device, destroy} = pty as unknown as {readonly _pty: string; readonly destroy: () => void};

	const chunks: Buffer[] = [];
	const listeners = new Set<() => void>();
	let unread = 0;
	let lastOutput = performance.now();
	let ended: Exit | undefined;
	const notify = () => {
		for (const listener of [...listeners]) listener();
	};
	const send = (text: string) => {
		if (ended === undefined) pty.write(text);
	};

	screenModel.onData(send);
	// Its types say text, but without an encoding it hands over what it has read.
	pty.onData(data => {
		const chunk = data as unknown as Buffer;
		chunks.push(chunk);
		lastOutput = performance.now();
		unread++;
		screenModel.write(chunk, () => {
			unread--;
			notify();
		});
	});
	const exit = new Promise<Exit>(resolve => {
		pty.onExit(({exitCode, signal}) => {
			screenModel.write('', () => {
				ended = {code: exitCode, signal: toSignal(signal)};
				resolve(ended);
				notify();
			});
		});
	});

	const describe = (): string => {
		const state = ended === undefined ? 'running' : `ended with code ${ended.code} ${ended.signal ?? ''}`;
		return `The program is ${state}. The screen:\n${frameScreen(emulator.screen(), screenModel.cols)}`;
	};

	const waitFor: Terminal['waitFor'] = (expected, {timeout = 40_000} = {}) =>
		new Promise((resolve, reject) => {
			const finish = (action: () => void) => {
				clearTimeout(timer);
				listeners.delete(check);
				action();
			};
			const fail = (why: string) =>
				finish(() => reject(new Error(`${why} while waiting for ${String(expected)}. ${describe()}`)));
			const check = () => {
				// Between the two marks of a synchronized update nothing is shown to anybody.
				const isHidden = screenModel.modes.synchronizedOutputMode && ended === undefined;
				if (!isHidden && isOnScreen(expected, emulator.screen())) finish(resolve);
				else if (ended !== undefined) fail('The program ended');
			};
			const timer = setTimeout(() => fail(`${timeout} ms went by`), timeout);
			listeners.add(check);
			check();
		});

	const waitForStable: Terminal['waitForStable'] = async ({quiet = 200, timeout = 40_000} = {}) => {
		const end = performance.now() + timeout;
		for (;;) {
			const rest = quiet - (performance.now() - lastOutput);
			if (rest <= 0 && unread === 0) return;
			if (performance.now() > end)
				throw new Error(`The output did not stop within ${timeout} ms. ${describe()}`);
			await new Promise(resolve => setTimeout(resolve, Math.max(rest, 5)));
		}
	};

	const terminal: Terminal = {
		pid: pty.pid,
		home,
		emulator,
		exit,
		type: send,
		async submit(text) {
			const before = chunks.length;
			send(text);
			await waitUntil(() => chunks.length > before, {describe});
			// Other output may have come first, and an enter in the same piece as the text would be a part of it.
			await waitFor(lines => withoutSpace(lines.join('')).includes(withoutSpace(text)));
			await waitForStable({quiet: 100});
			send('\r');
		},
		press(...keys) {
			for (const key of keys) send(keyBytes(key, screenModel.modes.applicationCursorKeysMode));
		},
		paste(text) {
			const sent = text.replace(/\r?\n/g, '\r');
			send(screenModel.modes.bracketedPasteMode ? `\u001b[200~${sent}\u001b[201~` : sent);
		},
		waitFor,
		waitForStable,
		screen: emulator.screen,
		scrollback: emulator.everything,
		resize(newCols, newRows) {
			screenModel.resize(newCols, newRows);
			if (ended === undefined) pty.resize(newCols, newRows);
		},
		raw: () => Buffer.concat(chunks).toString('utf8'),
		modes: () => readModes(emulator, device),
		kill(signal) {
			if (ended === undefined) process.kill(pty.pid, signal);
		},
		hangUp() {
			if (ended === undefined) destroy.call(pty);
		},
		onOutput(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async dispose() {
			open.delete(terminal);
			if (ended === undefined) {
				pty.kill('SIGKILL');
				await exit;
			}
			screenModel.dispose();
			home.remove();
		},
	};
	open.add(terminal);
	return terminal;
};
