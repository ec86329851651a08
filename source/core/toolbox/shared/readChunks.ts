import type {FileHandle} from 'node:fs/promises';

const chunkSize = 64 * 1024;

/** Reads to the end and not to the size the system states: files grow, and some state none. */
export async function* readChunks(handle: FileHandle, signal: AbortSignal): AsyncGenerator<Buffer, void> {
	for (let position = 0; ; ) {
		signal.throwIfAborted();
		const {bytesRead, buffer} = await handle.read(Buffer.alloc(chunkSize), 0, chunkSize, position);
		if (bytesRead === 0) return;
		position += bytesRead;
		yield buffer.subarray(0, bytesRead);
	}
}
