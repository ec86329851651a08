import {readFile} from 'node:fs/promises';
import type {WrittenAssistant} from '../../domain/assistant-admin.ts';
import {describeError, type Failure} from '../../domain/failure.ts';
import {isJsonObject} from '../../domain/json.ts';
import {readAssistantEntry} from './assistant-entry.ts';
import {assistantsKey, describeComplaint} from './change-assistants.ts';
import {createConfigStoreText} from './config-store-text.ts';

export type WrittenRead =
	| {readonly type: 'read'; readonly written: WrittenAssistant}
	| {readonly type: 'refused'; readonly failure: Failure};

const refuse = (message: string, hint: string): WrittenRead => ({
	type: 'refused',
	failure: {code: 'bad-assistant', message, hint},
});

/** An assistant as the user's own file has it now, whatever the program works with. Never throws. */
export const readWrittenAssistant = async (file: string, name: string): Promise<WrittenRead> => {
	try {
		const content = createConfigStoreText(file).parse(await readFile(file, 'utf8'));
		const section = content[assistantsKey(content)];
		if (!isJsonObject(section) || !Object.hasOwn(section, name)) {
			return refuse(
				`There is no assistant "${name}" in ${file} any more.`,
				'It was removed or renamed there.',
			);
		}
		const read = readAssistantEntry(name, section[name], file);
		if (read.type === 'refused') {
			const problems = read.complaints.map(describeComplaint).join('; ');
			return refuse(
				`The assistant "${name}" cannot be read: ${problems}.`,
				`Correct it in ${file}; what cannot be read cannot be changed here.`,
			);
		}
		const {instructionsFile, ...assistant} = read.assistant;
		return {
			type: 'read',
			written: {assistant, ...(instructionsFile === undefined ? {} : {instructionsFile})},
		};
	} catch (error) {
		return refuse(`The assistant "${name}" cannot be read: ${describeError(error)}`, `Look at ${file}.`);
	}
};
