import type {Assistant} from '../../domain/assistant.ts';
import {unusableFailure} from '../../domain/assistant-admin.ts';
import type {Failure} from '../../domain/failure.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {suggestion} from '../../support/nearest.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {
	type AssistantWarning,
	assistantObject,
	assistantRows,
	type CompleteAssistant,
	type RefusedAssistant,
	warningsOf,
} from './describe-assistant.ts';

export type ShowAssistantOptions = {
	readonly assistants: readonly Assistant[];
	readonly refused: readonly RefusedAssistant[];
	readonly name: string;
	readonly complete: CompleteAssistant;
	/** Misspelt keys, and servers and tools that are not there. */
	readonly warnings?: readonly AssistantWarning[];
	readonly output: CommandOutput;
};

const missingFailure = ({name, assistants, refused}: ShowAssistantOptions): Failure => {
	const bad = refused.find(other => other.name === name);
	if (bad !== undefined) {
		const {message, ...rest} = unusableFailure(bad);
		return {...rest, message: message.split('\n').map(sanitiseLine).join('\n')};
	}
	const names = [...assistants, ...refused].map(other => other.name);
	return {
		code: 'unknown-assistant',
		message: `There is no assistant "${sanitiseLine(name)}"${suggestion(name, names) || '.'}`,
		hint: 'mcp-tui assistants list',
	};
};

/** Everything about one assistant. */
export const showAssistant = async (options: ShowAssistantOptions): Promise<number> => {
	const {assistants, name, complete, output} = options;
	const warnings = warningsOf(name, options.warnings ?? []);
	const found = assistants.find(assistant => assistant.name === name);
	if (found === undefined) {
		return output.refuse(missingFailure(options));
	}
	const read = await complete(found);
	if (read.type === 'refused') {
		return output.refuse(read.failure);
	}
	const {assistant} = read;
	const {instructions} = assistant;
	if (output.isJson) {
		output.printJson({
			...assistantObject(assistant),
			...(instructions === undefined ? {} : {instructions}),
			...(warnings.length === 0 ? {} : {warnings}),
		});
		return commandExitCodes.ok;
	}
	output.print(sanitiseLine(assistant.name));
	for (const line of alignColumns(assistantRows(assistant))) output.print(`  ${line}`);
	for (const warning of warnings) output.print(`warning: ${sanitiseLine(warning)}`);
	if (instructions !== undefined) output.print(`\nIts instructions:\n${sanitise(instructions)}`);
	return commandExitCodes.ok;
};
