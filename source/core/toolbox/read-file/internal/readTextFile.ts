import type {FileHandle} from 'node:fs/promises';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';

const largestFile = 10 * 1024 * 1024;

const chunkSize = 64 * 1024;

/** Reads to the end and not to the size the system states: files grow, and some state none. */
const readBounded = async (handle: FileHandle, given: string, signal: AbortSignal): Promise<Buffer> => {
	const chunks: Buffer[] = [];
	for (let total = 0; ; ) {
		signal.throwIfAborted();
		const {bytesRead, buffer} = await handle.read(Buffer.alloc(chunkSize), 0, chunkSize, total);
		if (bytesRead === 0) return Buffer.concat(chunks);
		total += bytesRead;
		if (total > largestFile) throw tooLarge(given);
		chunks.push(buffer.subarray(0, bytesRead));
	}
};

const tooLarge = (given: string): McpToolError =>
	new McpToolError(
		`${showName(given)} is larger than ${largestFile / 1024 / 1024} MiB, which is the most that read-file reads.`,
		'path',
	);

const decode = (bytes: Buffer, given: string): string => {
	if (!bytes.includes(0)) {
		try {
			return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
		} catch {
			// Not UTF-8: falls through to the refusal that it shares with binary files.
		}
	}
	throw new McpToolError(
		`${showName(given)} is not a text file (${bytes.length} bytes, binary or not UTF-8); read-file reads text only.`,
		'path',
	);
};

export const readTextFile = async (
	handle: FileHandle,
	given: string,
	signal: AbortSignal,
): Promise<string> => {
	const info = await handle.stat();
	if (info.isDirectory()) {
		throw new McpToolError(
			`${showName(given)} is a folder; use list-directory to see what is in it.`,
			'path',
		);
	}
	if (!info.isFile()) throw new McpToolError(`${showName(given)} is not an ordinary file.`, 'path');
	if (info.size > largestFile) throw tooLarge(given);
	return decode(await readBounded(handle, given, signal), given);
};
