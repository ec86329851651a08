import {commandToolbox} from './compose-command-toolbox.ts';
import {type Loaded, load, serversOf, unusedServers} from './compose-load.ts';
import {
	findSurroundings,
	ownConfigFile,
	type Surroundings,
	type SurroundingsOptions,
	secretAccount,
	version,
} from './compose-settings.ts';
import {createChangeConfig} from './core/config/change-config.ts';
import {CredentialError} from './core/credentials/credential-error.ts';
import type {LazyCredentials} from './core/credentials/lazy-credentials.ts';
import {createOwnSecrets} from './core/credentials/own-secrets.ts';
import {redactServers} from './core/credentials/redacted-servers.ts';
import {createDiagnose} from './core/mcp/doctor/create-diagnose.ts';
import {createToolServers} from './core/mcp/tool-servers.ts';
import {describeError, type Failure} from './domain/failure.ts';
import type {ServerRequests} from './domain/server-ports.ts';
import type {ServerNotice} from './domain/server-request.ts';
import type {KeepSecret, ServerRun} from './headless/servers/server-run.ts';
import {redactor} from './program-redactor.ts';

export type ComposeServersOptions = {
	readonly configFiles: readonly string[];
	readonly isStrict: boolean;
	readonly trustsProject: boolean;
	/** The servers of the user's own file do not count. */
	readonly withoutOwnServers?: boolean | undefined;
	/** Whether the built-in server is one of them. */
	readonly withToolbox?: boolean;
	/** The doctor starts and contacts nothing. */
	readonly onlyLooks?: boolean;
	readonly askPassphrase?: SurroundingsOptions['askPassphrase'];
	readonly requests: ServerRequests;
	/** Told when the user has to wait for something. */
	readonly say?: (sentence: string) => void;
	readonly onNotice?: (server: string, notice: ServerNotice) => void;
};

export type ComposedServers =
	| ({readonly type: 'composed'; readonly loaded: Loaded; readonly surroundings: Surroundings} & ServerRun)
	| {readonly type: 'refused'; readonly failure: Failure};

const undoPatience = 10_000;

/** Keeps secrets for the configuration, where they outlive the program. */
export const keepSecretIn =
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
			return {type: 'kept', undo, place: credentials.place};
		} catch (error) {
			return refuse(describeError(error), error instanceof CredentialError ? error.hint : undefined);
		}
	};

/** Wires what a command that works on servers needs: no model, no session, no screen. */
export const composeServers = async (options: ComposeServersOptions): Promise<ComposedServers> => {
	const surroundings = findSurroundings({
		onWait: sentence => options.say?.(sentence),
		onTrouble: ({message, hint}) => options.say?.(hint === undefined ? message : `${message} ${hint}`),
		...(options.askPassphrase === undefined ? {} : {askPassphrase: options.askPassphrase}),
	});
	const {folders, credentials, memory, times} = surroundings;
	const cwd = process.cwd();
	const read = await load(surroundings, {...options, isDemo: false, agentFile: undefined, cwd});
	if (read.type === 'refused') {
		return read;
	}
	const {loaded} = read;
	const toolbox = options.withToolbox === true && !options.isStrict ? commandToolbox(loaded) : undefined;
	const configs = [...serversOf(loaded), ...(toolbox === undefined ? [] : [toolbox.config])];
	const {isBroken} = loaded.config;
	const environment = process.env;
	const {onNotice} = options;
	const servers = redactServers(
		createToolServers({
			servers: configs,
			version,
			now: Date.now,
			environment,
			requests: options.requests,
			credentials,
			memory,
			...(toolbox === undefined ? {} : {localServers: {[toolbox.config.name]: toolbox.serve}}),
			onStatus: () => undefined,
			...(onNotice === undefined ? {} : {onNotice}),
		}),
		redactor,
	);
	return {
		type: 'composed',
		loaded,
		surroundings,
		servers,
		configs,
		problems: loaded.problems,
		isBroken: isBroken === true,
		refused: unusedServers(loaded).map(({file, disabled: _, ...server}) => ({...server, source: file})),
		changeConfig: createChangeConfig({folder: folders.config, cwd, env: environment}),
		diagnose: createDiagnose({
			version,
			environment,
			credentials,
			onlyLooks: options.onlyLooks === true,
			onConnected: times.connected,
		}),
		times,
		now: Date.now,
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
		keepSecret: keepSecretIn(credentials),
		ownSecrets: createOwnSecrets({file: ownConfigFile(folders), credentials}),
		close: async () => {
			await Promise.all([servers.close(), memory.settled(), options.onlyLooks === true || times.settled()]);
			credentials.close();
		},
	};
};
