import type {ApprovalMode, WorkMode} from '../domain/approval.ts';
import type {JsonObject} from '../domain/json.ts';
import type {Policy} from '../domain/ports.ts';
import type {ToolDefinition} from '../domain/tool.ts';
import {sanitiseLine} from '../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from './command-output.ts';

type PolicyTestOptions = {
	readonly policy: Policy;
	/** As its server offers it. */
	readonly tool: ToolDefinition;
	/** Why nothing is known about the tool but its name, where that is so: the end of a sentence. */
	readonly whyUnknown?: string;
	readonly args: JsonObject;
	/** What the tool's schema says against these arguments. */
	readonly misfits?: readonly string[];
	readonly mode: ApprovalMode;
	readonly workMode: WorkMode;
	readonly output: CommandOutput;
};

/** Says what would become of a call at the beginning of a turn, and why. Nothing is run. */
export const testPolicy = ({
	policy,
	tool,
	whyUnknown,
	args,
	misfits = [],
	mode,
	workMode,
	output,
}: PolicyTestOptions): number => {
	const verdict = policy.decide({tool, args, mode, workMode, sessionGrants: [], heard: []});
	const {decision, rule, trail = [], sources = []} = verdict;
	if (whyUnknown !== undefined) {
		output.say(
			sanitiseLine(
				`What ${tool.tool} of ${tool.server} says about itself is not known ${whyUnknown}. It counts as destructive and open-world, and nobody has checked that there is such a tool.`,
			),
		);
	}
	if (output.isJson) {
		output.printJson({decision, rule, trail, sources, ...(misfits.length === 0 ? {} : {misfits})});
		return commandExitCodes.ok;
	}
	output.print(decision);
	output.print(`rule: ${sanitiseLine(rule)}`);
	if (misfits.length > 0) {
		const why = sanitiseLine(misfits.join('; '));
		output.print(`arguments: they do not fit the tool's schema, so no such call is made: ${why}`);
	}
	output.print('looked at:');
	for (const line of trail) {
		output.print(`  ${sanitiseLine(line)}`);
	}
	return commandExitCodes.ok;
};
