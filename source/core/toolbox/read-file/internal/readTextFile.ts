import type {FileHandle} from 'node:fs/promises';
import {McpToolError} from '../../shared/McpToolError.ts';
import {readChunks} from '../../shared/readChunks.ts';
import {showName} from '../../shared/showName.ts';

const largestFile = 10 * 1024 * 1024;

const readBounded = async (handle: FileHandle, given: string, signal: AbortSignal): Promise<Buffer> => {
	const chunks: Buffer[] = [];
	let total = 0;
	for await (const chunk of readChunks(handle, signal)) {
		total += chunk.length;
		if (total > largestFile) throw tooLarge(given);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
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
