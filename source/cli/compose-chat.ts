import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {Composed, ComposeOptions} from '../compose-options.ts';
import {approvalModes, workModes} from '../domain/approval.ts';
import {all, first} from './line-values.ts';
import {replayClash, replayFor} from './replay-options.ts';

/** The model that the command line names, if it does. */
export const modelFor = (line: CommandLine): string | undefined =>
	line.command === 'demo' ? 'demo/tour' : first(line, 'model');

const sessionFor = (line: CommandLine): ComposeOptions['session'] => {
	const sessionId = first(line, 'resume');
	const isFork = line.values.has('fork');
	if (sessionId !== undefined) {
		return {type: 'resume', sessionId, isFork};
	}
	if (line.values.has('continue')) {
		return {type: 'last', isFork};
	}
	return {type: line.values.has('no-session') ? 'none' : 'new'};
};

/** Wires the program as the command line says. */
export const composeChat = async (
	line: CommandLine,
	options: Pick<
		ComposeOptions,
		'onEvent' | 'isAttended' | 'askPassphrase' | 'findSurroundings' | 'recording'
	> &
		// What the chat has become since it was started.
		Partial<Pick<ComposeOptions, 'modelId' | 'assistant' | 'approvalMode' | 'workMode' | 'session'>>,
): Promise<Composed> => {
	const maxSteps = first(line, 'max-steps') ?? '50';
	if (!/^[1-9]\d{0,5}$/.test(maxSteps)) {
		const message = `--max-steps needs a whole number from 1, not "${maxSteps}".`;
		return {type: 'refused', failure: {code: 'bad-input', message}};
	}
	if (first(line, 'agent') !== undefined && first(line, 'assistant') !== undefined) {
		const message = '--agent and --assistant exclude each other: one says who you talk to.';
		return {type: 'refused', failure: {code: 'bad-input', message}};
	}
	const clash = replayClash(line);
	if (clash !== undefined) {
		return {type: 'refused', failure: {code: 'bad-input', message: clash}};
	}
	const [{compose}, {loadReplay}] = await Promise.all([
		import('../compose.ts'),
		import('../compose-replay.ts'),
	]);
	const replayed = await loadReplay(replayFor(line), options.isAttended === true);
	if (replayed.type === 'refused') {
		return replayed;
	}
	const {replay} = replayed;
	const modelId = 'modelId' in options ? options.modelId : modelFor(line);
	return compose({
		isDemo: line.command === 'demo',
		configFiles: all(line, 'mcp-config'),
		// Where servers are played no file names any.
		isStrict: line.values.has('strict-mcp-config') || replay.servers !== undefined,
		trustsProject: line.values.has('trust-project'),
		agentFile: first(line, 'agent'),
		assistant: first(line, 'assistant'),
		onlyServers: all(line, 'server'),
		workMode: workModes.find(mode => mode === first(line, 'mode')),
		approvalMode: approvalModes.find(mode => mode === first(line, 'approval')),
		allowedTools: all(line, 'allowed-tools'),
		disallowedTools: all(line, 'disallowed-tools'),
		maxSteps: Number(maxSteps),
		session: sessionFor(line),
		replay,
		...options,
		modelId: replay.models === undefined ? modelId : replay.models.choose(modelId),
	});
};
