import {version} from './compose-settings.ts';
import {redactServers} from './core/credentials/redacted-servers.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {assertNever} from './domain/assert-never.ts';
import type {ServerConfig, ServerStatus} from './domain/server.ts';
import type {DraftTested} from './domain/server-admin.ts';
import type {Credentials, McpServers} from './domain/server-ports.ts';
import {learnSecrets, redactor} from './program-redactor.ts';
import {maskUrl, showCommand} from './support/mask-secrets.ts';

type DraftTestDeps = {
	/** A server that the user is signed in to is tested as such. */
	readonly credentials: Credentials;
	readonly environment: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
};

const describeWay = (config: ServerConfig): string => {
	switch (config.type) {
		case 'stdio': {
			const {command, args} = config.shown ?? config;
			return `starting ${showCommand(command, args)}`;
		}
		case 'http':
		case 'sse':
		case 'ws':
			return `connecting to ${maskUrl(config.shown?.url ?? config.url)}`;
		case 'in-memory':
			return 'starting it';
		default:
			return assertNever(config);
	}
};

const outcomeOf = (status: ServerStatus, servers: McpServers, milliseconds: number): DraftTested => {
	switch (status.type) {
		case 'ready': {
			const {type: _, ...facts} = status;
			const tools = servers.tools().map(({definition}) => ({
				name: definition.tool,
				description: definition.description,
			}));
			return {type: 'works', facts, milliseconds, tools};
		}
		case 'needs-sign-in':
			return {type: 'needs-sign-in', failure: status.failure};
		case 'failed':
			return {type: 'failed', failure: status.failure, stderr: status.stderr};
		case 'ready-but-list-failed':
		case 'reconnecting':
			return {type: 'failed', failure: status.failure, stderr: []};
		case 'disabled':
		case 'idle':
		case 'connecting':
			return {type: 'cancelled'};
		default:
			return assertNever(status);
	}
};

/** Starts one server for itself alone, asks what it offers, and closes it whatever happens. */
export const testConfig = async (
	given: ServerConfig,
	{credentials, environment, now}: DraftTestDeps,
	onStep: (sentence: string) => void,
	signal: AbortSignal,
): Promise<DraftTested> => {
	// Somebody watches: they try again themselves.
	const config: ServerConfig = {...given, disabled: false, retryAttempts: 0};
	learnSecrets([config]);
	const servers = redactServers(
		createToolServers({
			servers: [config],
			version,
			now,
			environment,
			credentials,
			onStatus: () => undefined,
		}),
		redactor,
	);
	try {
		onStep(describeWay(config));
		const begun = now();
		const status = await servers.start(config.name, signal);
		return signal.aborted ? {type: 'cancelled'} : outcomeOf(status, servers, now() - begun);
	} finally {
		await servers.close();
	}
};
