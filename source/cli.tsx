import {complain} from './cli/complain.ts';
import {first} from './cli/line-values.ts';
import {type CommandLine, parseCommandLine} from './command-line/parse-command-line.ts';
import {describeError} from './domain/failure.ts';
import {redactor} from './program-redactor.ts';
import {sanitise} from './support/sanitise.ts';
import type {FirstFrame} from './ui/terminal/first-frame.ts';

const failed = 1;

const version = (): string => process.env.MCP_TUI_VERSION ?? '0.0.0-dev';

const chat = async (line: CommandLine, shown: FirstFrame | undefined): Promise<number> => {
	const prompt = first(line, 'print');
	if (prompt === undefined) {
		const {runInteractive} = await import('./cli/run-interactive.ts');
		return runInteractive(line, shown);
	}
	shown?.leave();
	const {runPrint} = await import('./cli/run-print.ts');
	return runPrint(line, prompt);
};

const run = async (argv: readonly string[], shown: FirstFrame | undefined): Promise<number> => {
	const parsed = parseCommandLine(argv);
	if (parsed.type === 'refused') {
		shown?.leave();
		return complain({code: 'bad-input', message: parsed.message});
	}
	const {line} = parsed;
	if (line.values.has('help')) {
		const {helpText} = await import('./command-line/help-text.ts');
		process.stdout.write(helpText(line.command));
		return 0;
	}
	if (line.values.has('version')) {
		process.stdout.write(`${version()}\n`);
		return 0;
	}
	switch (line.command) {
		case '':
		case 'demo':
			return chat(line, shown);
		case 'mock': {
			const {runMock} = await import('./cli/run-mock.ts');
			return runMock(line);
		}
		case 'serve': {
			const {runServe} = await import('./cli/run-serve.ts');
			return runServe(line);
		}
		case 'keys set':
		case 'keys list':
		case 'keys delete':
		case 'assistants list':
		case 'assistants show':
		case 'agent validate': {
			const {runOwnCommand} = await import('./cli/run-own-command.ts');
			return runOwnCommand(line);
		}
		case 'sessions list':
		case 'sessions show':
		case 'sessions search':
		case 'sessions export':
		case 'sessions delete': {
			const {runSessionCommand} = await import('./cli/run-session-command.ts');
			return runSessionCommand(line);
		}
		case 'completion':
		case 'completion names': {
			const {runCompletion} = await import('./cli/run-completion.ts');
			return runCompletion(line);
		}
		case 'doctor': {
			const {runDoctor} = await import('./cli/run-doctor.ts');
			return runDoctor(line);
		}
		default: {
			const {runServerCommand} = await import('./cli/run-server-command.ts');
			return runServerCommand(line);
		}
	}
};

/**
 * Reads the arguments, picks a front end, gives the exit code. Heavy parts are loaded where they are used. What the
 * launcher shows meanwhile is for the chat alone.
 */
export const main = async (argv: readonly string[], shown?: FirstFrame): Promise<number> => {
	try {
		return await run(argv, shown);
	} catch (error) {
		shown?.leave();
		// Its words may come from a file or a server.
		process.stderr.write(
			`mcp-tui stopped because of a defect: ${sanitise(redactor.redact(describeError(error)))}\n`,
		);
		return failed;
	}
};
