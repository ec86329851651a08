import type {AssistantChange} from '../../domain/assistant-admin.ts';
import type {HintedFailure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject} from '../../domain/json.ts';
import type {ConfigChanged} from '../../domain/server-ports.ts';
import {suggestion} from '../../support/nearest.ts';
import {readAssistantEntry} from './assistant-entry.ts';
import {changeConfigFile} from './change-config-file.ts';
import {type Complaint, type Place, showPlace} from './complaint.ts';
import {canonicalKey} from './read-object.ts';
import type {Disk} from './replace-file-sync.ts';
import {writeAssistant} from './write-assistant.ts';

type ChangeAssistantsOptions = {
	/** The user's own configuration file. */
	readonly file: string;
	/** How long another process may keep it. */
	readonly patience?: number;
	readonly disk?: Disk;
};

type Edited =
	| {readonly type: 'changed'; readonly content: JsonObject}
	| ({readonly type: 'refused'} & HintedFailure);

const refuse = (code: string, message: string, hint: string): Edited => ({
	type: 'refused',
	code,
	message,
	hint,
});

/** How the file spells `assistants`. */
export const assistantsKey = (content: JsonObject): string =>
	Object.keys(content).find(key => canonicalKey(key, ['assistants'], {}) === 'assistants') ?? 'assistants';

const missing = (name: string, section: JsonObject, file: string): Edited => {
	const names = Object.keys(section);
	return refuse(
		'unknown-assistant',
		`There is no assistant "${name}" in ${file}${suggestion(name, names) || '.'}`,
		names.length === 0 ? 'The file has no assistants.' : `It has: ${names.join(', ')}.`,
	);
};

export const describeComplaint = ({path, message}: Complaint): string =>
	[showPlace(path), message].filter(part => part !== '').join(': ');

/** The same members in the same order, one of them with another name and value. */
const putInPlace = (section: JsonObject, old: string, name: string, entry: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(section).map(([key, value]) => (key === old ? [name, entry] : [key, value])),
	);

type InSection = {
	readonly file: string;
	readonly section: JsonObject;
	readonly put: (section: JsonObject) => Edited;
};

const save = (
	{assistant, replaces}: Extract<AssistantChange, {type: 'save'}>,
	{file, section, put}: InSection,
): Edited => {
	const {name} = assistant;
	if (replaces !== undefined && !Object.hasOwn(section, replaces)) {
		return missing(replaces, section, file);
	}
	if (name !== replaces && Object.hasOwn(section, name)) {
		const message = `There is an assistant "${name}" in ${file} already.`;
		return refuse('assistant-exists', message, 'Take another name.');
	}
	const old = replaces === undefined ? undefined : section[replaces];
	const entry = writeAssistant(isJsonObject(old) ? old : {}, assistant);
	const read = readAssistantEntry(name, entry, file);
	if (read.type === 'refused') {
		const problems = read.complaints.map(describeComplaint).join('; ');
		return refuse(
			'bad-assistant',
			`The assistant "${name}" cannot be used like this: ${problems}.`,
			'Correct that and try again. Nothing was changed.',
		);
	}
	return put(
		replaces === undefined ? {...section, [name]: entry} : putInPlace(section, replaces, name, entry),
	);
};

const remove = (name: string, {file, section, put}: InSection): Edited =>
	Object.hasOwn(section, name)
		? put(Object.fromEntries(Object.entries(section).filter(([key]) => key !== name)))
		: missing(name, section, file);

const edit = (
	file: string,
	content: JsonObject,
	change: AssistantChange,
	describe: (path: Place, message: string) => string,
): Edited => {
	const key = assistantsKey(content);
	const section = Object.hasOwn(content, key) ? content[key] : {};
	if (!isJsonObject(section)) {
		const message = `${describe([key], 'expected an object')}. The file was not changed.`;
		return refuse('bad-config', message, 'Correct it there, then try again.');
	}
	const place: InSection = {
		file,
		section,
		put: next => ({type: 'changed', content: {...content, [key]: next}}),
	};
	return change.type === 'save' ? save(change, place) : remove(change.name, place);
};

/** Changes one assistant in the user's own configuration; everything else in it stays as it is. Never throws. */
export const createChangeAssistants =
	({file, patience, disk}: ChangeAssistantsOptions) =>
	(change: AssistantChange): Promise<ConfigChanged> =>
		changeConfigFile({file, isProject: false, patience, disk}, (content, describe) =>
			edit(file, content, change, describe),
		);
