import {createRequire} from 'node:module';
import type {Terminal} from '@xterm/headless';

// Its CommonJS build hides its names from an import statement, and Node does not find the other one.
const xterm = createRequire(import.meta.url)('@xterm/headless') as typeof import('@xterm/headless');

const scrollbackLines = 10_000;

export type Emulator = {
	readonly terminal: Terminal;
	/** The lines a person sees, without trailing blanks. */
	readonly screen: () => string[];
	/** Every line, from the oldest in the scrollback to the bottom of the screen. */
	readonly everything: () => string[];
	/** Like `everything`, with lines that the terminal wrapped joined again. */
	readonly logicalLines: () => string[];
	readonly isCursorVisible: () => boolean;
	readonly isKittyKeyboardOn: () => boolean;
};

const readLines = (terminal: Terminal, from: number, to: number): string[] => {
	const buffer = terminal.buffer.active;
	return Array.from(
		{length: to - from},
		(_, index) => buffer.getLine(from + index)?.translateToString(true) ?? '',
	);
};

const joinWrapped = (terminal: Terminal): string[] => {
	const buffer = terminal.buffer.active;
	const lines: string[] = [];
	for (let index = 0; index < buffer.length; index++) {
		const line = buffer.getLine(index);
		const continues = buffer.getLine(index + 1)?.isWrapped === true;
		const text = line?.translateToString(!continues) ?? '';
		if (line?.isWrapped) lines.push(`${lines.pop() ?? ''}${text}`);
		else lines.push(text);
	}
	return lines;
};

export const createEmulator = (cols: number, rows: number): Emulator => {
	const terminal = new xterm.Terminal({
		cols,
		rows,
		scrollback: scrollbackLines,
		allowProposedApi: true,
		// A terminal does not tell anybody about bytes it cannot read either.
		logLevel: 'off',
	});
	let isCursorVisible = true;
	let kittyDepth = 0;

	// The emulator does not tell these two; every handler lets the emulator do its own work as well.
	const watchCursor = (visible: boolean) => (parameters: (number | number[])[]) => {
		if (parameters.includes(25)) isCursorVisible = visible;
		return false;
	};
	terminal.parser.registerCsiHandler({prefix: '?', final: 'h'}, watchCursor(true));
	terminal.parser.registerCsiHandler({prefix: '?', final: 'l'}, watchCursor(false));
	terminal.parser.registerEscHandler({final: 'c'}, () => {
		isCursorVisible = true;
		kittyDepth = 0;
		return false;
	});
	terminal.parser.registerCsiHandler({prefix: '>', final: 'u'}, () => {
		kittyDepth++;
		return false;
	});
	terminal.parser.registerCsiHandler({prefix: '<', final: 'u'}, ([count]) => {
		kittyDepth = Math.max(0, kittyDepth - (typeof count === 'number' && count > 0 ? count : 1));
		return false;
	});

	return {
		terminal,
		screen() {
			const top = terminal.buffer.active.baseY;
			return readLines(terminal, top, top + terminal.rows);
		},
		everything: () => readLines(terminal, 0, terminal.buffer.active.length),
		logicalLines: () => joinWrapped(terminal),
		isCursorVisible: () => isCursorVisible,
		isKittyKeyboardOn: () => kittyDepth > 0,
	};
};
