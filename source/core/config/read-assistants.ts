import {type ConfiguredAssistant, readAssistantEntry} from './assistant-entry.ts';
import type {Complaint} from './complaint.ts';
import type {ConfigPage} from './config-page.ts';
import {membersOf, plainValue} from './config-text.ts';
import type {UnknownName} from './unknown-names.ts';

export type RefusedAssistant = {
	readonly name: string;
	readonly file: string;
	/** As in `Config.problems`. */
	readonly problems: readonly string[];
};

export type AssistantsRead = {
	readonly assistants: readonly ConfiguredAssistant[];
	readonly refusedAssistants: readonly RefusedAssistant[];
	readonly problems: readonly string[];
	/** What of `problems` is about those that can be used all the same. */
	readonly warnings: readonly UnknownName[];
};

/** Reads the section `assistants`, entry by entry. */
export const readAssistants = ({root, file, spelling, describe, linesAt}: ConfigPage): AssistantsRead => {
	const key = spelling('assistants');
	const node = membersOf(root).find(member => member.key === key)?.value;
	const assistants: ConfiguredAssistant[] = [];
	const refusedAssistants: RefusedAssistant[] = [];
	const problems: string[] = [];
	const warnings: UnknownName[] = [];
	if (node !== undefined && node.type !== 'object') {
		problems.push(describe([key], 'expected an object'));
	}
	for (const {key: name, value} of membersOf(node)) {
		const read = readAssistantEntry(name, plainValue(value), file);
		const lines = (complaints: readonly Complaint[]): readonly string[] => linesAt([key, name], complaints);
		if (read.type === 'assistant') {
			assistants.push(read.assistant);
			problems.push(...lines(read.warnings));
			warnings.push(...lines(read.warnings).map(line => ({line, assistant: name})));
		} else {
			refusedAssistants.push({name, file, problems: lines(read.complaints)});
			problems.push(...lines(read.complaints));
		}
	}
	return {assistants, refusedAssistants, problems, warnings};
};
