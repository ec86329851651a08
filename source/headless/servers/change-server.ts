import type {Failure} from '../../domain/failure.ts';
import type {ConfigChanged, ConfigScope, ServerEntryChange} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {findServer, type ServerRun} from './server-run.ts';

type ChangeOptions = {
	readonly run: ServerRun;
	readonly output: CommandOutput;
	readonly name: string;
	/** Without it the file that has the server is found. */
	readonly scope: ConfigScope | undefined;
};

/** The code with which a change is refused because the file does not name the server. */
const notThere = 'unknown-server';

const elsewhere = ({run, name}: ChangeOptions, refused: Failure): Failure => {
	const found = findServer(run, name);
	if (found.type === 'refused') {
		return found.failure.code === notThere ? found.failure : refused;
	}
	const {source} = found.config;
	return source === undefined
		? refused
		: {
				code: 'bad-input',
				message: `Server "${name}" comes from ${source}, which is not your configuration nor that of this project.`,
				hint: 'Change that file yourself.',
			};
};

const change = async (options: ChangeOptions, wanted: ServerEntryChange): Promise<ConfigChanged> => {
	const {run, scope} = options;
	if (scope !== undefined) {
		return run.changeConfig(wanted, scope);
	}
	const own = await run.changeConfig(wanted, 'user');
	if (own.type === 'changed' || own.failure.code !== notThere) {
		return own;
	}
	const project = await run.changeConfig(wanted, 'project');
	if (project.type === 'changed' || project.failure.code !== notThere) {
		return project;
	}
	return {type: 'refused', failure: elsewhere(options, own.failure)};
};

const tell = (output: CommandOutput, name: string, changed: ConfigChanged, done: string): number => {
	if (changed.type === 'refused') {
		return output.refuse(changed.failure);
	}
	if (output.isJson) {
		output.printJson({name, file: changed.file});
	} else {
		output.print(`Server "${sanitiseLine(name)}" is ${done} in ${changed.file}.`);
	}
	return commandExitCodes.ok;
};

export const removeServer = async (options: ChangeOptions): Promise<number> => {
	const {name, output} = options;
	return tell(output, name, await change(options, {type: 'remove', name}), 'no longer');
};

export const setServerDisabled = async (options: ChangeOptions, disabled: boolean): Promise<number> => {
	const {name, output} = options;
	const changed = await change(options, {type: 'set-disabled', name, disabled});
	return tell(output, name, changed, disabled ? 'disabled' : 'enabled');
};
