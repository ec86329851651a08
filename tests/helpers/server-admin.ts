import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type Loaded, load} from '../../source/compose-load.ts';
import {composeServerEntries} from '../../source/compose-server-entries.ts';
import {type Surroundings, secretAccount} from '../../source/compose-settings.ts';
import {createConnectionMemory} from '../../source/core/config/connection-memory.ts';
import {createOpenState} from '../../source/core/config/state-file.ts';
import {createServerTimes} from '../../source/core/config/times/server-times.ts';
import {createLazyCredentials} from '../../source/core/credentials/lazy-credentials.ts';
import {createMemoryCredentials} from '../../source/core/credentials/memory-credentials.ts';
import type {OpenedCredentials} from '../../source/core/credentials/open-credentials.ts';
import {createSecretIndex} from '../../source/core/credentials/secret-index.ts';
import {revealSecret} from '../../source/domain/secret.ts';
import {createFakeClock} from './fake-clock.ts';
import {createTemporaryFolder} from './temporary-folder.ts';

type AdminOptions = {
	/** The text of the user's own file. */
	readonly own?: string;
	/** The text of the project's file. */
	readonly project?: string;
	/** More files, as --mcp-config names them. */
	readonly given?: string;
	readonly trustsProject?: boolean;
	/** Why no secret can be kept. */
	readonly noKeychain?: string;
	readonly openCredentials?: () => Promise<OpenedCredentials>;
	readonly environment?: Readonly<Record<string, string | undefined>>;
};

const openMemory = (problem: string | undefined) => async (): Promise<OpenedCredentials> => ({
	...createMemoryCredentials(),
	place: 'the keychain',
	kind: 'memory',
	close: () => undefined,
	...(problem === undefined ? {} : {problem, hint: 'Start the keychain.'}),
});

/** The port over real files in a folder of its own, with secrets in memory unless a test brings a keychain. */
export const openServerAdmin = async (options: AdminOptions = {}) => {
	const folder = createTemporaryFolder();
	const cwd = join(folder, 'project');
	const config = join(folder, 'home');
	mkdirSync(cwd);
	mkdirSync(config);
	const ownFile = join(config, 'config.json');
	const projectFile = join(cwd, '.mcp.json');
	const givenFile = join(folder, 'given.json');
	for (const [file, text] of [
		[ownFile, options.own],
		[projectFile, options.project],
		[givenFile, options.given],
	] as const) {
		if (text !== undefined) writeFileSync(file, text);
	}
	const openState = createOpenState({folder: config});
	const credentials = createLazyCredentials(options.openCredentials ?? openMemory(options.noKeychain));
	const {signal} = new AbortController();
	const clock = createFakeClock();
	const times = createServerTimes({
		state: openState('server-times'),
		now: clock.now,
		schedule: clock.schedule,
	});
	const secretOf = async (name: string): Promise<string | undefined> => {
		const secret = await credentials.get(secretAccount('keychain', name), signal);
		return secret === undefined ? undefined : revealSecret(secret);
	};
	const surroundings: Surroundings = {
		folders: {config, data: config},
		credentials,
		memory: createConnectionMemory({file: join(config, 'servers.json')}),
		times,
		openState,
		secretNames: createSecretIndex(openState('state')),
		findSecret: async ({name}) => secretOf(name),
	};
	const loadOptions = {
		isDemo: false,
		configFiles: options.given === undefined ? [] : [givenFile],
		isStrict: false,
		trustsProject: options.trustsProject ?? false,
		agentFile: undefined,
		cwd,
	};
	const read = async (first?: Loaded): Promise<Loaded> => {
		const outcome = await load(surroundings, loadOptions, first);
		if (outcome.type === 'refused') throw new Error(outcome.failure.message);
		return outcome.loaded;
	};
	const first = await read();
	let loaded = first;
	const admin = composeServerEntries({
		surroundings,
		loaded: () => loaded,
		toolbox: 'toolbox',
		environment: options.environment ?? process.env,
		cwd,
		now: Date.now,
		reload: async () => {
			loaded = await read(first);
		},
	});
	return {
		admin,
		loaded: () => loaded,
		ownFile,
		projectFile,
		givenFile,
		ownText: () => readFileSync(ownFile, 'utf8'),
		projectText: () => readFileSync(projectFile, 'utf8'),
		secretOf,
		credentials,
		times,
		/** The clock of the times. */
		clock,
	};
};
