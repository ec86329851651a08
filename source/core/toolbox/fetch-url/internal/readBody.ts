import {pipeline, Readable} from 'node:stream';
import {createBrotliDecompress, createUnzip} from 'node:zlib';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';

/** The most that comes over the network, and the most that is kept of what was unpacked. */
const mostReceived = 8 * 1024 * 1024;
const mostKept = 2 * 1024 * 1024;

export type Body = {
	readonly bytes: Buffer;
	/** Whether more would have come. */
	readonly isCut: boolean;
};

const createUnpacker = (encoding: string) => {
	switch (encoding) {
		case 'gzip':
		case 'x-gzip':
		case 'deflate':
			return createUnzip();
		case 'br':
			return createBrotliDecompress();
		default:
			throw new McpToolError(
				`The page is packed as ${showName(encoding, 50)}, which fetch-url did not ask for and cannot read.`,
				'url',
			);
	}
};

async function* received(source: Readable): AsyncGenerator<Buffer> {
	let length = 0;
	for await (const chunk of source) {
		length += chunk.length;
		if (length > mostReceived) {
			throw new McpToolError(
				`The page is larger than ${mostReceived / 1024 / 1024} MiB, which is the most that fetch-url takes.`,
				'url',
			);
		}
		yield chunk;
	}
}

const unpacked = (source: Readable, encoding: string | undefined): AsyncIterable<Buffer> => {
	const name = encoding?.trim().toLowerCase() ?? '';
	if (name === '' || name === 'identity') return received(source);
	// Its error reaches whoever reads the last of them.
	return pipeline(Readable.from(received(source)), createUnpacker(name), () => {});
};

/** The beginning of a body, unpacked. What is packed is read only as far as it is needed. */
export const readBody = async (source: Readable, encoding: string | undefined): Promise<Body> => {
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of unpacked(source, encoding)) {
		chunks.push(chunk.subarray(0, mostKept - length));
		length += chunk.length;
		if (length > mostKept) return {bytes: Buffer.concat(chunks), isCut: true};
	}
	return {bytes: Buffer.concat(chunks), isCut: false};
};
