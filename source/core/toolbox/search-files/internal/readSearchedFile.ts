import type {FileHandle} from 'node:fs/promises';
import {readChunks} from '../../shared/readChunks.ts';

export type SearchedFile =
	| {readonly type: 'read'; readonly bytes: Buffer}
	| {readonly type: 'binary' | 'large' | 'unreadable'};

/** The bytes of a file that may be text. A zero byte is what no text has, and it comes early. */
export const readSearchedFile = async (
	handle: FileHandle,
	most: number,
	signal: AbortSignal,
): Promise<SearchedFile> => {
	const info = await handle.stat();
	// Something else may have taken its name since the folder was read.
	if (!info.isFile()) return {type: 'unreadable'};
	const isLarge = info.size > most;
	const chunks: Buffer[] = [];
	let total = 0;
	for await (const chunk of readChunks(handle, signal)) {
		if (chunk.includes(0)) return {type: 'binary'};
		total += chunk.length;
		if (isLarge || total > most) return {type: 'large'};
		chunks.push(chunk);
	}
	return {type: 'read', bytes: Buffer.concat(chunks)};
};
