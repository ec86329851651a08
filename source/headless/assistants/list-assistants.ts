import type {Assistant} from '../../domain/assistant.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {summaryOf} from '../servers/summary-of.ts';
import {
	type AssistantWarning,
	assistantObject,
	type CompleteAssistant,
	type RefusedAssistant,
	serversOf,
	warningsOf,
} from './describe-assistant.ts';

type ListOptions = {
	readonly assistants: readonly Assistant[];
	readonly refused: readonly RefusedAssistant[];
	/** Reads the instructions that an assistant keeps in a file of their own. */
	readonly complete: CompleteAssistant;
	/** Misspelt keys, and servers and tools that are not there. */
	readonly warnings: readonly AssistantWarning[];
	readonly output: CommandOutput;
};

const wordsOf = (assistant: Assistant): string => {
	const {description, model, toolApproval} = assistant;
	const facts = [model, serversOf(assistant), toolApproval].filter(fact => fact !== undefined);
	const about = description === undefined ? '' : `${summaryOf(description)}  `;
	return `${about}(${sanitiseLine(facts.join('; '))})`;
};

/** Those that cannot be used because of a file are like the others that cannot. */
const sort = async ({assistants, refused, complete}: ListOptions) => {
	const read = await Promise.all(assistants.map(complete));
	const usable = assistants.filter((_, index) => read[index]?.type === 'assistant');
	const unusable = read.flatMap((each, index): readonly RefusedAssistant[] => {
		const {name = '', source = ''} = assistants[index] ?? {};
		return each.type === 'refused'
			? [
					{
						name,
						file: source,
						problems: [each.failure.message, ...(each.failure.hint === undefined ? [] : [each.failure.hint])],
					},
				]
			: [];
	});
	return {usable, unusable: [...unusable, ...refused]};
};

/** Every assistant of the configuration, also those that cannot be used. */
export const listAssistants = async (options: ListOptions): Promise<number> => {
	const {output} = options;
	const {usable, unusable} = await sort(options);
	if (output.isJson) {
		output.printJson([
			...usable.map(assistant => {
				const warnings = warningsOf(assistant.name, options.warnings);
				return {...assistantObject(assistant), ...(warnings.length === 0 ? {} : {warnings})};
			}),
			...unusable.map(({name, file, problems}) => ({name, source: file, status: 'invalid', problems})),
		]);
		return commandExitCodes.ok;
	}
	if (usable.length + unusable.length === 0) {
		output.say('No assistant is configured. Add one to "assistants" in your configuration file:');
		output.say('  "assistants": {"writer": {"instructions": "You write well.", "servers": ["files"]}}');
	}
	const rows = [
		...usable.map(assistant => ({
			cells: [sanitiseLine(assistant.name), wordsOf(assistant)] as const,
			details: warningsOf(assistant.name, options.warnings),
		})),
		...unusable.map(({name, problems}) => ({
			cells: [sanitiseLine(name), '(cannot be used)'] as const,
			details: problems,
		})),
	];
	const lines = alignColumns(rows.map(({cells}) => cells));
	for (const [index, {details}] of rows.entries()) {
		output.print(lines[index] ?? '');
		for (const detail of details) output.print(`    ${sanitiseLine(detail)}`);
	}
	return commandExitCodes.ok;
};
