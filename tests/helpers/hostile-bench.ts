import {createTrafficLog} from '../../source/core/mcp/traffic/traffic-log.ts';
import {noApprovals} from '../../source/domain/approval.ts';
import type {ApprovalDesk} from '../../source/domain/approval-desk.ts';
import type {AssistantAdmin} from '../../source/domain/assistant-admin.ts';
import type {BenchPart} from '../../source/domain/bench-part.ts';
import type {BenchPorts} from '../../source/domain/bench-ports.ts';
import type {SessionShelf, ShelfSession} from '../../source/domain/session-shelf.ts';
import type {ToolDesk} from '../../source/domain/tool-desk.ts';
import {createBench} from '../../source/ui/bench/create-bench.ts';
import {sections} from '../../source/ui/bench/sections.ts';
import {createStyles} from '../../source/ui/theme/styles.ts';
import {noDesk} from '../../source/ui/tools/no-desk.ts';
import {readyStatus} from './fake-servers.ts';
import {catalogueOf, failureOf, registryOf, serversOf} from './hostile-servers.ts';
import {createClock} from './ui-clock.ts';
import {createFakeApp} from './ui-fake-app.ts';
import {createFakeHost} from './ui-fake-host.ts';
import {offer} from './ui-tools.ts';

const assistantsOf = (evil: string): AssistantAdmin => {
	const assistant = {
		name: evil,
		description: evil,
		instructions: evil,
		model: evil,
		servers: [evil],
		excludeTools: [evil],
		trustedTools: [evil],
		source: evil,
	};
	const list = [assistant];
	const unusable = [{name: evil, problems: [evil]}];
	const tools = catalogueOf(evil).tools?.() ?? [];
	const refused = async () => ({type: 'refused' as const, failure: failureOf(evil)});
	return {
		file: evil,
		list: () => list,
		unusable: () => unusable,
		whyFixed: () => undefined,
		open: async () => ({
			type: 'open',
			sheet: {assistant, problemsOf: () => [{field: 'name', text: evil}]},
		}),
		save: refused,
		remove: refused,
		use: refused,
		tools: () => tools.map(({definition}) => definition),
		servers: () => [evil, 'plain'],
		wakeServers: () => undefined,
		restServers: () => undefined,
	};
};

const approvalsOf = (evil: string): ApprovalDesk => {
	const tools = (catalogueOf(evil).tools?.() ?? []).map(({definition}) => definition);
	const difference = [
		{type: 'removed' as const, text: evil},
		{type: 'added' as const, text: `${evil}!`},
	];
	const settings = {
		...noApprovals,
		rules: [{place: evil, at: {file: evil, index: 0}, server: evil, tool: evil, decision: 'ask' as const}],
		trustedTools: [evil],
		trustedServers: [evil],
		reviewResults: [evil],
	};
	const changed = tools.slice(0, 1).map(tool => ({
		server: evil,
		tool,
		change: {tool: evil, flags: [evil], parts: [{part: 'description' as const, difference}]},
	}));
	const failed = async () => failureOf(evil);
	return {
		file: evil,
		settings: () => settings,
		modeSources: () => ({
			assistant: {name: evil, mode: 'auto'},
			limits: [{mode: 'trusted-only', from: evil}],
		}),
		allowedTools: [evil],
		disallowedTools: [evil],
		tools: () => tools,
		whySuspended: () => evil,
		changeSinceGrant: () => [{part: 'command', difference}],
		changed: () => changed,
		accept: failed,
		revoke: failed,
		revokeForSession: () => undefined,
		removeRule: failed,
		whatIf: () => ({type: 'refused', failure: failureOf(evil)}),
	};
};

const sessionsOf = (evil: string): SessionShelf => {
	const session: ShelfSession = {
		sessionId: evil,
		file: evil,
		size: 3,
		modified: 0,
		model: evil,
		cwd: evil,
		title: evil,
		isEmpty: false,
		note: evil,
		messages: 2,
		forkedFrom: evil,
		isCurrent: false,
	};
	const failed = async () => failureOf(evil);
	const end = async () => ({type: 'failed' as const, failure: failureOf(evil)});
	const totals = {messages: 1, answers: 1, calls: 1, failedCalls: 1, inputTokens: 1, outputTokens: 1};
	return {
		list: async () => ({type: 'listed', sessions: [session]}),
		find: async () => ({type: 'unknown', failure: failureOf(evil)}),
		async search(_, {onHit}) {
			onHit({sessionId: evil, at: 0, where: 'user', before: evil, match: evil, after: evil});
			return {type: 'failed', failure: failureOf(evil)};
		},
		preview: async () => ({
			type: 'read',
			totals: {...totals, hasUnpriced: false, models: [evil], damaged: 1, unknown: 1},
			first: [
				{type: 'user', at: 0, messageId: 'm', text: evil, attachments: [evil]},
				{
					type: 'call',
					at: 0,
					server: evil,
					tool: evil,
					arguments: {[evil]: evil},
					outcome: 'failed',
					text: evil,
				},
				{type: 'turn-end', at: 0, outcome: 'failed', text: evil},
				{type: 'answer', at: 0, model: evil, text: evil, thinking: evil, isCut: true},
			],
			between: 0,
			last: [],
		}),
		rename: failed,
		fork: end,
		remove: failed,
		export: async () => ({type: 'exists', path: evil}),
		whyNotOpen: async () => ({...failureOf(evil), code: 'session-in-use'}),
	};
};

const deskOf = (evil: string): ToolDesk => ({
	...noDesk,
	tries: {
		...noDesk.tries,
		triesOf: () => [{at: 0, arguments: {[evil]: evil}, outcome: 'failed', duration: 1, note: evil}],
		savedOf: () => [{name: evil, arguments: {[evil]: evil}, savedAt: 0}],
		save: async () => failureOf(evil),
		forget: async () => failureOf(evil),
	},
	leftOut: () => leftOut,
	switchedFor: () => evil,
	setOn: async () => failureOf(evil),
	httpWayOf: () => ({type: 'none', why: evil}),
});
const leftOut = [offer('plain', 'left-out').definition];

const trafficOf = (evil: string) => {
	const {log, record} = createTrafficLog({
		now: () => 0,
		elapsed: () => 0,
		redact: value => value,
		limits: {count: 100, bytes: 1_000_000, message: 10_000},
	});
	const way = record(evil);
	way.sent({jsonrpc: '2.0', id: evil, method: 'tools/call', params: {name: evil, arguments: {[evil]: evil}}});
	way.received({jsonrpc: '2.0', id: evil, error: {code: 1, message: evil}});
	way.received({jsonrpc: '2.0', method: evil, params: {[evil]: evil}});
	return log;
};

/** The workbench as it is, over ports that say the same text wherever somebody else chooses the words. */
export const openHostileBench = (part: BenchPart, evil: string) => {
	const clock = createClock();
	const fake = createFakeApp(clock.now, catalogueOf(evil));
	fake.explorer = {
		standingOf: () => ({isOff: false, flags: [evil], isSuspicious: true}),
		doubts: () => [evil],
		check: async () => failureOf(evil),
	};
	fake.emit(
		{
			type: 'server-status-changed',
			server: evil,
			status: readyStatus({instructions: evil, note: evil, identity: {name: evil, version: evil}}),
		},
		{
			type: 'server-status-changed',
			server: 'plain',
			status: {type: 'failed', failure: failureOf(evil), stderr: [evil]},
		},
	);
	const {control, admin} = serversOf(evil);
	const ports: BenchPorts = {
		traffic: trafficOf(evil),
		servers: control,
		admin,
		registry: registryOf(evil),
		assistants: assistantsOf(evil),
		approvals: approvalsOf(evil),
		tools: deskOf(evil),
		sessions: sessionsOf(evil),
	};
	const styles = createStyles(false);
	const screen = createBench({
		app: fake.app,
		host: createFakeHost().host,
		styles: () => styles,
		now: clock.now,
		schedule: clock.schedule,
		putDraft: () => undefined,
		ports,
		sections,
	});
	screen.open(part);
	return {screen, clock, fake};
};
