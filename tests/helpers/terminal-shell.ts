import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {descendantsOf} from './processes.ts';
import {programNode} from './program-node.ts';
import {builtProgram, startTerminal, type Terminal, type TerminalOptions} from './terminal.ts';
import {waitUntil} from './wait-until.ts';

const prompt = 'shell> ';

export type ShellTerminal = Omit<Terminal, 'kill'> & {
	/** Types the program's name and these arguments at the prompt. */
	readonly run: (...args: readonly string[]) => void;
	/** Waits until the prompt is back under the last line of output. */
	readonly waitForPrompt: (options?: {readonly timeout?: number}) => Promise<void>;
	/** The process id of the program, as soon as the shell has started it. */
	readonly programPid: () => Promise<number>;
	/** Sends a signal to the program, not to the shell. */
	readonly killProgram: (signal: NodeJS.Signals) => Promise<void>;
};

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const isAtPrompt = (lines: readonly string[]): boolean =>
	lines.findLast(line => line !== '')?.trimEnd() === prompt.trimEnd();

/**
 * An interactive `sh` in a pseudo-terminal, in which `program` runs the program: what was there before it,
 * the prompt after it and the state of the terminal in between can be looked at. This shell edits no lines
 * and mends no terminal settings, so what a program leaves behind stays visible.
 */
export const startShell = async (options: TerminalOptions = {}): Promise<ShellTerminal> => {
	const {command = [programNode, builtProgram], args = [], ...rest} = options;
	const programLine = [...command, ...args].map(quote).join(' ');
	const terminal = startTerminal({
		...rest,
		command: ['sh', '-i'],
		env: {...options.env, ENV: '$HOME/.shell-start'},
		prepare(home) {
			options.prepare?.(home);
			const lines = [`PS1=${quote(prompt)}`, `program() { ${programLine} "$@"; }`, ''];
			writeFileSync(path.join(home.folder, '.shell-start'), lines.join('\n'));
		},
	});

	const waitForPrompt: ShellTerminal['waitForPrompt'] = waitOptions =>
		terminal.waitFor(isAtPrompt, waitOptions);
	const programPid = async (): Promise<number> => {
		let pid: number | undefined;
		await waitUntil(() => {
			pid = descendantsOf(terminal.pid).find(({parent}) => parent === terminal.pid)?.pid;
			return pid !== undefined;
		});
		return pid ?? 0;
	};
	await waitForPrompt();

	return {
		...terminal,
		run: (...runArguments) => terminal.type(`${['program', ...runArguments.map(quote)].join(' ')}\r`),
		waitForPrompt,
		programPid,
		async killProgram(signal) {
			process.kill(await programPid(), signal);
		},
	};
};
