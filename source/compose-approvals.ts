import type {BenchParts} from './compose-bench.ts';
import {approvalsOf} from './compose-load.ts';
import {ownConfigFile} from './compose-settings.ts';
import type {ApprovalDesk, ChangedPart, ModeSources} from './domain/approval-desk.ts';
import type {ServerStatus} from './domain/server.ts';
import {isInstructions, serverInstructions} from './domain/server-instructions.ts';
import type {ToolDefinition} from './domain/tool.ts';
import {suggestion} from './support/nearest.ts';
import {rememberOne} from './support/remember-one.ts';

/** As if it said nothing about itself. */
const bareTool = (server: string, tool: string): ToolDefinition => ({
	server,
	tool,
	description: '',
	inputSchema: {type: 'object'},
	annotations: {},
});

const isReady = (status: ServerStatus | undefined): boolean => status?.type === 'ready';

/** Everything that decides about calls in this chat. */
export const composeApprovals = ({
	options,
	surroundings,
	app,
	servers,
	loaded,
	trust,
	reload,
	cwd,
}: Pick<
	BenchParts,
	'options' | 'surroundings' | 'app' | 'servers' | 'loaded' | 'trust' | 'reload' | 'cwd'
>): ApprovalDesk => {
	const file = ownConfigFile(surroundings.folders);
	const settingsOf = rememberOne(approvalsOf);
	const tools = () => servers.tools().map(({definition}) => definition);

	const definitionChanges = (): readonly ChangedPart[] =>
		[...serverInstructions(app.getState().servers), ...tools()].flatMap((tool): readonly ChangedPart[] => {
			const change = trust.pins.changeOf(tool);
			// What has not been compared yet is withheld as well, but there is nothing to look at.
			const isUnknown = isInstructions(tool) && change?.parts.length === 0;
			return change === undefined || isUnknown ? [] : [{server: tool.server, tool, change}];
		});

	const modeSources = (): ModeSources => {
		const {config, project} = loaded();
		const assistant = app.assistant();
		const limits = [
			{mode: config.approvals.modeLimit, from: 'a file given with --mcp-config, or one that cannot be read'},
			{mode: project.approvals.modeLimit, from: `the files of the project in ${cwd}`},
		].flatMap(({mode, from}) => (mode === undefined ? [] : [{mode, from}]));
		return {
			...(options.approvalMode === undefined ? {} : {commandLine: options.approvalMode}),
			...(assistant?.toolApproval === undefined
				? {}
				: {assistant: {name: assistant.name, mode: assistant.toolApproval}}),
			...(config.approvals.toolApproval === undefined ? {} : {ownFile: config.approvals.toolApproval}),
			limits,
		};
	};

	return {
		file,
		settings: () => settingsOf(loaded(), app.assistant(), file),
		modeSources,
		allowedTools: options.allowedTools,
		disallowedTools: options.disallowedTools,
		tools,
		whySuspended: trust.whySuspended,
		changeSinceGrant: trust.changeSinceGrant,
		changed: definitionChanges,
		async accept(part) {
			const failure = await trust.pins.accept([part.tool]);
			// The question about it, if there is one, is over.
			await app.refreshDefinitions();
			return failure;
		},
		revoke: trust.grants.revoke,
		revokeForSession: app.revokeForSession,
		async removeRule(rule) {
			const {createRemoveRule} = await import('./core/config/remove-rule.ts');
			const sources = {file, env: process.env, workspaceFolder: cwd};
			const removed = await createRemoveRule({file, sources})(rule);
			if (removed.type === 'refused') {
				return removed.failure;
			}
			await reload();
			return undefined;
		},
		whatIf(server, tool, args) {
			const names = servers.configs().map(({name}) => name);
			if (!names.includes(server)) {
				const message = `There is no server "${server}"${suggestion(server, names) || '.'}`;
				return {type: 'refused', failure: {code: 'unknown-server', message}};
			}
			const offered = tools().filter(each => each.server === server);
			const known = offered.find(each => each.tool === tool);
			if (known === undefined && isReady(servers.statuses().get(server))) {
				const near = suggestion(
					tool,
					offered.map(each => each.tool),
				);
				const message = `${server} has no tool "${tool}"${near || '.'}`;
				return {type: 'refused', failure: {code: 'unknown-tool', message}};
			}
			const {approvalMode, workMode, grants} = app.getState();
			const verdict = trust.policy.decide({
				tool: known ?? bareTool(server, tool),
				args,
				mode: approvalMode,
				workMode,
				sessionGrants: grants,
				heard: [],
			});
			return {
				type: 'verdict',
				verdict,
				...(known === undefined ? {whyUnknown: 'because the server is not connected'} : {}),
			};
		},
	};
};
