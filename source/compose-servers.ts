import {findSurroundings, readUserSettings, secretAccount, version} from './compose-settings.ts';
import {createChangeConfig} from './core/config/change-config.ts';
import {CredentialError} from './core/credentials/credential-error.ts';
import type {LazyCredentials} from './core/credentials/lazy-credentials.ts';
import {createDiagnose} from './core/mcp/doctor/create-diagnose.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {describeError, type Failure} from './domain/failure.ts';
import type {ServerRequests} from './domain/server-ports.ts';
import type {ServerNotice} from './domain/server-request.ts';
import type {KeepSecret, ServerRun} from './headless/servers/server-run.ts';

export type ComposeServersOptions = {
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly requests: ServerRequests;
	/** Told when the user has to wait for something. */
	readonly say?: (sentence: string) => void;
	readonly onNotice?: (server: string, notice: ServerNotice) => void;
};

export type ComposedServers =
	| ({readonly type: 'composed'} & ServerRun)
	| {readonly type: 'refused'; readonly failure: Failure};

const undoPatience = 10_000;

const keepIn =
	(credentials: LazyCredentials): KeepSecret =>
	async (name, secret, signal) => {
		const refuse = (message: string, hint?: string) => ({
			type: 'refused' as const,
			failure: {code: 'no-keychain', message, ...(hint === undefined ? {} : {hint})},
		});
		const account = secretAccount('keychain', name);
		try {
			const {problem, hint} = await credentials.open(signal);
			if (problem !== undefined) {
				return refuse(`Secrets cannot be kept: ${problem}.`, hint);
			}
			const before = await credentials.get(account, signal);
			await credentials.set(account, secret, signal);
			const undo = async (): Promise<void> => {
				// The command may have been interrupted; this is still to be done.
				const patience = AbortSignal.timeout(undoPatience);
				const undoing =
					before === undefined
						? credentials.delete(account, patience)
						: credentials.set(account, before, patience);
				await undoing.catch(() => {
					// Why the command itself failed is what the user has to know.
				});
			};
			return {type: 'kept', undo};
		} catch (error) {
			return refuse(describeError(error), error instanceof CredentialError ? error.hint : undefined);
		}
	};

/** Wires what a command that works on servers needs: no model, no session, no screen. */
export const composeServers = async (options: ComposeServersOptions): Promise<ComposedServers> => {
	const surroundings = findSurroundings(sentence => options.say?.(sentence));
	const {folders, credentials, memory} = surroundings;
	const read = await readUserSettings(surroundings, options);
	if (read.type === 'refused') {
		return read;
	}
	const {servers: configs, refusedServers, problems, isBroken} = read.settings;
	const environment = process.env;
	const {onNotice} = options;
	const servers = createToolServers({
		servers: configs,
		version,
		now: Date.now,
		environment,
		requests: options.requests,
		credentials,
		memory,
		onStatus: () => undefined,
		...(onNotice === undefined ? {} : {onNotice}),
	});
	return {
		type: 'composed',
		servers,
		configs,
		problems,
		isBroken: isBroken === true,
		refused: refusedServers.map(({name, file, problems: own}) => ({name, source: file, problems: own})),
		changeConfig: createChangeConfig({folder: folders.config, cwd: process.cwd(), env: environment}),
		diagnose: createDiagnose({version, environment, credentials}),
		whyNotKept: async signal => {
			const {problem, hint} = await credentials.open(signal);
			return problem === undefined
				? undefined
				: {
						code: 'no-keychain',
						message: `The tokens of a sign-in cannot be kept: ${problem}.`,
						hint: [hint, 'Within the chat you can sign in for as long as it runs.'].join(' ').trim(),
					};
		},
		keepSecret: keepIn(credentials),
		close: async () => {
			await Promise.all([servers.close(), memory.settled()]);
			credentials.close();
		},
	};
};
