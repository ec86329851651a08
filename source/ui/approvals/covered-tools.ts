import type {ToolDefinition} from '../../domain/tool.ts';
import {matchesGlob} from '../../support/glob.ts';
import {allowsTool, coversTool, isNamedBy, type KnownNames, knownFrom} from '../../support/tool-rule.ts';
import type {ApprovalItem, PatternKind} from './approval-items.ts';

const byPattern =
	(kind: PatternKind, glob: string, known: () => KnownNames) =>
	(tool: ToolDefinition): boolean => {
		switch (kind) {
			case 'trusted-tool':
			case 'allowed':
				return allowsTool(glob, tool, known);
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
			return tools.filter(tool => isNamedBy(item.rule, tool, () => knownFrom(tools)));
		case 'pattern':
			return tools.filter(byPattern(item.kind, item.glob, () => knownFrom(tools)));
		case 'what-if':
		case 'changed':
		case 'mode':
			return undefined;
	}
};
