import {readServerEntry} from '../../source/core/config/server-entry.ts';
import type {Failure} from '../../source/domain/failure.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {ServerConfig, ServerFacts, ServerStatus} from '../../source/domain/server.ts';
import type {ServerAdmin} from '../../source/domain/server-admin.ts';
import type {ServerControl, UnusedServer} from '../../source/domain/server-control.ts';
import type {DiagnosisStep} from '../../source/domain/server-ports.ts';
import type {LogLevel} from '../../source/domain/server-request.ts';
import type {ServerTimesView} from '../../source/domain/server-times.ts';

export const ownFile = '/home/me/config.json';

/** A server as its entry makes it. */
export const configured = (name: string, entry: JsonObject, source: string = ownFile): ServerConfig => {
	const read = readServerEntry(name, entry, {env: {}, file: source});
	if (read.type === 'refused') throw new Error(`The entry of ${name} cannot be used.`);
	return {...read.server, source};
};

const facts: ServerFacts = {
	transport: 'stdio',
	protocolVersion: '2025-11-25',
	identity: {name: 'files-server', title: 'Files', version: '1.4.0'},
	toolCount: 13,
	promptCount: 1,
	resourceCount: 0,
	templateCount: 0,
	definitionTokens: 4100,
};

export const ready: ServerStatus = {type: 'ready', ...facts};

const failure: Failure = {
	code: 'server-not-started',
	message: 'Server "web" exited with code 1.',
	hint: 'Run its command by hand.',
};

export const failed: ServerStatus = {
	type: 'failed',
	failure,
	stderr: ['starting', '    at main (index.js:1)', 'Error: no such module'],
};

type FakeServers = {
	readonly configs: readonly ServerConfig[];
	readonly unused?: readonly UnusedServer[];
	/** What a start or a restart comes to. */
	readonly outcome?: ServerStatus;
	readonly steps?: readonly DiagnosisStep[];
	readonly times?: ServerTimesView;
};

/** Servers at their port: a record of what was asked for. */
export const createFakeControl = (fake: FakeServers) => {
	const calls: string[] = [];
	const levels = new Map<string, LogLevel>();
	let printed: readonly string[] = [];
	const control: ServerControl = {
		configs: () => fake.configs,
		unused: () => fake.unused ?? [],
		printed: () => printed,
		...(fake.times === undefined ? {} : {times: fake.times}),
		start: async server => {
			calls.push(`start ${server}`);
			return fake.outcome ?? ready;
		},
		restart: async server => {
			calls.push(`restart ${server}`);
			return fake.outcome ?? ready;
		},
		setEnabled: async (server, enabled) => {
			calls.push(`${enabled ? 'enable' : 'disable'} ${server}`);
		},
		signIn: async server => {
			calls.push(`sign in ${server}`);
			return {type: 'signed-in', kept: 'the keychain'};
		},
		signOut: async server => {
			calls.push(`sign out ${server}`);
			return {type: 'signed-out'};
		},
		reachOf: config => (config.type === 'stdio' ? [config.command, ...config.args].join(' ') : 'an address'),
		settingsOf: ({name}) => ({settings: name}),
		setLogLevel: async (server, level) => {
			levels.set(server, level);
			return {type: 'fetched', value: undefined, raw: {}};
		},
		logLevelOf: server => levels.get(server),
		diagnose: async function* () {
			yield* fake.steps ?? [];
		},
	};
	return {
		control,
		calls,
		print(...lines: readonly string[]) {
			printed = [...printed, ...lines];
		},
	};
};

const elsewhere: Failure = {code: 'fixed', message: 'It comes from the command line.'};

/** The entries of `own` are in the user's own file, the others somewhere else. */
export const createFakeAdmin = (own: Readonly<Record<string, JsonObject>>) => {
	const calls: string[] = [];
	const changed = {type: 'changed', file: ownFile, notes: []} as const;
	const admin: ServerAdmin = {
		written: async name => {
			const entry = own[name];
			return entry === undefined
				? {type: 'fixed', failure: elsewhere}
				: {type: 'written', server: {name, entry, shown: entry, file: ownFile, scope: 'user'}};
		},
		understand: async () => ({type: 'drafts', drafts: []}),
		freeName: async (_, wanted) => wanted ?? 'server',
		check: async () => ({name: undefined, entry: []}),
		test: async ({name}, {onStep}) => {
			calls.push(`test ${name}`);
			onStep('starting');
			return {type: 'works', facts, milliseconds: 420, tools: []};
		},
		save: async ({name}) => {
			calls.push(`save ${name}`);
			return changed;
		},
		remove: async name => {
			calls.push(`remove ${name}`);
			return changed;
		},
		setDisabled: async (name, disabled) => {
			calls.push(`${disabled ? 'disable' : 'enable'} ${name}`);
			return changed;
		},
	};
	return {admin, calls};
};
