import type {AnnotationMatcher, ApprovalRule} from '../../domain/approval.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {matchesGlob} from '../../support/glob.ts';
import {joinedName} from '../../support/tool-rule.ts';
import {type Hints, hintsOf, matchesHints} from './believed-hints.ts';
import {type Manner, matchesArguments} from './match-arguments.ts';
import type {Places} from './path-readings.ts';

const matchesName = (glob: string, tool: ToolDefinition, manner: Manner): boolean =>
	matchesGlob(glob, tool.tool) || (manner === 'generous' && matchesGlob(glob, joinedName(tool)));

/** A rule that holds back counts for what a server claims as well, whether or not it is believed. */
const matchesAnnotations = (
	wanted: AnnotationMatcher,
	{tool, hints}: {readonly tool: ToolDefinition; readonly hints: Hints},
	manner: Manner,
): boolean =>
	matchesHints(wanted, hints) || (manner === 'generous' && matchesHints(wanted, hintsOf(tool, true)));

/** Whether a rule is about a call. Where there is a doubt, a rule that allows is not, and any other is. */
export const matchesRule = (
	{server, tool: name, args: matchers, annotations, decision}: ApprovalRule,
	call: {readonly tool: ToolDefinition; readonly args: JsonObject; readonly hints: Hints},
	places: Places,
): boolean => {
	const {tool, args} = call;
	const manner: Manner = decision === 'allow' ? 'strict' : 'generous';
	return (
		(server === undefined || matchesGlob(server, tool.server)) &&
		(name === undefined || matchesName(name, tool, manner)) &&
		(annotations === undefined || matchesAnnotations(annotations, call, manner)) &&
		(matchers === undefined || matchesArguments(matchers, args, manner, places))
	);
};
