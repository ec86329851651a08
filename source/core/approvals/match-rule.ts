import type {AnnotationMatcher, ApprovalRule} from '../../domain/approval.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {isNamedBy, type KnownNames} from '../../support/tool-rule.ts';
import {type Hints, hintsOf, matchesHints} from './believed-hints.ts';
import {type Manner, matchesArguments} from './match-arguments.ts';
import type {Places} from './path-readings.ts';

/** A rule that holds back counts for what a server claims as well, whether or not it is believed. */
const matchesAnnotations = (
	wanted: AnnotationMatcher,
	{tool, hints}: {readonly tool: ToolDefinition; readonly hints: Hints},
	manner: Manner,
): boolean =>
	matchesHints(wanted, hints) || (manner === 'generous' && matchesHints(wanted, hintsOf(tool, true)));

/** Whether a rule is about a call. Where there is a doubt, a rule that allows is not, and any other is. */
export const matchesRule = (
	rule: ApprovalRule,
	call: {readonly tool: ToolDefinition; readonly args: JsonObject; readonly hints: Hints},
	places: Places,
	known?: () => KnownNames,
): boolean => {
	const {args: matchers, annotations, decision} = rule;
	const {tool, args} = call;
	const manner: Manner = decision === 'allow' ? 'strict' : 'generous';
	return (
		isNamedBy(rule, tool, known) &&
		(annotations === undefined || matchesAnnotations(annotations, call, manner)) &&
		(matchers === undefined || matchesArguments(matchers, args, manner, places))
	);
};
