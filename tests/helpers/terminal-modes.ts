import {execFileSync} from 'node:child_process';
import type {Emulator} from './terminal-emulator.ts';

export type TtyState = {
	/** Whole lines reach the program (cooked mode). */
	readonly canonical: boolean;
	readonly echo: boolean;
	/** Ctrl+C becomes a signal. */
	readonly signals: boolean;
};

export type TerminalModes = {
	readonly bracketedPaste: boolean;
	readonly alternateScreen: boolean;
	readonly cursorVisible: boolean;
	readonly mouse: boolean;
	readonly focusReports: boolean;
	readonly synchronizedOutput: boolean;
	readonly kittyKeyboard: boolean;
	readonly applicationCursorKeys: boolean;
	/** Undefined when nothing holds the tty any more. */
	readonly tty: TtyState | undefined;
};

/** What a shell expects to find after a program has ended. */
export const restoredModes: TerminalModes = {
	bracketedPaste: false,
	alternateScreen: false,
	cursorVisible: true,
	mouse: false,
	focusReports: false,
	synchronizedOutput: false,
	kittyKeyboard: false,
	applicationCursorKeys: false,
	tty: {canonical: true, echo: true, signals: true},
};

const readTty = (device: string): TtyState | undefined => {
	let text: string;
	try {
		text = execFileSync('sh', ['-c', 'stty -a < "$1"', 'sh', device], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
	} catch {
		// The device went away with its last user.
		return undefined;
	}
	const words = new Set(text.split(/[\s;]+/));
	return {canonical: words.has('icanon'), echo: words.has('echo'), signals: words.has('isig')};
};

export const readModes = (
	{terminal, isCursorVisible, isKittyKeyboardOn}: Emulator,
	device: string,
): TerminalModes => ({
	bracketedPaste: terminal.modes.bracketedPasteMode,
	alternateScreen: terminal.buffer.active.type === 'alternate',
	cursorVisible: isCursorVisible(),
	mouse: terminal.modes.mouseTrackingMode !== 'none',
	focusReports: terminal.modes.sendFocusMode,
	synchronizedOutput: terminal.modes.synchronizedOutputMode,
	kittyKeyboard: isKittyKeyboardOn(),
	applicationCursorKeys: terminal.modes.applicationCursorKeysMode,
	tty: readTty(device),
});
