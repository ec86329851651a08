import type {CommandLine} from '../command-line/parse-command-line.ts';
import type {ReplayWish} from '../compose-replay.ts';
import type {OpenedRecording, Recording} from '../core/cassettes/recording.ts';
import {first} from './line-values.ts';

/** What is played, as the command line says. */
export const replayFor = (line: CommandLine): ReplayWish => {
	const both = first(line, 'replay');
	const model = both ?? first(line, 'replay-model');
	const tools = both ?? first(line, 'replay-tools');
	return {...(model === undefined ? {} : {model}), ...(tools === undefined ? {} : {tools})};
};

/** Why the options of a replay cannot be together with others; undefined when they can. */
export const replayClash = (line: CommandLine): string | undefined => {
	const given = (name: string): boolean => line.values.has(name);
	if (given('replay') && (given('replay-model') || given('replay-tools'))) {
		return '--replay plays both the model and the servers: leave out --replay-model and --replay-tools.';
	}
	const {model, tools} = replayFor(line);
	if (model !== undefined && given('model')) {
		return 'The cassette says which model it is: leave out --model, or play only the servers with --replay-tools.';
	}
	if (tools !== undefined && given('mcp-config')) {
		return 'The cassette says which servers there are: leave out --mcp-config, or play only the model with --replay-model.';
	}
	return undefined;
};

export type WantedRecording = {readonly type: 'none'} | OpenedRecording;

/** Begins the cassette of --record, if there is to be one. */
export const recordingFor = async (line: CommandLine): Promise<WantedRecording> => {
	const file = first(line, 'record');
	if (file === undefined) {
		return {type: 'none'};
	}
	const [{startRecording}, {version}] = await Promise.all([
		import('../compose-recording.ts'),
		import('../compose-settings.ts'),
	]);
	return startRecording(file, version);
};

/** As an option of whoever composes the chat. */
export const withRecording = (wanted: WantedRecording): {readonly recording?: Recording} =>
	wanted.type === 'opened' ? {recording: wanted.recording} : {};

export const endRecording = async (wanted: WantedRecording): Promise<void> => {
	if (wanted.type === 'opened') {
		await wanted.recording.close();
	}
};
