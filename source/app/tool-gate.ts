import type {WorkMode} from '../domain/approval.ts';
import type {Assistant} from '../domain/assistant.ts';
import type {GrantBook, OwnTools, PinBook, Policy, ToolGate} from '../domain/ports.ts';
import {isSameTool, type ToolDefinition} from '../domain/tool.ts';
import type {KnownNames} from '../support/tool-rule.ts';
import {isToolOf} from './assistant-tools.ts';

type GateDeps = {
	readonly pins?: Pick<PinBook, 'check' | 'changeOf'>;
	/** What servers say about themselves, which is compared along with their tools. */
	readonly saidByServers?: () => readonly ToolDefinition[];
	readonly policy: Pick<Policy, 'isReadOnly'>;
	readonly workMode: () => WorkMode;
	readonly assistant: () => Assistant | undefined;
	/** All servers that are configured, and the tools that are known of them. */
	readonly known?: (() => KnownNames) | undefined;
	readonly ownTools?: Pick<OwnTools, 'searchTools' | 'readResult'>;
	readonly grantBook?: Pick<GrantBook, 'refresh'>;
	/** Told when the tools have been compared with what the user accepted. */
	readonly onChecked?: () => void;
};

/** Which tools the model may be offered now. */
export const createToolGate = (deps: GateDeps): ToolGate => {
	const {pins, policy, ownTools, grantBook} = deps;
	/** They show a model nothing but what it may see anyway. */
	const isOwn = (tool: ToolDefinition): boolean =>
		ownTools !== undefined &&
		(isSameTool(tool, ownTools.searchTools) || isSameTool(tool, ownTools.readResult));
	return {
		async prepare(tools, signal) {
			const definitions = [...(deps.saidByServers?.() ?? []), ...tools.map(({definition}) => definition)];
			await Promise.all([pins?.check(definitions, signal), grantBook?.refresh()]);
			deps.onChecked?.();
		},
		whyWithheld(tool) {
			if (isOwn(tool)) {
				return undefined;
			}
			const assistant = deps.assistant();
			if (assistant !== undefined && !isToolOf(assistant, tool, deps.known)) {
				return `the assistant ${assistant.name} does not use it`;
			}
			if (pins?.changeOf(tool) !== undefined) {
				return 'it has changed, and the user has not accepted that yet';
			}
			return deps.workMode() === 'plan' && !policy.isReadOnly(tool)
				? 'in plan mode only tools are offered that are known to do nothing but read'
				: undefined;
		},
	};
};
