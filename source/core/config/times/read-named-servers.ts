import {createHash} from 'node:crypto';
import {readFile, realpath, stat} from 'node:fs/promises';
import {resolve} from 'node:path';
import type {NamedServers} from '../../../domain/server-times.ts';
import {canonicalJson} from '../../../support/canonical-json.ts';
import {isAbsent} from '../change-store.ts';
import {parseConfigText} from '../config-text.ts';
import {readFileInside} from '../file-inside.ts';
import {projectFilesIn} from '../project/project-paths.ts';
import {whyTooLarge} from '../project/too-large.ts';
import {writtenServers} from '../written-servers.ts';

type NamingFiles = {
	/** The user's own, and those that they named. */
	readonly files: readonly string[];
	/** The folder whose files anybody may have filled. */
	readonly project?: string;
};

const printLength = 22;

/** Changes with any member of the entry, however deep; not with the order of its keys. */
export const entryPrint = (entry: unknown): string =>
	createHash('sha256').update(canonicalJson(entry)).digest('base64url').slice(0, printLength);

/** What a file without a word in it names, or one that is not there. */
const nobody: NamedServers['prints'] = new Map();

/** Undefined where the text cannot be understood: nobody knows then what it was meant to name. */
const printsIn = (file: string, content: string): NamedServers['prints'] | undefined => {
	const text = parseConfigText(file, content);
	return text.syntaxErrors.length > 0
		? undefined
		: new Map([...writtenServers(text)].map(([name, {entry}]) => [name, entryPrint(entry)]));
};

/** A pipe, such as the shell makes of `<(...)`, can be read only once, and that was done. */
const readOwn = async (file: string): Promise<NamedServers['prints'] | undefined> => {
	try {
		return (await stat(file)).isFile() ? printsIn(file, await readFile(file, 'utf8')) : undefined;
	} catch (error) {
		return isAbsent(error) ? nobody : undefined;
	}
};

const readForeign = (folder: string, file: string): NamedServers['prints'] | undefined => {
	const read = readFileInside(folder, file);
	if (read.type !== 'read') {
		return read.type === 'absent' ? nobody : undefined;
	}
	try {
		return whyTooLarge(read.text) === undefined ? printsIn(file, read.text) : undefined;
	} catch {
		// Nested more deeply than the parser can follow.
		return undefined;
	}
};

/** Reads which servers files name, as they are written. Files that cannot be read are left out. Nothing is started. */
export const readNamedServers = async ({files, project}: NamingFiles): Promise<readonly NamedServers[]> => {
	const folder = project === undefined ? undefined : await realpath(project).catch(() => resolve(project));
	const read = await Promise.all([
		...files.map(async file => ({file, prints: await readOwn(file)})),
		...(folder === undefined
			? []
			: projectFilesIn(folder).map(async file => ({file, prints: readForeign(folder, file)}))),
	]);
	return read.flatMap(({file, prints}) => (prints === undefined ? [] : [{file, prints}]));
};
