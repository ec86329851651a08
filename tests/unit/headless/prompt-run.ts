import {createPromptRun, type OutputFormat} from '../../../source/headless/run-prompt.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';
import type {ScriptedModel} from '../../helpers/scripted-model.ts';

type Options = Omit<NonNullable<Parameters<typeof createAppHarness>[0]>, 'model' | 'onEvent'> & {
	readonly format?: OutputFormat;
	readonly isTTY?: boolean;
};

/** A prompt without a screen, and what it writes. */
export const setUpPrompt = (
	model: ScriptedModel,
	{format = 'text', isTTY = false, ...rest}: Options = {},
) => {
	const written = {out: '', error: ''};
	const output = (name: keyof typeof written) => ({
		isTTY,
		write: (text: string | Uint8Array) => {
			written[name] += String(text);
			return true;
		},
	});
	const clock = createFakeClock();
	const promptRun = createPromptRun({
		format,
		stdout: output('out'),
		stderr: output('error'),
		schedule: clock.schedule,
	});
	const harness = createAppHarness({model, onEvent: promptRun.onEvent, ...rest});
	return {
		...harness,
		written,
		/** Of what the run itself waits for. */
		runClock: clock,
		run: (prompt = 'Hi', typed = prompt) => promptRun.run(harness.app, prompt, typed),
	};
};

export const readObjects = (text: string): readonly Record<string, unknown>[] =>
	text
		.trimEnd()
		.split('\n')
		.map(line => JSON.parse(line) as Record<string, unknown>);
