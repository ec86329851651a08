import {spawn} from 'node:child_process';
import type {Schedule} from '../../domain/ports.ts';
import {type AskedMode, askedModes, plainSequence, takingBack} from './terminal-modes.ts';

export type TerminalOutput = NodeJS.WriteStream & {readonly fd: number};

const forShell = (sequence: string): string => sequence.replaceAll('\u001B', '\\033');

const noteModes = askedModes
	.map(mode => `+${mode}) ${mode}='${forShell(takingBack[mode])}' ;;\n\t\t-${mode}) ${mode}= ;;`)
	.join('\n\t\t');

/**
 * Waits for our end of the pipe to close. If we said goodbye first, all is well. If not, we were killed
 * with no chance to act: what raw mode took away is given back, unless a shell has done so already
 * (only raw mode turns signals off, so `-isig` tells). What is left of the frame below the cursor goes; the
 * shell may have written its prompt by now, so nothing else is touched. A prompt that went to the alternate
 * screen is lost with it, so there something is said.
 */
const script = `
trap '' HUP INT TERM QUIT
${askedModes.map(mode => `${mode}=`).join('\n')}
while read -r line; do
	case $line in
		bye) exit 0 ;;
		${noteModes}
	esac
done
case $(stty -a <&3) in
	*-isig*) stty icanon echo isig iexten icrnl brkint ixon opost <&3 ;;
esac
said=
[ -z "$alternate" ] || said='mcp-tui was killed. Press enter for the prompt.\\n'
printf '%b' "${askedModes.map(mode => `$${mode}`).join('')}${forShell(plainSequence)}\\033[J$said" >&3
`;

export type TerminalGuard = {
	/** The terminal was asked for something, or is about to be; or that was taken back. */
	readonly tell: (mode: AskedMode, isAsked: boolean) => void;
	/** We leave by ourselves and have cleaned up. */
	readonly dismiss: () => void;
};

const spawnGuard = (stdout: TerminalOutput) => {
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
	return child.stdin;
};

/**
 * Looks after the terminal from outside, because after SIGKILL nobody else can. To start it takes longer than to draw
 * the first frame, so that one comes first.
 */
export const startTerminalGuard = (stdout: TerminalOutput, schedule: Schedule): TerminalGuard => {
	if (process.platform === 'win32') {
		return {tell: () => undefined, dismiss: () => undefined};
	}
	let told = '';
	let pipe: ReturnType<typeof spawnGuard> | undefined;
	const cancel = schedule(() => {
		pipe = spawnGuard(stdout);
		pipe?.write(told);
	}, 0);
	return {
		tell(mode, isAsked) {
			const line = `${isAsked ? '+' : '-'}${mode}\n`;
			told += pipe === undefined ? line : '';
			pipe?.write(line);
		},
		dismiss() {
			cancel();
			pipe?.end('bye\n');
		},
	};
};
