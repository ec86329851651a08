import {createPolicy, type PolicyDeps} from '../../../source/core/approvals/create-policy.ts';
import {toolPrint} from '../../../source/core/approvals/prints.ts';
import {
	type ApprovalRule,
	type ApprovalSettings,
	type Grant,
	noApprovals,
	type PolicyQuestion,
	type SessionGrant,
} from '../../../source/domain/approval.ts';
import type {ToolAnnotations, ToolDefinition} from '../../../source/domain/tool.ts';
import {offerTool} from '../../helpers/fake-servers.ts';

export const tool = (server: string, name: string, annotations: ToolAnnotations = {}): ToolDefinition =>
	offerTool(server, name, {annotations}).definition;

export const read = tool('files', 'read');
export const write = tool('files', 'write');
export const fetchPage = tool('web', 'fetch');

/** How every server is reached, as long as nothing changes. */
export const reach = 'reached as ever';

export const places = {home: '/home/me', cwd: '/home/me/work'};

/** A policy of which everything is left out that is not given. */
export const policyWith = (deps: Partial<PolicyDeps> = {}, settings: Partial<ApprovalSettings> = {}) =>
	createPolicy({
		settings: () => ({...noApprovals, ...settings}),
		isOwnServer: () => true,
		allowedTools: [],
		disallowedTools: [],
		grants: () => [],
		serverPrintOf: () => reach,
		places: () => places,
		...deps,
	});

export const question = (change: Partial<PolicyQuestion> = {}): PolicyQuestion => ({
	tool: read,
	args: {},
	mode: 'always-ask',
	workMode: 'act',
	sessionGrants: [],
	heard: [],
	...change,
});

export const rule = (change: Partial<ApprovalRule> & Pick<ApprovalRule, 'decision'>): ApprovalRule => ({
	place: 'approvals[0] of config.json',
	...change,
});

/** What the user said for good, about tools as they are here. */
export const grantFor = (
	scope: Grant['scope'],
	server: string,
	tools: readonly ToolDefinition[],
	change: Partial<Grant> = {},
): Grant => ({
	grantId: `${scope} ${server}`,
	scope,
	server,
	serverPrint: reach,
	tools: Object.fromEntries(tools.map(each => [each.tool, toolPrint(each)])),
	createdAt: 0,
	...change,
});

/** What the user said for the session, about a tool and a way to its server. */
export const sessionGrantFor = (
	definition: ToolDefinition,
	despite: readonly string[] = [],
	serverPrint = reach,
): SessionGrant => ({
	server: definition.server,
	tool: definition.tool,
	boundTo: `${serverPrint} ${toolPrint(definition)}`,
	despite,
});

/** Decision and rule for a call, without what was looked at. */
export const decideOn = (
	change: Partial<PolicyQuestion> = {},
	settings: Partial<ApprovalSettings> = {},
	deps: Partial<PolicyDeps> = {},
) => {
	const {trail: _, boundTo: __, ...verdict} = policyWith(deps, settings).decide(question(change));
	return verdict;
};
