import type {CommandLine} from '../command-line/parse-command-line.ts';
import {createPromptRun, exitCodes} from '../headless/run-prompt.ts';
import {schedule} from '../support/schedule.ts';
import {composeChat, modelFor} from './compose-chat.ts';
import {first} from './line-values.ts';
import {readStdin} from './read-stdin.ts';
import {redactedStreams} from './redacted-streams.ts';
import {endRecording, recordingFor, withRecording} from './replay-options.ts';
import {type EndSignal, watchForEnd} from './watch-for-end.ts';

/** Answers one prompt without a screen. */
export const runPrint = async (line: CommandLine, prompt: string): Promise<number> => {
	const format = first(line, 'output-format');
	const promptRun = createPromptRun({
		format: format === 'json' || format === 'stream-json' ? format : 'text',
		...redactedStreams(),
		schedule,
	});
	// Until there is a turn to interrupt, being told to stop means to go, even if a read never ends.
	let stop = (signal: EndSignal = 'SIGINT'): void => {
		if (ending.lost() === undefined) {
			ending.endAtOnce(signal);
		}
	};
	const ending = watchForEnd(signal => stop(signal));

	const recording = await recordingFor(line);
	const answer = async (): Promise<number> => {
		if (recording.type === 'refused') {
			return promptRun.refuse(recording.failure, modelFor(line) ?? '');
		}
		const composed = await composeChat(line, {onEvent: promptRun.onEvent, ...withRecording(recording)});
		if (composed.type === 'refused') {
			return promptRun.refuse(composed.failure, modelFor(line) ?? '');
		}
		const {app} = composed;
		const piped = await readStdin();
		const message = [prompt, piped].filter(part => part.trim() !== '').join('\n\n');
		if (message === '') {
			await app.close();
			const sentence = 'The prompt is empty. Write it after -p, or pipe it in.';
			return promptRun.refuse({code: 'bad-input', message: sentence}, app.getState().model);
		}
		stop = () => {
			app.interrupt();
		};
		// An answer that cannot arrive is not asked for.
		const code = ending.lost() === undefined ? await promptRun.run(app, message, prompt) : exitCodes.failed;
		await app.close();
		return code;
	};

	const code = await answer();
	await endRecording(recording);
	const lost = await ending.lostInTheEnd();
	if (lost === undefined) {
		return code;
	}
	process.stderr.write(`${lost.message}\n`);
	return exitCodes.failed;
};
