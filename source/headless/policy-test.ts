import type {ApprovalMode, WorkMode} from '../domain/approval.ts';
import type {JsonObject} from '../domain/json.ts';
import type {Policy} from '../domain/ports.ts';
import type {ToolDefinition} from '../domain/tool.ts';
import {sanitiseLine} from '../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from './command-output.ts';

type PolicyTestOptions = {
	readonly policy: Policy;
	/** As its server offers it, or did when it was last seen. */
	readonly tool: ToolDefinition;
	/** Whether anything is known about the tool but its name. */
	readonly isKnown: boolean;
	readonly args: JsonObject;
	readonly mode: ApprovalMode;
	readonly workMode: WorkMode;
	readonly output: CommandOutput;
};

/** Says what would become of a call at the beginning of a turn, and why. Nothing is run. */
export const testPolicy = ({
	policy,
	tool,
	isKnown,
	args,
	mode,
	workMode,
	output,
}: PolicyTestOptions): number => {
	const verdict = policy.decide({tool, args, mode, workMode, sessionGrants: [], heard: []});
	const {decision, rule, trail = [], sources = []} = verdict;
	if (!isKnown) {
		output.say(
			sanitiseLine(
				`Nothing is known about ${tool.tool} of ${tool.server} but its name: it counts as destructive and open-world. Connect the server once to have its definition remembered.`,
			),
		);
	}
	if (output.isJson) {
		output.printJson({decision, rule, trail, sources});
		return commandExitCodes.ok;
	}
	output.print(decision);
	output.print(`rule: ${sanitiseLine(rule)}`);
	output.print('looked at:');
	for (const line of trail) {
		output.print(`  ${sanitiseLine(line)}`);
	}
	return commandExitCodes.ok;
};
