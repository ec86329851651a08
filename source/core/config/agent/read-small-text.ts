import {constants} from 'node:fs';
import {open} from 'node:fs/promises';

const maxBytes = 1024 * 1024;

/** The text of an ordinary file of UTF-8. Rejects with a sentence, or with the error of the system. */
export const readSmallText = async (path: string): Promise<string> => {
	// A pipe without a writer would wait for ever. Windows has no such flag.
	const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const facts = await file.stat();
		if (!facts.isFile()) throw new Error('it is not an ordinary file');
		if (facts.size > maxBytes) throw new Error('it is larger than 1 MiB');
		const bytes = await file.readFile();
		if (bytes.length > maxBytes) throw new Error('it is larger than 1 MiB');
		return bytes.toString('utf8');
	} finally {
		await file.close();
	}
};
