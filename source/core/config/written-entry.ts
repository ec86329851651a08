import {readFile} from 'node:fs/promises';
import {describeError, type Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import {parseConfigText, plainValue} from './config-text.ts';
import {sectionsOf} from './server-sections.ts';

export type WrittenEntry =
	| {readonly type: 'entry'; readonly entry: JsonObject}
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (code: string, message: string, hint: string): WrittenEntry => ({
	type: 'refused',
	failure: {code, message, hint},
});

/** The entry of a server as its file has it now; no reference is filled in. Of two of one name the first counts. */
export const readWrittenEntry = async (file: string, name: string): Promise<WrittenEntry> => {
	let content: string;
	try {
		content = await readFile(file, 'utf8');
	} catch (error) {
		return refuse('bad-config', `Cannot read ${file}: ${describeError(error)}`, 'Is the file still there?');
	}
	const {root, syntaxErrors} = parseConfigText(file, content);
	const [broken] = syntaxErrors;
	if (broken !== undefined) {
		return refuse('bad-config', `${broken}.`, 'Correct it there, then try again.');
	}
	const top = plainValue(root);
	const found = (isJsonObject(top) ? sectionsOf(top).map(section => top[section]) : []).find(
		section => isJsonObject(section) && Object.hasOwn(section, name),
	);
	const entry = isJsonObject(found) ? found[name] : undefined;
	return isJsonObject(entry)
		? {type: 'entry', entry}
		: refuse('unknown-server', `There is no server "${name}" in ${file} any more.`, 'It was just changed.');
};
