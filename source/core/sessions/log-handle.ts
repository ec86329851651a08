import {constants} from 'node:fs';
import {open} from 'node:fs/promises';

/** The little of a file that a log needs. Passed in, so that a full disk can be rehearsed. */
export type LogHandle = {
	/** Appends, and says how many bytes were taken: possibly fewer than given. */
	readonly write: (bytes: Uint8Array) => Promise<number>;
	readonly read: (into: Uint8Array, position: number) => Promise<number>;
	readonly status: () => Promise<{readonly regular: boolean; readonly size: number; readonly mode: number}>;
	readonly makePrivate: () => Promise<void>;
	readonly truncate: (length: number) => Promise<void>;
	readonly sync: () => Promise<void>;
	readonly close: () => Promise<void>;
};

export type OpenLogHandle = (file: string) => Promise<LogHandle>;

export const openLogHandle: OpenLogHandle = async file => {
	const {O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK} = constants;
	// Without O_NONBLOCK a fifo in place of the file would hang the program. Windows has neither flag.
	const flags = O_RDWR | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
	const handle = await open(file, flags, 0o600);
	return {
		write: async bytes => (await handle.write(bytes, 0, bytes.length)).bytesWritten,
		read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
		status: async () => {
			const stat = await handle.stat();
			return {regular: stat.isFile(), size: stat.size, mode: stat.mode};
		},
		makePrivate: async () => handle.chmod(0o600),
		truncate: async length => handle.truncate(length),
		sync: async () => handle.datasync(),
		close: async () => handle.close(),
	};
};
