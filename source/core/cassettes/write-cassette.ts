import {constants} from 'node:fs';
import {open} from 'node:fs/promises';
import {describeError, type Failure, toFailure} from '../../domain/failure.ts';
import {
	type CassetteHeader,
	type CassetteRecord,
	cassetteFormat,
	largestFile,
	longestLine,
} from './cassette-record.ts';

/** The little of a file that a cassette needs. Passed in, so that a full disk can be rehearsed. */
export type CassetteHandle = {
	readonly status: () => Promise<{readonly isRegular: boolean; readonly size: number; readonly mode: number}>;
	readonly makePrivate: () => Promise<void>;
	/** Appends, and says how many bytes were taken. */
	readonly write: (bytes: Uint8Array) => Promise<number>;
	readonly truncate: (length: number) => Promise<void>;
	readonly close: () => Promise<void>;
};

type OpenCassetteHandle = (file: string) => Promise<CassetteHandle>;

/** A record without the time, which the writer knows. */
type Happening = CassetteRecord extends infer Each
	? Each extends CassetteRecord
		? Omit<Each, 'at'>
		: never
	: never;

export type CassetteWriter = {
	readonly file: string;
	/** Milliseconds since the beginning of the recording. */
	readonly elapsed: () => number;
	/**
	 * What happened now, or at another time. Nothing here throws: what cannot be written ends the recording, and its
	 * listener is told.
	 */
	readonly append: (happening: Happening, at?: number) => void;
	/** Who hears that the recording has ended before its time; told at once if that was before. */
	readonly listen: (onTrouble: (failure: Failure) => void) => void;
	/** Resolves when everything is written, or cannot be. */
	readonly close: () => Promise<void>;
};

export type WriterOptions = {
	readonly file: string;
	/** `mcp-tui 1.0.0` */
	readonly program: string;
	readonly now: () => number;
	/** Milliseconds that no change of the clock touches. */
	readonly elapsed: () => number;
	/** Takes secrets out of plain data. */
	readonly clean: <Value>(value: Value) => Value;
	readonly openHandle?: OpenCassetteHandle;
};

export type OpenedWriter =
	| {readonly type: 'opened'; readonly writer: CassetteWriter}
	| {readonly type: 'refused'; readonly failure: Failure};

const openFile: OpenCassetteHandle = async file => {
	const {O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK} = constants;
	const flags = O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
	const handle = await open(file, flags, 0o600);
	return {
		status: async () => {
			const status = await handle.stat();
			return {isRegular: status.isFile(), size: status.size, mode: status.mode};
		},
		makePrivate: () => handle.chmod(0o600),
		write: async bytes => (await handle.write(bytes, 0, bytes.length)).bytesWritten,
		truncate: length => handle.truncate(length),
		close: () => handle.close(),
	};
};

const refuse = (message: string, hint: string): OpenedWriter => ({
	type: 'refused',
	failure: {code: 'cannot-record', message, hint},
});

/** A line is whole or not there: half of one in the middle would cost the one after it, too. */
const writeWhole = async (handle: CassetteHandle, bytes: Uint8Array): Promise<void> => {
	for (let done = 0; done < bytes.length; ) {
		const taken = await handle.write(bytes.subarray(done));
		if (taken <= 0) throw new Error('the disk takes no more');
		done += taken;
	}
};

const startWriting = (handle: CassetteHandle, options: WriterOptions): CassetteWriter => {
	const {file, clean} = options;
	const begin = options.elapsed();
	const elapsed = (): number => Math.max(0, Math.round(options.elapsed() - begin));
	let waiting: string[] = [];
	let length = 0;
	/** With what is not yet written. */
	let size = 0;
	let isFull = false;
	let writing: Promise<void> | undefined;
	let trouble: Failure | undefined;
	let isClosed = false;
	let listener: ((failure: Failure) => void) | undefined;

	const stop = async (error: unknown): Promise<void> => {
		const message = `The recording has stopped: ${describeError(error)}. What follows is not in ${file}.`;
		trouble = toFailure('recording-stopped', message, 'What was recorded before can be played.');
		waiting = [];
		try {
			await handle.truncate(length);
		} catch {
			// A reader passes over half a line at the end.
		}
		listener?.(trouble);
	};

	const drain = async (): Promise<void> => {
		while (waiting.length > 0 && trouble === undefined) {
			const bytes = Buffer.from(waiting.join(''));
			waiting = [];
			try {
				await writeWhole(handle, bytes);
				length += bytes.length;
			} catch (error) {
				await stop(error);
			}
		}
		if (isFull && trouble === undefined)
			await stop(new Error('it is as large as a cassette may be (64 MiB)'));
		writing = undefined;
	};

	/** Comes with the first line: a run that comes to nothing leaves an empty file, which the next may use. */
	let header: CassetteHeader | undefined = {
		type: 'cassette',
		format: cassetteFormat,
		program: options.program,
		recordedAt: new Date(options.now()).toISOString(),
	};

	const push = (line: string): void => {
		const text = `${header === undefined ? '' : `${JSON.stringify(header)}\n`}${line}\n`;
		size += Buffer.byteLength(text);
		if (size > largestFile) {
			isFull = true;
		} else {
			header = undefined;
			waiting.push(text);
		}
		writing ??= drain();
	};

	const lineOf = (happening: Happening, at: number): string => {
		const {type, ...rest} = clean(happening);
		const line = JSON.stringify({type, at, ...rest});
		if (Buffer.byteLength(line) <= longestLine) return line;
		// What asks for it when it is played is told that it is not there.
		return JSON.stringify({type: 'left-out', at, what: type, characters: line.length});
	};

	return {
		file,
		elapsed,
		append: (happening, at = elapsed()) => {
			if (isClosed || isFull || trouble !== undefined) return;
			try {
				push(lineOf(happening, at));
			} catch {
				// Nested too deep to be written, for one. It goes its way all the same.
				push(JSON.stringify({type: 'left-out', at, what: happening.type}));
			}
		},
		listen: onTrouble => {
			listener = onTrouble;
			if (trouble !== undefined) onTrouble(trouble);
		},
		close: async () => {
			isClosed = true;
			await writing;
			try {
				await handle.close();
			} catch {
				// Everything that could be written has been.
			}
		},
	};
};

/** Begins a cassette. What is in a file already is never overwritten. */
export const openCassetteWriter = async (options: WriterOptions): Promise<OpenedWriter> => {
	const {file, openHandle = openFile} = options;
	let handle: CassetteHandle | undefined;
	try {
		handle = await openHandle(file);
		const {isRegular, size, mode} = await handle.status();
		if (isRegular && size === 0) {
			if ((mode & 0o077) !== 0) await handle.makePrivate();
			return {type: 'opened', writer: startWriting(handle, options)};
		}
		await handle.close();
		return isRegular
			? refuse(
					`${file} is there already, and --record overwrites nothing.`,
					'Name another file, or delete it first.',
				)
			: refuse(`Cannot record into ${file}: it is not a regular file.`, 'Name another file.');
	} catch (error) {
		await handle?.close();
		return refuse(`Cannot record into ${file}: ${describeError(error)}`, 'Name a file that can be written.');
	}
};
