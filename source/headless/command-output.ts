import type {Failure} from '../domain/failure.ts';
import {sanitise} from '../support/sanitise.ts';

export type OutputStream = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

export const commandExitCodes = {ok: 0, failed: 1, approvalNeeded: 2, badInput: 42} as const;

/** What a command writes: its result to stdout, everything else to stderr. */
export type CommandOutput = {
	readonly isJson: boolean;
	/** Whether a person watches what goes to stderr. */
	readonly isWatched: boolean;
	/** How wide the window is that shows the result; absent where something else than a window gets it. */
	readonly columns?: number;
	/** A line of the result. */
	readonly print: (text: string) => void;
	readonly printJson: (value: unknown) => void;
	/** A line beside the result. */
	readonly say: (text: string) => void;
	/** Overwrites the last `show` where somebody watches; nothing otherwise. */
	readonly show: (text: string) => void;
	/** What is wrong, beside the result. */
	readonly complain: (failure: Failure) => void;
	/** The command did not do what it was asked to. */
	readonly fail: (failure: Failure) => number;
	/** The command was asked for something that cannot be. */
	readonly refuse: (failure: Failure) => number;
};

const sentences = ({message, hint}: Failure): string =>
	hint === undefined ? message : `${message}\n${hint}`;

/** A pipe gets the bytes as they are; a terminal must not obey them. */
const write = (stream: OutputStream, text: string): void => {
	stream.write(stream.isTTY === true ? sanitise(text) : text);
};

const inLine = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

const eraseLine = '\r\x1b[K';

export const createCommandOutput = (
	streams: {readonly stdout: OutputStream; readonly stderr: OutputStream},
	isJson: boolean,
	/** How wide the terminal is. */
	columns = 80,
): CommandOutput => {
	const {stdout, stderr} = streams;
	let isShowing = false;

	const clear = (): void => {
		if (isShowing) {
			stderr.write(eraseLine);
			isShowing = false;
		}
	};

	const print = (text: string): void => {
		clear();
		write(stdout, inLine(text));
	};
	const printJson = (value: unknown): void => print(JSON.stringify(value, undefined, 2));
	const say = (text: string): void => {
		clear();
		write(stderr, inLine(text));
	};
	const complain = (failure: Failure): void => say(sentences(failure));
	const end = (failure: Failure, code: number): number => {
		if (isJson) {
			printJson({error: failure});
		}
		complain(failure);
		return code;
	};

	return {
		isJson,
		isWatched: stderr.isTTY === true,
		...(stdout.isTTY === true ? {columns} : {}),
		print,
		printJson,
		say,
		show(text) {
			clear();
			const line = sanitise(text)
				.replaceAll('\n', ' ')
				.slice(0, Math.max(0, columns - 1));
			if (stderr.isTTY === true && line !== '') {
				stderr.write(line);
				isShowing = true;
			}
		},
		complain,
		fail: failure => end(failure, commandExitCodes.failed),
		refuse: failure => end(failure, commandExitCodes.badInput),
	};
};
