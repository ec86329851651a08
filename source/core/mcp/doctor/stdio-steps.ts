import {stat} from 'node:fs/promises';
import {delimiter} from 'node:path';
import type {StdioServer} from '../../../domain/server.ts';
import {describeCommandLine} from '../connection/command-line.ts';
import {commandLineHint, isCommandLine} from '../connection/process-failure.ts';
import {serverEnvironment} from '../transports/environment.ts';
import {fail, ok, type Step} from './diagnosis-walk.ts';
import {findCommand} from './find-command.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const isFolder = async (path: string): Promise<boolean | undefined> => {
	try {
		return (await stat(path)).isDirectory();
	} catch {
		// Not there, or out of reach: for the server the same.
		return undefined;
	}
};

const packages: Readonly<Record<string, string>> = {
	npx: 'It comes with Node.js.',
	uvx: 'It comes with uv: https://docs.astral.sh/uv/',
	uv: 'See https://docs.astral.sh/uv/',
	docker: 'Install Docker and see that it runs.',
	bunx: 'It comes with Bun: https://bun.sh',
};

/** Whether a command can be started at all. */
export const stdioSteps = (config: StdioServer, environment: Variables): readonly Step[] => [
	{
		name: 'configuration',
		look: async () => {
			const {command, args} = config.shown ?? config;
			const place = config.source === undefined ? '' : ` (${config.source})`;
			return ok(`${describeCommandLine(command, args)}${place}`);
		},
	},
	{
		name: 'folder',
		look: async () => {
			if (config.cwd === undefined) return ok(process.cwd());
			const kind = await isFolder(config.cwd);
			if (kind === true) return ok(config.cwd);
			return kind === false
				? fail(`${config.cwd} is not a folder`, 'Correct "cwd" in the config.')
				: fail(`${config.cwd} does not exist`, 'Create the folder or correct "cwd" in the config.');
		},
	},
	{
		name: 'command',
		look: async () => {
			const {command, cwd = process.cwd()} = config;
			const found = await findCommand(command, serverEnvironment(environment, config.env), cwd);
			switch (found.type) {
				case 'found':
					return ok(found.file);
				case 'not-executable':
					return fail(
						`${found.file} may not be executed`,
						`Make it executable (chmod +x), or start it through its interpreter, such as "node" or "python".`,
					);
				case 'missing':
					if (isCommandLine(command))
						return fail(`there is no program called "${command}", blanks and all`, commandLineHint);
					return /[\\/]/.test(command)
						? fail(`there is no file ${found.looked}`, 'Correct "command" in the config.')
						: fail(
								`"${command}" is not on PATH (${found.looked.replaceAll(delimiter, ', ')})`,
								`Install it or give its full path as "command". ${packages[command] ?? ''}`.trim(),
							);
			}
		},
	},
];
