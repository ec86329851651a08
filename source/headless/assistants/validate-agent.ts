import type {Assistant} from '../../domain/assistant.ts';
import type {ServerConfig} from '../../domain/server.ts';
import {alignColumns} from '../../support/align-columns.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {settingsObject, targetOf} from '../servers/describe-server.ts';
import {assistantObject, assistantRows, sizeOf} from './describe-assistant.ts';

/** What became of an agent file. */
export type ReadAgent =
	| {
			readonly type: 'read';
			readonly assistant: Assistant;
			readonly servers: readonly ServerConfig[];
			readonly warnings: readonly string[];
	  }
	| {readonly type: 'refused'; readonly problems: readonly string[]; readonly warnings?: readonly string[]};

export type ValidateOptions = {
	readonly file: string;
	readonly readAgent: (file: string) => Promise<ReadAgent>;
	readonly output: CommandOutput;
};

const printWarnings = (warnings: readonly string[], output: CommandOutput): void => {
	for (const warning of warnings) output.print(`warning: ${sanitiseLine(warning)}`);
};

const tellRefused = (
	file: string,
	{problems, warnings = []}: Extract<ReadAgent, {type: 'refused'}>,
	output: CommandOutput,
): number => {
	const failure = {
		code: 'bad-agent',
		message: `The agent ${file} cannot be used: ${countOf(problems.length, 'problem')}.`,
		hint: 'Correct the places above. Nothing was started.',
	};
	if (output.isJson) {
		output.printJson({ok: false, file, error: failure, problems, warnings});
	} else {
		// They are what was asked for, so that they can be piped.
		for (const problem of problems) output.print(sanitiseLine(problem));
		printWarnings(warnings, output);
	}
	output.complain(failure);
	return commandExitCodes.badInput;
};

const serverObject = (server: ServerConfig) => ({
	name: server.name,
	transport: server.type,
	target: targetOf(server),
	...(server.disabled ? {disabled: true} : {}),
	settings: settingsObject(server),
});

const serverRow = (server: ServerConfig): readonly [string, string] => {
	const notes = [
		...(server.disabled ? ['disabled'] : []),
		...(server.loadTools ? [] : ['without tools']),
		...(server.includeTools === undefined ? [] : [`only ${server.includeTools.join(', ')}`]),
		...(server.excludeTools.length === 0 ? [] : [`without ${server.excludeTools.join(', ')}`]),
	];
	const note = notes.length === 0 ? '' : sanitiseLine(`  (${notes.join('; ')})`);
	return [sanitiseLine(server.name), `${server.type}  ${targetOf(server)}${note}`];
};

/** Says what an agent file would use, or everything that is wrong with it. Starts nothing. */
export const validateAgent = async ({file, readAgent, output}: ValidateOptions): Promise<number> => {
	const read = await readAgent(file);
	if (read.type === 'refused') {
		return tellRefused(file, read, output);
	}
	const {assistant, servers, warnings} = read;
	const {instructions} = assistant;
	if (output.isJson) {
		const {excludeTools: _, trustedTools: __, servers: ___, ...facts} = assistantObject(assistant);
		output.printJson({
			ok: true,
			file,
			...facts,
			...(instructions === undefined ? {} : {instructions: {characters: instructions.length}}),
			servers: servers.map(serverObject),
			warnings,
		});
		return commandExitCodes.ok;
	}
	const rows = assistantRows(assistant).filter(([key]) => key !== 'servers' && key !== 'source');
	output.print(sanitiseLine(assistant.name));
	for (const line of alignColumns([
		...rows,
		['instructions', instructions === undefined ? 'none' : sizeOf(instructions)],
		['servers', servers.length === 0 ? 'none' : String(servers.length)],
	])) {
		output.print(`  ${line}`);
	}
	for (const line of alignColumns(servers.map(serverRow))) output.print(`    ${line}`);
	printWarnings(warnings, output);
	output.say(`The agent ${file} can be used: mcp-tui --agent ${file}`);
	return commandExitCodes.ok;
};
