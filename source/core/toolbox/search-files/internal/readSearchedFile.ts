import type {FileHandle} from 'node:fs/promises';

export type SearchedFile =
	| {readonly type: 'read'; readonly bytes: Buffer}
	| {readonly type: 'binary' | 'large' | 'unreadable'};

const chunkSize = 64 * 1024;

/**
 * The bytes of a file that may be text. A zero byte is what no text has, and it comes early. Room is made for the size
 * that the system states, once; what is longer, because it grows or states none, gets more.
 */
export const readSearchedFile = async (
	handle: FileHandle,
	most: number,
	signal: AbortSignal,
): Promise<SearchedFile> => {
	const info = await handle.stat();
	// Something else may have taken its name since the folder was read.
	if (!info.isFile()) return {type: 'unreadable'};
	const isLarge = info.size > most;
	// One more byte than there should be tells whether it has ended.
	let bytes = Buffer.allocUnsafe(isLarge ? chunkSize : info.size + 1);
	let total = 0;
	for (;;) {
		signal.throwIfAborted();
		if (total === bytes.length) bytes = Buffer.concat([bytes], 2 * total + chunkSize);
		const length = Math.min(chunkSize, bytes.length - total);
		const {bytesRead} = await handle.read(bytes, total, length, total);
		if (bytesRead === 0) return {type: 'read', bytes: bytes.subarray(0, total)};
		if (bytes.subarray(total, total + bytesRead).includes(0)) return {type: 'binary'};
		total += bytesRead;
		if (isLarge || total > most) return {type: 'large'};
	}
};
