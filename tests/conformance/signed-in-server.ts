import {createMemoryCredentials} from '../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../source/core/mcp/tool-servers.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {CallReport} from '../../source/domain/ports.ts';
import type {RemoteServer} from '../../source/domain/server.ts';
import type {McpServers, ServerRequests, WorkingWay} from '../../source/domain/server-ports.ts';
import type {ToolDefinition} from '../../source/domain/tool.ts';

// The program asks once by itself. A user who has to sign in a third time after that gives up.
const patientSignIns = 2;

export type SignedInServer = {
	readonly name: string;
	readonly servers: McpServers;
	readonly tools: () => readonly ToolDefinition[];
	/** Signs in when the server wants it, and calls again. */
	readonly call: (tool: string, args: JsonObject, signal: AbortSignal) => Promise<CallReport>;
	readonly close: () => Promise<void>;
};

export type SignedInServerOptions = {
	readonly config: RemoteServer;
	readonly requests: ServerRequests;
	/** The generation of the protocol that the suite asks for. */
	readonly era: WorkingWay['era'];
};

/** Connects through the program's own layer, signing in as often as a patient user would. */
export const openSignedInServer = async (
	{config, requests, era}: SignedInServerOptions,
	signal: AbortSignal,
): Promise<SignedInServer> => {
	const servers = createToolServers({
		servers: [config],
		version: '0.0.0-conformance',
		now: Date.now,
		onStatus: (_server, status) => console.error(JSON.stringify(status)),
		environment: process.env,
		requests,
		asksToSignIn: true,
		onNotice: () => {},
		credentials: createMemoryCredentials(),
		memory: {recall: () => ({transport: 'http', era}), remember: () => {}},
	});
	let signIns = 0;

	/** Whether it makes sense to try again what just failed for want of permission. */
	const signInAgain = async (): Promise<boolean> => {
		if (signIns === patientSignIns) return false;
		signIns += 1;
		const outcome = await servers.signIn(config.name, signal);
		console.error(JSON.stringify(outcome));
		return outcome.type === 'signed-in';
	};

	const start = async (): Promise<void> => {
		const status = await servers.start(config.name, signal);
		if (status.type === 'ready') return;
		if (status.type === 'needs-sign-in' && (await signInAgain())) return start();
		await servers.close();
		throw new Error(`not connected: ${JSON.stringify(status)}`);
	};

	const call = async (tool: string, args: JsonObject): Promise<CallReport> => {
		const report = await servers.call({server: config.name, tool}, args, () => {}, signal);
		const isLocked = report.type === 'failed' && report.failure.code === 'needs-sign-in';
		return isLocked && (await signInAgain()) ? call(tool, args) : report;
	};

	await start();
	return {
		name: config.name,
		servers,
		tools: () => servers.tools().map(({definition}) => definition),
		call,
		close: servers.close,
	};
};
