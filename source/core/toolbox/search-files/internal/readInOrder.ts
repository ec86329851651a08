import type {FileHandle} from 'node:fs/promises';
import {readSearchedFile, type SearchedFile} from './readSearchedFile.ts';
import type {SearchLimits} from './searchLimits.ts';
import type {WalkEnd, WalkedFile} from './walkFiles.ts';

type Reading = {
	readonly limits: Pick<SearchLimits, 'bytesOfFile' | 'bytesAtOnce'>;
	/** Asked before anything is read. */
	readonly whyStop: () => WalkEnd | undefined;
	readonly take: (content: SearchedFile, file: WalkedFile) => Promise<WalkEnd | undefined>;
};

type OpenedFile = {readonly file: WalkedFile; readonly handle?: FileHandle; readonly size: number};

const openFile = async (file: WalkedFile): Promise<OpenedFile> => {
	let handle: FileHandle | undefined;
	try {
		handle = await file.open();
		return {file, handle, size: (await handle.stat()).size};
	} catch {
		// It is counted as unreadable when its turn comes.
		await handle?.close();
		return {file, size: 0};
	}
};

/** Reads a few files at once and takes them in their order, holding no more of them than the limit, or one file. */
export const readInOrder = async (
	files: readonly WalkedFile[],
	{limits, whyStop, take}: Reading,
	signal: AbortSignal,
): Promise<WalkEnd | undefined> => {
	const opened = await Promise.all(files.map(openFile));

	const read = async ({handle}: OpenedFile): Promise<SearchedFile> => {
		try {
			if (handle !== undefined) return await readSearchedFile(handle, limits.bytesOfFile, signal);
		} catch {
			signal.throwIfAborted();
		}
		return {type: 'unreadable'};
	};

	/** What is too large is not read. */
	const heldOf = ({size}: OpenedFile): number => (size > limits.bytesOfFile ? 0 : size);

	const endOfGroup = (start: number): number => {
		let held = 0;
		const end = opened.findIndex((file, index) => {
			if (index < start) return false;
			held += heldOf(file);
			return index > start && held > limits.bytesAtOnce;
		});
		return end === -1 ? opened.length : end;
	};

	try {
		for (let start = 0; start < opened.length; ) {
			const stop = whyStop();
			if (stop !== undefined) return stop;
			const group = opened.slice(start, endOfGroup(start));
			const contents = await Promise.all(group.map(read));
			for (const [index, {file}] of group.entries()) {
				const end = await take(contents[index] ?? {type: 'unreadable'}, file);
				if (end !== undefined) return end;
			}
			start += group.length;
		}
		return undefined;
	} finally {
		await Promise.all(opened.map(({handle}) => handle?.close()));
	}
};
