import type {BenchParts} from './compose-bench.ts';
import {assistantsOf, type Loaded, serversOf} from './compose-load.ts';
import {ownConfigFile} from './compose-settings.ts';
import type {Assistant} from './domain/assistant.ts';
import {
	type AssistantAdmin,
	type AssistantChange,
	type AssistantDone,
	type AssistantSheet,
	unusableFailure,
} from './domain/assistant-admin.ts';
import type {Failure} from './domain/failure.ts';
import {suggestion} from './support/nearest.ts';
import {rememberOne} from './support/remember-one.ts';

const done = (failure?: Failure): AssistantDone => ({
	type: 'done',
	...(failure === undefined ? {} : {doubt: failure}),
});

const blank: Assistant = {name: '', excludeTools: [], trustedTools: []};

/** Assistants of the user's own file; those of others are only looked at. */
export const composeAssistants = ({
	options,
	surroundings,
	app,
	servers,
	loaded,
	reload,
}: Pick<
	BenchParts,
	'options' | 'surroundings' | 'app' | 'servers' | 'loaded' | 'reload'
>): AssistantAdmin => {
	const file = ownConfigFile(surroundings.folders);
	const change = async (wanted: AssistantChange) =>
		(await import('./core/config/change-assistants.ts')).createChangeAssistants({file})(wanted);
	const listOf = rememberOne((from: Loaded) => assistantsOf(from));
	const list = (): readonly Assistant[] => listOf(loaded());
	const find = (name: string): Assistant | undefined => list().find(each => each.name === name);
	const isTurnRunning = (): boolean => app.getState().turn !== undefined;
	const busy: AssistantDone = {
		type: 'refused',
		failure: {
			code: 'busy',
			message: 'The model is at work.',
			hint: 'Wait until it is done, or press esc in the chat to stop it.',
		},
	};

	const use: AssistantAdmin['use'] = async (name, signal) => {
		const wanted = name === undefined ? undefined : find(name);
		if (name !== undefined && wanted === undefined) {
			const unusable = loaded().config.refusedAssistants.find(each => each.name === name);
			if (unusable !== undefined) {
				return {type: 'refused', failure: unusableFailure(unusable)};
			}
			const names = list().map(each => each.name);
			const message = `There is no assistant "${name}"${suggestion(name, names) || '.'}`;
			return {type: 'refused', failure: {code: 'unknown-assistant', message}};
		}
		if (isTurnRunning()) {
			return busy;
		}
		const changed = await app.changeAssistant(wanted, signal);
		return changed.type === 'refused'
			? changed
			: done(changed.type === 'changed' ? changed.doubt : undefined);
	};

	const whyFixed: AssistantAdmin['whyFixed'] = name => {
		const {agent} = loaded();
		if (options.isDemo) {
			return 'The demo reads and writes no file of yours: start mcp-tui without it to change assistants.';
		}
		if (agent?.assistant.name === name) {
			return `It is the agent file ${agent.assistant.source ?? options.agentFile ?? ''}, given with --agent. It belongs to whoever wrote it: change it there, or copy it into your own configuration.`;
		}
		const source = find(name)?.source;
		return source === undefined || source === file
			? undefined
			: `It stands in ${source}, which is not your own file. Change it there, or copy it.`;
	};

	/** Those that the assistant in use does without. */
	const woken = new Set<string>();
	const wake = async (name: string, signal: AbortSignal): Promise<void> => {
		if (servers.statuses().get(name)?.type === 'disabled') {
			// What the user has switched off for this run stays off.
			if (app.assistant()?.servers?.includes(name) !== false) return;
			woken.add(name);
			await servers.setEnabled(name, true);
		}
		await servers.start(name, signal);
	};
	// What a model is offered and told is decided by its assistant, whoever else runs.
	const wakeServers = (signal: AbortSignal): void => {
		for (const {name, disabled} of serversOf(loaded())) {
			if (!disabled) void wake(name, signal);
		}
	};
	const restServers = (): void => {
		const used = app.assistant()?.servers;
		for (const name of woken) {
			if (used?.includes(name) === false) void servers.setEnabled(name, false);
		}
		woken.clear();
	};

	return {
		file,
		list,
		wakeServers,
		restServers,
		unusable: () => loaded().config.refusedAssistants,
		whyFixed,
		async open(name) {
			const [{readWrittenAssistant}, {assistantProblems}] = await Promise.all([
				import('./core/config/read-written-assistant.ts'),
				import('./core/config/assistant-problems.ts'),
			]);
			const problemsOf: AssistantSheet['problemsOf'] = (assistant, replaces) => {
				const names = [...list(), ...loaded().config.refusedAssistants].map(each => each.name);
				return assistantProblems(
					assistant,
					names.filter(each => each !== replaces),
				);
			};
			const foreign = name === undefined ? blank : whyFixed(name) === undefined ? undefined : find(name);
			if (foreign !== undefined) {
				return {type: 'open', sheet: {assistant: foreign, problemsOf}};
			}
			const read = await readWrittenAssistant(file, name ?? '');
			return read.type === 'refused' ? read : {type: 'open', sheet: {...read.written, problemsOf}};
		},
		async save(assistant, replaces, signal) {
			const before = app.assistant();
			const written = await change({
				type: 'save',
				assistant,
				...(replaces === undefined ? {} : {replaces}),
			});
			if (written.type === 'refused') {
				return written;
			}
			await reload();
			const now = find(assistant.name);
			if (before === undefined || before.name !== replaces || now === undefined) {
				return done();
			}
			const followed = await app.followAssistant({before, now, by: 'user'}, signal);
			// It is saved, whatever became of its model.
			return done(followed.type === 'refused' ? followed.failure : undefined);
		},
		async remove(name, signal) {
			const isInUse = app.getState().assistant === name;
			if (isInUse && isTurnRunning()) {
				return busy;
			}
			const written = await change({type: 'remove', name});
			if (written.type === 'refused') {
				return written;
			}
			await reload();
			return isInUse ? use(undefined, signal) : done();
		},
		use,
		tools: () => servers.tools().map(({definition}) => definition),
		servers: () => serversOf(loaded()).map(({name}) => name),
	};
};
