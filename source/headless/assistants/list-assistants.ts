import type {Assistant} from '../../domain/assistant.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {summaryOf} from '../servers/summary-of.ts';
import {assistantObject, type RefusedAssistant, serversOf} from './describe-assistant.ts';

type ListOptions = {
	readonly assistants: readonly Assistant[];
	readonly refused: readonly RefusedAssistant[];
	readonly output: CommandOutput;
};

const wordsOf = (assistant: Assistant): string => {
	const {description, model, toolApproval} = assistant;
	const facts = [model, serversOf(assistant), toolApproval].filter(fact => fact !== undefined);
	const about = description === undefined ? '' : `${summaryOf(description)}  `;
	return `${about}(${sanitiseLine(facts.join('; '))})`;
};

/** Every assistant of the configuration, also those that cannot be used. */
export const listAssistants = ({assistants, refused, output}: ListOptions): number => {
	if (output.isJson) {
		output.printJson([
			...assistants.map(assistantObject),
			...refused.map(({name, file, problems}) => ({name, source: file, status: 'invalid', problems})),
		]);
		return commandExitCodes.ok;
	}
	if (assistants.length + refused.length === 0) {
		output.say('No assistant is configured. Add one to "assistants" in your configuration file:');
		output.say('  "assistants": {"writer": {"instructions": "You write well.", "servers": ["files"]}}');
	}
	const rows = [
		...assistants.map(assistant => ({
			cells: [sanitiseLine(assistant.name), wordsOf(assistant)] as const,
			details: [],
		})),
		...refused.map(({name, problems}) => ({
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
