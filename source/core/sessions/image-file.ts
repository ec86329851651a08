import {Buffer} from 'node:buffer';
import {createHash} from 'node:crypto';
import {lstat, unlink} from 'node:fs/promises';
import {join} from 'node:path';
import type {ToolContent} from '../../domain/tool.ts';
import {makeFolder, openNewFile, writeBytes} from './result-file.ts';
import {systemCode} from './session-error.ts';

/** What a file is shows in its first bytes; what a server says that it is would name files for us. */
const kinds: readonly (readonly [extension: string, beginning: RegExp])[] = [
	['png', /^\u0089PNG/],
	['jpg', /^\u00FF\u00D8\u00FF/],
	['gif', /^GIF8/],
	['webp', /^RIFF.{4}WEBP/s],
	['bmp', /^BM/],
	['svg', /^\s*<(?:svg|\?xml)/i],
];

const extensionOf = (bytes: Buffer): string => {
	const beginning = bytes.toString('latin1', 0, 32);
	return kinds.find(([, pattern]) => pattern.test(beginning))?.[0] ?? 'bin';
};

const save = async (path: string, bytes: Buffer): Promise<void> => {
	const file = await openNewFile(path);
	try {
		await writeBytes(file, bytes).finally(file.close);
	} catch (error) {
		await unlink(path).catch(() => undefined);
		throw error;
	}
};

/**
 * Puts an image into a file that only its owner can read, and gives its path. The name comes from the content: the
 * same image has the same file, also when a session is resumed. Undefined where it could not be saved.
 */
export const saveImage = async (
	folder: string,
	image: ToolContent & {readonly type: 'image'},
): Promise<string | undefined> => {
	const bytes = Buffer.from(image.data, 'base64');
	const name = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
	const path = join(folder, `image-${name}.${extensionOf(bytes)}`);
	try {
		await makeFolder(folder);
		try {
			await save(path, bytes);
		} catch (error) {
			if (systemCode(error) !== 'EEXIST') throw error;
			const found = await lstat(path);
			if (!found.isFile()) return undefined;
			// Half a file is left where the program was ended while it wrote.
			if (found.size !== bytes.length) {
				await unlink(path);
				await save(path, bytes);
			}
		}
		return path;
	} catch {
		return undefined;
	}
};
