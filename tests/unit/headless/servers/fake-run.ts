import type {Fetched} from '../../../../source/domain/catalogue.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {CallReport} from '../../../../source/domain/ports.ts';
import {revealSecret} from '../../../../source/domain/secret.ts';
import type {ServerConfig, ServerStatus} from '../../../../source/domain/server.ts';
import type {
	ConfigChanged,
	ConfigScope,
	McpServers,
	ServerEntryChange,
} from '../../../../source/domain/server-ports.ts';
import type {ToolRef} from '../../../../source/domain/tool.ts';
import {createCommandOutput} from '../../../../source/headless/command-output.ts';
import type {ServerRun} from '../../../../source/headless/servers/server-run.ts';
import {serverConfig} from '../../../helpers/mcp-servers.ts';

export const signal = new AbortController().signal;

/** What the clock says, in milliseconds since 1970. */
const tenDays = 864_000_000;

export const stdioServer = (name: string, more: Partial<ServerConfig> = {}): ServerConfig =>
	({...serverConfig('echo'), name, command: 'node', args: ['echo.mjs'], ...more}) as ServerConfig;

export const httpServer = (name: string, more: Partial<ServerConfig> = {}): ServerConfig => {
	const {command, args, env, encoding, ...base} = serverConfig('echo');
	return {
		...base,
		name,
		type: 'http',
		url: 'https://a.example/mcp',
		headers: {},
		auth: {type: 'none'},
		sseReadTimeout: 300_000,
		terminateOnClose: true,
		allowInsecure: false,
		...more,
	} as ServerConfig;
};

export const readyWith = (toolCount: number): ServerStatus & {readonly type: 'ready'} => ({
	type: 'ready',
	transport: 'stdio',
	protocolVersion: '2025-11-25',
	identity: {name: 'echo', version: '1.0.0'},
	toolCount,
	promptCount: 0,
	resourceCount: 0,
	templateCount: 0,
	definitionTokens: 12,
});

export const failedWith = (name: string): ServerStatus => ({
	type: 'failed',
	failure: {code: 'server-exited', message: `Server "${name}" exited with code 1.`, hint: 'Look at its log.'},
	stderr: ['boom'],
});

type FakeOptions = Partial<Omit<McpServers, 'start'>> & {
	readonly configs?: () => readonly ServerConfig[];
	readonly refused?: ServerRun['refused'];
	/** How each server is after its start. */
	readonly after?: Readonly<Record<string, ServerStatus>>;
	readonly changeConfig?: ServerRun['changeConfig'];
	readonly diagnose?: ServerRun['diagnose'];
	readonly whyNotKept?: ServerRun['whyNotKept'];
	readonly keepSecret?: ServerRun['keepSecret'];
	readonly times?: ServerRun['times'];
};

const notFaked = (): Promise<Fetched<never>> =>
	Promise.resolve({type: 'failed', failure: {code: 'fake', message: 'not in this test'}});

export type FakeRun = ServerRun & {
	/** The secrets that were kept, by name. */
	readonly kept: ReadonlyMap<string, string>;
	readonly started: readonly string[];
	readonly calls: readonly {readonly ref: ToolRef; readonly args: JsonObject}[];
	readonly changes: readonly {readonly change: ServerEntryChange; readonly scope: ConfigScope}[];
};

/** A run whose servers are made of answers. */
export const createFakeRun = ({
	configs = () => [],
	refused = [],
	after = {},
	changeConfig,
	diagnose,
	whyNotKept = async () => undefined,
	keepSecret,
	times = {look: async () => undefined, of: () => undefined},
	...ports
}: FakeOptions = {}): FakeRun => {
	const started: string[] = [];
	const kept = new Map<string, string>();
	const calls: {ref: ToolRef; args: JsonObject}[] = [];
	const changes: {change: ServerEntryChange; scope: ConfigScope}[] = [];
	const succeed = (args: JsonObject): CallReport => {
		const text = JSON.stringify(args);
		return {
			type: 'succeeded',
			result: {content: [{type: 'text', text}]},
			raw: {content: [{type: 'text', text}]},
		};
	};
	const servers: McpServers = {
		listed: async () => undefined,
		starting: () => [],
		connect: async () => undefined,
		apply: async () => undefined,
		check: async () => undefined,
		tools: () => [],
		leftOutTools: () => [],
		statuses: () => new Map(),
		configs,
		prompts: () => [],
		resources: () => [],
		resourceTemplates: () => [],
		getPrompt: notFaked,
		readResource: notFaked,
		complete: notFaked,
		listSkills: notFaked,
		readSkill: notFaked,
		watchResource: notFaked,
		unwatchResource: notFaked,
		setLogLevel: notFaked,
		restart: async () => ({type: 'idle'}),
		printed: () => [],
		setEnabled: async () => undefined,
		signIn: async () => ({type: 'cancelled'}),
		signOut: async () => ({type: 'not-signed-in'}),
		close: async () => undefined,
		...ports,
		start: async name => {
			started.push(name);
			return after[name] ?? readyWith(1);
		},
		call: (ref, args, onProgress, abort) => {
			calls.push({ref, args});
			return ports.call?.(ref, args, onProgress, abort) ?? Promise.resolve(succeed(args));
		},
	};
	return {
		servers,
		configs: configs(),
		refused,
		problems: refused.flatMap(each => (each.isUntrusted === true ? [] : each.problems)),
		isBroken: false,
		changeConfig: async (change, scope): Promise<ConfigChanged> => {
			changes.push({change, scope});
			return changeConfig?.(change, scope) ?? {type: 'changed', file: `/${scope}.json`};
		},
		diagnose:
			diagnose ??
			async function* () {
				yield {name: 'command', outcome: 'ok', detail: '/bin/node'};
			},
		times,
		now: () => tenDays,
		whyNotKept,
		keepSecret: async (name, secret, abort) => {
			const outcome = await keepSecret?.(name, secret, abort);
			if (outcome !== undefined) return outcome;
			kept.set(name, revealSecret(secret));
			return {
				type: 'kept',
				undo: async () => {
					kept.delete(name);
				},
			};
		},
		close: async () => undefined,
		started,
		calls,
		changes,
		kept,
	};
};

/** An output that remembers. */
export const createRecorder = (isJson = false, isTerminal = false, columns?: number) => {
	let out = '';
	let err = '';
	const output = createCommandOutput(
		{
			stdout: {
				write: (text: string | Uint8Array) => {
					out += String(text);
					return true;
				},
				isTTY: isTerminal,
			},
			stderr: {
				write: (text: string | Uint8Array) => {
					err += String(text);
					return true;
				},
				isTTY: isTerminal,
			},
		},
		isJson,
		columns,
	);
	return {output, out: () => out, err: () => err, json: (): unknown => JSON.parse(out)};
};
