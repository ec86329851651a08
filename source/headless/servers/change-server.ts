import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ConfigChanged, ConfigScope, ServerEntryChange} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {forgetSecrets} from './forget-secrets.ts';
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

type Told = {
	readonly done: string;
	/** What else a script should know. */
	readonly more?: JsonObject;
	/** What else was done, a sentence each. */
	readonly notes?: readonly string[];
};

const tell = (
	{output, name}: Pick<ChangeOptions, 'output' | 'name'>,
	changed: ConfigChanged,
	{done, more = {}, notes = []}: Told,
): number => {
	if (changed.type === 'refused') {
		return output.refuse(changed.failure);
	}
	if (output.isJson) {
		output.printJson({name, file: changed.file, ...more});
	} else {
		output.print(`Server "${sanitiseLine(name)}" is ${done} in ${changed.file}.`);
	}
	for (const note of notes) {
		output.say(note);
	}
	return commandExitCodes.ok;
};

export const removeServer = async (options: ChangeOptions, signal: AbortSignal): Promise<number> => {
	const {name, run} = options;
	const before = (await run.ownSecrets?.named()) ?? new Set();
	const changed = await change(options, {type: 'remove', name});
	if (changed.type === 'refused') {
		return tell(options, changed, {done: ''});
	}
	const {ownSecrets} = run;
	const {forgotten, notes} = await forgetSecrets({ownSecrets, name, before}, signal);
	return tell(options, changed, {
		done: 'no longer',
		...(forgotten.length === 0 ? {} : {more: {deletedSecrets: forgotten}}),
		notes,
	});
};

export const setServerDisabled = async (options: ChangeOptions, disabled: boolean): Promise<number> => {
	const {name} = options;
	const changed = await change(options, {type: 'set-disabled', name, disabled});
	return tell(options, changed, {done: disabled ? 'disabled' : 'enabled'});
};
