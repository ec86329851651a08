import type {ApprovalRule} from '../../domain/approval.ts';
import type {ToolDefinition} from '../../domain/tool.ts';
import {matchesGlob} from '../../support/glob.ts';
import {allowsTool, coversTool, joinedName} from '../../support/tool-rule.ts';
import type {ApprovalItem, PatternKind} from './approval-items.ts';

const byRule =
	({server, tool: name, decision}: ApprovalRule) =>
	(tool: ToolDefinition): boolean =>
		(server === undefined || matchesGlob(server, tool.server)) &&
		(name === undefined ||
			matchesGlob(name, tool.tool) ||
			(decision !== 'allow' && matchesGlob(name, joinedName(tool))));

const byPattern =
	(kind: PatternKind, glob: string) =>
	(tool: ToolDefinition): boolean => {
		switch (kind) {
			case 'trusted-tool':
			case 'allowed':
				return allowsTool(glob, tool);
			case 'trusted-server':
				return matchesGlob(glob, tool.server);
			case 'review':
			case 'disallowed':
				return coversTool(glob, tool);
		}
	};

/** The tools that something is about by their names; undefined where that cannot be said. */
export const coveredTools = (
	item: ApprovalItem,
	tools: readonly ToolDefinition[],
): readonly ToolDefinition[] | undefined => {
	switch (item.type) {
		case 'session':
			return tools.filter(({server, tool}) => server === item.grant.server && tool === item.grant.tool);
		case 'always':
			return tools.filter(
				({server, tool}) => server === item.grant.server && Object.hasOwn(item.grant.tools, tool),
			);
		case 'rule':
			return tools.filter(byRule(item.rule));
		case 'pattern':
			return tools.filter(byPattern(item.kind, item.glob));
		case 'what-if':
		case 'changed':
		case 'mode':
			return undefined;
	}
};
