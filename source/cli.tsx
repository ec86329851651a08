import {type CommandLine, helpText, parseCommandLine} from './command-line.ts';
import type {ComposeOptions} from './compose.ts';
import {approvalModes} from './domain/approval.ts';
import {describeError, type Failure} from './domain/failure.ts';
import {sanitise} from './support/sanitise.ts';

const failed = 1;
const badInput = 42;
const stdinMilliseconds = 3000;

/** A person who has just sent a message waits this long for a server; a script waits for all of them. */
const patienceMilliseconds = 5000;

const first = ({values}: CommandLine, name: string): string | undefined => values.get(name)?.[0];

const all = ({values}: CommandLine, name: string): readonly string[] => values.get(name) ?? [];

const complain = ({message, hint}: Failure): number => {
	const text = hint === undefined ? message : `${message}\n${hint}`;
	process.stderr.write(`${sanitise(text)}\n`);
	return badInput;
};

/** Reads what is piped in. A pipe that stays open would hold us up without a word. */
const readStdin = async (): Promise<string> => {
	if (process.stdin.isTTY) {
		return '';
	}
	const impatience = setTimeout(
		() => process.stderr.write('mcp-tui waits for its input to end; without a pipe, add < /dev/null\n'),
		stdinMilliseconds,
	);
	const chunks: Buffer[] = [];
	for await (const chunk of process.stdin) {
		chunks.push(Buffer.from(chunk));
	}
	clearTimeout(impatience);
	return Buffer.concat(chunks).toString('utf8');
};

const modelFor = (line: CommandLine): string =>
	line.command === 'demo' ? 'demo/tour' : (first(line, 'model') ?? 'demo/tour');

const sessionFor = (line: CommandLine): ComposeOptions['session'] => {
	const sessionId = first(line, 'resume');
	if (sessionId !== undefined) {
		return {type: 'resume', sessionId};
	}
	if (line.values.has('continue')) {
		return {type: 'last'};
	}
	return {type: line.values.has('no-session') ? 'none' : 'new'};
};

const composeFor = async (line: CommandLine, options: Pick<ComposeOptions, 'onEvent' | 'patience'>) => {
	const {compose} = await import('./compose.ts');
	return compose({
		modelId: modelFor(line),
		isDemo: line.command === 'demo',
		configFiles: all(line, 'mcp-config'),
		isStrict: line.values.has('strict-mcp-config'),
		approvalMode: approvalModes.find(mode => mode === first(line, 'approval')),
		allowedTools: all(line, 'allowed-tools'),
		disallowedTools: all(line, 'disallowed-tools'),
		maxSteps: Number(first(line, 'max-steps') ?? 50),
		session: sessionFor(line),
		...options,
	});
};

const runHeadless = async (line: CommandLine, prompt: string): Promise<number> => {
	const {createPromptRun} = await import('./headless/run-prompt.ts');
	const format = first(line, 'output-format');
	const promptRun = createPromptRun({
		format: format === 'json' || format === 'stream-json' ? format : 'text',
		stdout: process.stdout,
		stderr: process.stderr,
	});
	// Until there is a turn to interrupt, being told to stop means to go, even if a read never ends.
	let stop = (): void => {
		process.removeListener('SIGINT', onEnd);
		process.kill(process.pid, 'SIGINT');
	};
	const onEnd = (): void => stop();
	process.once('SIGINT', onEnd);
	process.once('SIGTERM', onEnd);
	// Whoever was reading has gone, as after `| head -1`: there is nobody left to answer.
	process.stdout.on('error', onEnd);
	process.stderr.on('error', onEnd);
	const composed = await composeFor(line, {onEvent: promptRun.onEvent});
	if (composed.type === 'refused') {
		return promptRun.refuse(composed.failure, modelFor(line));
	}
	const {app} = composed;
	const piped = await readStdin();
	const message = [prompt, piped].filter(part => part.trim() !== '').join('\n\n');
	if (message === '') {
		await app.close();
		const message = 'The prompt is empty. Write it after -p, or pipe it in.';
		return promptRun.refuse({code: 'bad-input', message}, modelFor(line));
	}
	stop = () => {
		app.interrupt();
	};
	const code = await promptRun.run(app, message);
	await app.close();
	return code;
};

const runInteractive = async (line: CommandLine): Promise<number> => {
	if (!process.stdin.isTTY || !process.stdout.isTTY) {
		return complain({
			code: 'no-terminal',
			message: 'The chat needs a terminal, and this is not one.',
			hint: 'To use mcp-tui in a script, give the prompt on the command line: mcp-tui -p "your question"',
		});
	}
	const {holdInput} = await import('./ui/terminal/held-input.ts');
	const held = holdInput(process.stdin, () => process.kill(process.pid, 'SIGINT'));
	const [composed, {runChat}, {schedule, version}] = await Promise.all([
		composeFor(line, {patience: patienceMilliseconds}),
		import('./ui/run-chat.tsx'),
		import('./compose.ts'),
	]);
	if (composed.type === 'refused') {
		held.release();
		process.stdin.setRawMode(false);
		return complain(composed.failure);
	}
	return runChat({
		app: composed.app,
		onMount: held.release,
		version,
		isModelChosen: line.command === 'demo' || line.values.has('model'),
		stdin: process.stdin,
		stdout: process.stdout,
		stderr: process.stderr,
		env: process.env,
		now: Date.now,
		schedule,
	});
};

const serve = async (line: CommandLine): Promise<number> => {
	const {serveToolboxOverStdio} = await import('./core/toolbox/serve-stdio.ts');
	await serveToolboxOverStdio({
		roots: [process.cwd()],
		mode: first(line, 'mode') === 'plan' ? 'plan' : 'act',
		version: process.env.MCP_TUI_VERSION ?? '0.0.0-dev',
	});
	return 0;
};

const run = async (argv: readonly string[]): Promise<number> => {
	const parsed = parseCommandLine(argv);
	if (parsed.type === 'refused') {
		return complain({code: 'bad-input', message: parsed.message});
	}
	const {line} = parsed;
	if (line.values.has('help')) {
		process.stdout.write(helpText());
		return 0;
	}
	if (line.values.has('version')) {
		process.stdout.write(`${process.env.MCP_TUI_VERSION ?? '0.0.0-dev'}\n`);
		return 0;
	}
	const maxSteps = first(line, 'max-steps');
	if (maxSteps !== undefined && !/^[1-9]\d{0,5}$/.test(maxSteps)) {
		return complain({
			code: 'bad-input',
			message: `--max-steps needs a whole number from 1, not "${maxSteps}".`,
		});
	}
	if (line.command === 'serve') {
		return serve(line);
	}
	const prompt = first(line, 'print');
	return prompt === undefined ? runInteractive(line) : runHeadless(line, prompt);
};

/** Reads the arguments, picks a front end, gives the exit code. Heavy parts are loaded where they are used. */
export const main = async (argv: readonly string[]): Promise<number> => {
	try {
		return await run(argv);
	} catch (error) {
		// Its words may come from a file or a server.
		process.stderr.write(`mcp-tui stopped because of a defect: ${sanitise(describeError(error))}\n`);
		return failed;
	}
};
