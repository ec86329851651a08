import {withRequiredDefaults} from '../../domain/argument-fields.ts';
import type {Check, FillArguments} from '../../domain/check.ts';
import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {Policy} from '../../domain/ports.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {suggestion} from '../../support/nearest.ts';
import type {CheckOutcome} from './check-outcome.ts';
import {questionAbout, type RiskyCheck, secretsFirst} from './question-about-checks.ts';

type Ready = {
	readonly check: Check;
	readonly definition: ToolDefinition;
	/** With everything filled in. */
	readonly arguments: JsonObject;
	/** What of the environment is in them. */
	readonly variables: readonly string[];
	/** Why the user wants to be asked about it, or what is odd about the tool. */
	readonly doubt?: string;
};

/** A check that can be run, or what became of it without. */
export type Planned = Ready | {readonly check: Check; readonly outcome: CheckOutcome};

/** What is known about the servers of the checks. */
export type Connected = {
	/** Why a server cannot be used. */
	readonly failures: ReadonlyMap<string, Failure>;
	readonly definitions: readonly ToolDefinition[];
	/** What the user has forbidden and accepted. */
	readonly policy: Pick<Policy, 'decide'>;
};

export const planCheck = (
	check: Check,
	{failures, definitions, policy}: Connected,
	fill: FillArguments,
): Planned => {
	const broken = (failure: Failure): Planned => ({check, outcome: {type: 'broken', failure}});
	if (check.skip !== undefined) {
		return {check, outcome: {type: 'skipped', reason: check.skip}};
	}
	const failure = failures.get(check.server);
	if (failure !== undefined) {
		return broken(failure);
	}
	const own = definitions.filter(({server}) => server === check.server);
	const definition = own.find(({tool}) => tool === check.tool);
	if (definition === undefined) {
		const guess =
			suggestion(
				check.tool,
				own.map(({tool}) => tool),
			) || '.';
		const message = `Server "${check.server}" has no tool "${check.tool}"${guess}`;
		return broken({code: 'unknown-tool', message});
	}
	const filled = fill(check.arguments);
	if (filled.type === 'missing') {
		return broken(filled.failure);
	}
	// Only now: what a server writes into a default takes nothing from the environment.
	const args = withRequiredDefaults(definition.inputSchema, filled.arguments);
	// In the laxest mode, so that it asks only where a rule or the tool itself is the reason.
	const {decision, rule} = policy.decide({
		tool: definition,
		args,
		mode: 'auto',
		workMode: 'act',
		sessionGrants: [],
		heard: [],
	});
	if (decision === 'deny') {
		return {check, outcome: {type: 'denied', reason: `denied by ${rule}`}};
	}
	return {...filled, arguments: args, check, definition, ...(decision === 'ask' ? {doubt: rule} : {})};
};

/** What a server says of its own tool is believed here: whoever runs its tests has chosen it. */
const onlyReads = ({annotations}: ToolDefinition): boolean =>
	annotations.readOnlyHint === true && annotations.destructiveHint !== true;

/** Why a check is not run before somebody has agreed to it. */
const riskOf = ({definition, variables, doubt}: Ready): string | undefined => {
	const risks = [
		...(doubt === undefined ? [] : [`your approvals ask: ${doubt}`]),
		...(onlyReads(definition) ? [] : ['its server does not say that it only reads']),
		...(variables.length === 0 ? [] : [`it sends ${secretsFirst(variables).join(', ')} of the environment`]),
	];
	return risks.length === 0 ? undefined : risks.join(', and ');
};

/**
 * Nothing that may change something runs unless somebody said so, nor does anything of the environment go to a server:
 * a file of tests may come from others.
 */
export const holdBack = async (
	planned: readonly Planned[],
	ask: (question: string) => Promise<boolean>,
): Promise<readonly Planned[]> => {
	const risks = planned.map(each => ('definition' in each ? riskOf(each) : undefined));
	const risky = planned.flatMap((each, index): readonly RiskyCheck[] => {
		const risk = risks[index];
		if (risk === undefined || !('definition' in each)) {
			return [];
		}
		const shown = withRequiredDefaults(each.definition.inputSchema, each.check.arguments);
		return [{check: {...each.check, arguments: shown}, variables: each.variables, risk}];
	});
	if (risky.length === 0 || (await ask(questionAbout(risky)))) {
		return planned;
	}
	return planned.map((each, index) => {
		const reason = risks[index];
		return reason === undefined ? each : {check: each.check, outcome: {type: 'held-back', reason}};
	});
};
