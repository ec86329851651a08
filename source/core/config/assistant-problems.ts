import type {Assistant} from '../../domain/assistant.ts';
import type {AssistantProblem} from '../../domain/assistant-admin.ts';
import {assistantSchema, readAssistantEntry} from './assistant-entry.ts';
import {writeAssistant} from './write-assistant.ts';

const fields: readonly (keyof Assistant)[] = [
	'description',
	'model',
	'instructions',
	'servers',
	'includeTools',
	'excludeTools',
	'toolApproval',
	'trustedTools',
];

const isField = (key: string | number | undefined): key is keyof Assistant =>
	fields.some(field => field === key) && Object.hasOwn(assistantSchema.shape, key ?? '');

/** What is wrong with an assistant before it is written down. `taken` are the names of the others. */
export const assistantProblems = (
	assistant: Assistant,
	taken: readonly string[],
): readonly AssistantProblem[] => {
	const {name} = assistant;
	const problems: AssistantProblem[] = [];
	if (name.trim() === '') {
		problems.push({field: 'name', text: 'an assistant needs a name'});
	} else if (name !== name.trim()) {
		problems.push({field: 'name', text: 'a name does not begin or end with a blank'});
	} else if (name === 'none') {
		problems.push({field: 'name', text: '"none" stands for no assistant; take another name'});
	} else if (taken.includes(name)) {
		problems.push({field: 'name', text: 'there is one of this name already'});
	}
	const read = readAssistantEntry(name || 'name', writeAssistant({}, assistant), '');
	const complaints = read.type === 'refused' ? read.complaints : [];
	for (const {path, message} of complaints) {
		const [field] = path;
		problems.push({field: isField(field) ? field : 'name', text: message});
	}
	return problems;
};
