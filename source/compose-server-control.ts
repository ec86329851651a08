import type {BenchParts} from './compose-bench.ts';
import {type Loaded, unusedServers} from './compose-load.ts';
import {version} from './compose-settings.ts';
import {describeError} from './domain/failure.ts';
import type {ServerControl, UnusedServer} from './domain/server-control.ts';
import type {DiagnosisStep} from './domain/server-ports.ts';
import type {LogLevel} from './domain/server-request.ts';
import {settingsObject, wholeTargetOf} from './headless/servers/describe-server.ts';
import {redactor} from './program-redactor.ts';

/** What the workbench can do with the servers while they run. */
export const composeServerControl = ({servers, surroundings, loaded, times}: BenchParts): ServerControl => {
	const levels = new Map<string, LogLevel>();
	const {configs, printed, start, restart, setEnabled, signIn, signOut} = servers;

	const diagnose = async function* (name: string, signal: AbortSignal): AsyncGenerator<DiagnosisStep> {
		const config = configs().find(each => each.name === name);
		if (config === undefined) return;
		try {
			const {createDiagnose} = await import('./core/mcp/doctor/create-diagnose.ts');
			const {credentials} = surroundings;
			const steps = createDiagnose({
				version,
				environment: process.env,
				credentials,
				onConnected: connected => times?.connected(connected),
			})(config, signal);
			for await (const step of steps) yield redactor.redactAll(step);
		} catch (error) {
			if (signal.aborted) return;
			yield {name: 'doctor', outcome: 'failed', detail: describeError(error)};
		}
	};

	let unused: {readonly of: Loaded; readonly list: readonly UnusedServer[]} | undefined;
	const findUnused = (): readonly UnusedServer[] => {
		const now = loaded();
		if (unused?.of !== now) unused = {of: now, list: unusedServers(now)};
		return unused.list;
	};

	return {
		configs,
		printed,
		start,
		restart,
		setEnabled,
		signIn,
		signOut,
		unused: findUnused,
		...(times === undefined ? {} : {times}),
		reachOf: config => redactor.redactAll(wholeTargetOf(config)),
		settingsOf: config => redactor.redactAll(JSON.parse(JSON.stringify(settingsObject(config)))),
		setLogLevel: async (server, level, signal) => {
			const outcome = await servers.setLogLevel(server, level, signal);
			if (outcome.type === 'fetched') levels.set(server, level);
			return outcome;
		},
		logLevelOf: server => levels.get(server),
		diagnose,
	};
};
