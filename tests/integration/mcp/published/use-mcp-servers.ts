import {onTestFinished} from 'vitest';
import {createMemoryCredentials} from '../../../../source/core/credentials/memory-credentials.ts';
import {createToolServers} from '../../../../source/core/mcp/tool-servers.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {CallReport} from '../../../../source/domain/ports.ts';
import type {ServerConfig, ServerStatus} from '../../../../source/domain/server.ts';
import type {McpServers, ServerRequests} from '../../../../source/domain/server-ports.ts';
import type {
	ElicitationAnswer,
	ElicitationRequest,
	SamplingRequest,
	ServerNotice,
} from '../../../../source/domain/server-request.ts';
import type {CallProgress} from '../../../../source/domain/tool-call.ts';

export const never: AbortSignal = new AbortController().signal;

export type UsedServers = {
	readonly servers: McpServers;
	readonly notices: readonly ServerNotice[];
	/** What servers asked of the user. */
	readonly elicited: readonly ElicitationRequest[];
	readonly sampled: readonly SamplingRequest[];
	readonly start: (server: string) => Promise<ServerStatus>;
	readonly call: (
		server: string,
		tool: string,
		args?: JsonObject,
		more?: {readonly onProgress?: (progress: CallProgress) => void; readonly signal?: AbortSignal},
	) => Promise<CallReport>;
};

export type UserAnswers = {
	readonly elicit?: (request: ElicitationRequest) => ElicitationAnswer;
	readonly roots?: ReturnType<ServerRequests['roots']>;
};

/** Everything that can be done with servers, with a user who answers at once. Closed when the test is over. */
export const useMcpServers = (
	configs: readonly ServerConfig[],
	{elicit = () => ({action: 'decline'}), roots = []}: UserAnswers = {},
): UsedServers => {
	const notices: ServerNotice[] = [];
	const elicited: ElicitationRequest[] = [];
	const sampled: SamplingRequest[] = [];
	const servers = createToolServers({
		servers: configs,
		version: '0.0.0-test',
		now: Date.now,
		onStatus: () => {},
		environment: process.env,
		onNotice: (_server, notice) => notices.push(notice),
		credentials: createMemoryCredentials(),
		requests: {
			elicit: async (_server, request) => {
				elicited.push(request);
				return elicit(request);
			},
			sample: async (_server, request) => {
				sampled.push(request);
				return {
					type: 'answered',
					model: 'demo/test',
					content: [{type: 'text', text: 'a sampled answer'}],
					stopReason: 'endTurn',
				};
			},
			signIn: async () => ({type: 'declined'}),
			roots: () => roots,
		},
	});
	onTestFinished(() => servers.close());
	return {
		servers,
		notices,
		elicited,
		sampled,
		start: server => servers.start(server, never),
		call: (server, tool, args = {}, {onProgress = () => {}, signal = never} = {}) =>
			servers.call({server, tool}, args, onProgress, signal),
	};
};
