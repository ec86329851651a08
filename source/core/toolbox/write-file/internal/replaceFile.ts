import {randomUUID} from 'node:crypto';
import {constants, type Stats} from 'node:fs';
import {access, lstat, rename, unlink} from 'node:fs/promises';
import type {GrantedFolders, Place} from '../../shared/createGrantedFolders.ts';
import {fileErrorCode} from '../../shared/describeFileError.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';

type Replacement = {
	readonly folders: GrantedFolders;
	readonly place: Place;
	/** A folder opened with `withFolder`. */
	readonly anchor: string;
	readonly name: string;
	readonly content: string;
};

const findExisting = async (file: string, given: string): Promise<Stats | undefined> => {
	const info = await lstat(file).catch((error: unknown) => {
		if (fileErrorCode(error) === 'ENOENT') return undefined;
		throw error;
	});
	if (info === undefined) return undefined;
	if (info.isDirectory())
		throw new McpToolError(`${showName(given)} is a folder; name a file in it.`, 'path');
	if (!info.isFile()) {
		throw new McpToolError(`${showName(given)} is not an ordinary file and is left alone.`, 'path');
	}
	// Replacing a name needs no permission on the file itself, so a read-only file has to be asked for.
	await access(file, constants.W_OK);
	return info;
};

/**
 * Writes beside the file and renames over it: a reader sees the old or the new content, a full disk
 * destroys nothing, and other names of the same file (hard links) keep their content.
 */
export const replaceFile = async (
	{folders, place, anchor, name, content}: Replacement,
	signal: AbortSignal,
): Promise<{readonly created: boolean}> => {
	const target = `${anchor}/${name}`;
	const existing = await findExisting(target, place.given);
	const temporary = `${anchor}/.mcp-tui-${randomUUID()}.tmp`;
	const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
	const handle = await folders.openFile(place, temporary, flags, 0o666);
	try {
		try {
			if (existing !== undefined) await handle.chmod(existing.mode & 0o777);
			await handle.writeFile(content);
			await handle.sync();
		} finally {
			await handle.close();
		}
		signal.throwIfAborted();
		await rename(temporary, target);
	} catch (error) {
		// The write failed already; a leftover that cannot be removed is no news beside that.
		await unlink(temporary).catch(() => undefined);
		throw error;
	}
	return {created: existing === undefined};
};
