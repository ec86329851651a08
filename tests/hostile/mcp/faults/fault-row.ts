import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {RemoteServer, ServerConfig, StdioServer} from '../../../../source/domain/server.ts';
import {serverConfig} from '../../../helpers/mcp-servers.ts';

/** One way in which a server can go wrong, and what its user gets to know. */
export type FaultRow = {
	/** Continues "a server that ...". */
	readonly fault: string;
	readonly config: (places: FaultPlaces) => ServerConfig;
	/** The tool to call, where the fault shows in a call rather than in the start. */
	readonly call?: string;
	readonly arguments?: JsonObject;
	readonly expected: Expected;
	/** What the servers and the network layer inherit, beside the usual. */
	readonly environment?: (places: FaultPlaces) => Readonly<Record<string, string>>;
	/** What must hold at the fault server afterwards. */
	readonly afterwards?: (places: FaultPlaces) => Promise<void>;
};

export type Expected =
	/** The message must match; that it names the server is checked for every row. */
	| {readonly type: 'fails'; readonly message: RegExp}
	/** The fault is survived: the call answers this, or without a call the server is ready. */
	| {readonly type: 'works'; readonly text?: string; readonly note?: RegExp}
	/** The result arrives with a warning. */
	| {readonly type: 'warns'; readonly text: string; readonly warning: RegExp};

/** Where the fault servers of a table listen. */
export type FaultPlaces = {
	readonly port: number;
	/** With TLS, where the server has that. */
	readonly securePort: number;
	/** Nobody listens there. */
	readonly closedPort: number;
};

export const faultyName = 'faulty-one';

/** Limits for servers that are expected to hang in a call, or already when it starts. */
export const hangsInCall = {requestTimeout: 1500};
export const hangsAtStart = {connectTimeout: 1500, requestTimeout: 1500};

/** Whether a row waits for a limit to pass. Every other row has time enough on any machine. */
export const isHang = (message: RegExp): boolean => message.source.startsWith('within');
export const expectsHang = (expected: Expected): boolean =>
	expected.type === 'fails' && isHang(expected.message);

export const fails = (message: RegExp): Expected => ({type: 'fails', message});
export const works = (text?: string): Expected => ({type: 'works', ...(text === undefined ? {} : {text})});

export const faultFile = (name: string): string =>
	fileURLToPath(new URL(`../../../servers/faults/${name}.mjs`, import.meta.url));

export const stdioFault = (fault: string, more: Partial<StdioServer> = {}): StdioServer =>
	serverConfig('echo', {
		name: faultyName,
		args: [faultFile('stdio-faults'), fault],
		connectTimeout: 20_000,
		requestTimeout: 20_000,
		...more,
	});

export const remoteFault = (
	type: RemoteServer['type'],
	url: string,
	more: Partial<RemoteServer> = {},
): RemoteServer => ({
	name: faultyName,
	type,
	url,
	headers: {},
	auth: {type: 'none'},
	sseReadTimeout: 60_000,
	terminateOnClose: true,
	allowInsecure: false,
	connectTimeout: 20_000,
	requestTimeout: 20_000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
	...more,
});

export type FaultServer = FaultPlaces & {readonly end: () => Promise<void>};

/** Starts tests/servers/faults/<name>.mjs as a process of its own, so that its work is not counted as ours. */
export const startFaultServer = async (name: string): Promise<FaultServer> => {
	const child = spawn(process.execPath, [faultFile(name)], {stdio: ['pipe', 'pipe', 'inherit']});
	const [line] = await once(createInterface({input: child.stdout}), 'line');
	const places: FaultPlaces = JSON.parse(String(line));
	return {
		...places,
		end: async () => {
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		},
	};
};
