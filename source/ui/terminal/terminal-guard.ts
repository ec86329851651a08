import {spawn} from 'node:child_process';
import {writeSync} from 'node:fs';

export type TerminalOutput = NodeJS.WriteStream & {readonly fd: number};

/** Cursor shown, bracketed paste and synchronised output off, no attributes. */
const restoreSequence = '\u001B[?25h\u001B[?2004l\u001B[?2026l\u001B[0m';
/** Takes back the keyboard protocol that Ink asked for; only what was pushed may be popped. */
const popKeyboard = '\u001B[<u';

const forShell = (sequence: string): string => sequence.replaceAll('\u001B', '\\033');

/** Puts the terminal back at once, for the paths on which nothing asynchronous runs any more. */
export const restoreTerminal = (stdin: NodeJS.ReadStream, stdout: TerminalOutput): void => {
	try {
		stdin.setRawMode(false);
		writeSync(stdout.fd, restoreSequence);
	} catch {
		// The terminal is gone; there is nothing to restore.
	}
};

/**
 * Waits for our end of the pipe to close. If we said goodbye first, all is well. If not, we were killed
 * with no chance to act: what raw mode took away is given back, unless a shell has done so already
 * (only raw mode turns signals off, so `-isig` tells). What is left of the frame below the cursor goes; the
 * shell may have written its prompt by now, so nothing else is touched.
 */
const script = `
trap '' HUP INT TERM QUIT
keyboard=
while read -r line; do
	case $line in
		bye) exit 0 ;;
		keyboard) keyboard='${forShell(popKeyboard)}' ;;
	esac
done
case $(stty -a <&3) in
	*-isig*) stty icanon echo isig iexten icrnl brkint ixon opost <&3 ;;
esac
printf '%b' "$keyboard${forShell(restoreSequence)}\\033[J" >&3
`;

export type TerminalGuard = {
	/** The terminal was asked for its extended keyboard protocol. */
	readonly keyboardPushed: () => void;
	/** We leave by ourselves and have cleaned up. */
	readonly dismiss: () => void;
};

/** Looks after the terminal from outside, because after SIGKILL nobody else can. */
export const startTerminalGuard = (stdout: TerminalOutput): TerminalGuard => {
	if (process.platform === 'win32') {
		return {keyboardPushed: () => undefined, dismiss: () => undefined};
	}
	const child = spawn('/bin/sh', ['-c', script], {
		detached: true,
		stdio: ['pipe', 'ignore', 'ignore', stdout.fd],
		env: {PATH: process.env.PATH ?? '/usr/bin:/bin'},
	});
	// Without a shell there is no guard, and everything else works.
	child.on('error', () => undefined);
	child.stdin?.on('error', () => undefined);
	child.unref();
	// A pipe to a child is a socket, which its type does not tell.
	(child.stdin as unknown as {unref?: () => void} | null)?.unref?.();
	return {
		keyboardPushed: () => {
			child.stdin?.write('keyboard\n');
		},
		dismiss: () => {
			child.stdin?.end('bye\n');
		},
	};
};
