import type {Failure} from '../../domain/failure.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ChangeConfig} from '../../domain/server-ports.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {type KeepOptions, keepSecrets} from './keep-secrets.ts';

export type PutOptions = KeepOptions & {
	readonly changeConfig: ChangeConfig;
	readonly output: CommandOutput;
	readonly replace: boolean;
	/** The name of the entry in this file that it was before. */
	readonly was?: string;
};

export type NamedEntry = {readonly name: string; readonly entry: JsonObject};

type Put =
	| {readonly type: 'added'; readonly file: string; readonly notes: readonly string[]}
	| {readonly type: 'refused'; readonly failure: Failure};

/** Of the built-in server, which would have to be called something else. */
const takenName = 'toolbox';

/** Puts an entry into the configuration, without its secrets. */
export const writeEntry = async (
	{name, entry}: NamedEntry,
	options: Omit<PutOptions, 'output'>,
	signal: AbortSignal,
): Promise<Put> => {
	const {changeConfig, scope, replace, was} = options;
	if (name === takenName && !replace) {
		const message = `The name "${takenName}" is taken by the built-in server.`;
		return {
			type: 'refused',
			failure: {code: 'server-exists', message, hint: 'Choose another name for yours.'},
		};
	}
	const kept = await keepSecrets(name, entry, options, signal);
	if (kept.type === 'refused') {
		return kept;
	}
	const changed = await changeConfig(
		{type: 'put', name, entry: kept.entry, replace, ...(was === undefined ? {} : {was})},
		scope,
	);
	if (changed.type === 'refused') {
		await kept.undo();
		return changed;
	}
	const {file, warnings = []} = changed;
	return {type: 'added', file, notes: [...kept.notes, ...warnings.map(sanitiseLine)]};
};

const tell = (name: string, put: Put, {output}: PutOptions): void => {
	if (put.type === 'refused') {
		output.complain(put.failure);
		return;
	}
	if (!output.isJson) {
		output.print(`Added server "${sanitiseLine(name)}" to ${put.file}.`);
	}
	for (const note of put.notes) {
		output.say(note);
	}
};

/** Puts one entry into the configuration, and says where. */
export const putEntry = async (
	server: NamedEntry,
	options: PutOptions,
	signal: AbortSignal,
): Promise<number> => {
	const {output, scope} = options;
	const put = await writeEntry(server, options, signal);
	if (put.type === 'refused') {
		return output.refuse(put.failure);
	}
	if (output.isJson) {
		output.printJson({name: server.name, file: put.file, scope});
	}
	tell(server.name, put, options);
	return commandExitCodes.ok;
};

/** Puts each of several entries into the configuration; one that is refused keeps no other from it. */
export const putEntries = async (
	servers: readonly NamedEntry[],
	options: PutOptions,
	signal: AbortSignal,
): Promise<number> => {
	const {output, scope} = options;
	const told: JsonObject[] = [];
	let code: number = commandExitCodes.ok;
	for (const server of servers) {
		const {name} = server;
		const put = await writeEntry(server, options, signal);
		tell(name, put, options);
		if (put.type === 'refused') {
			code = commandExitCodes.badInput;
			told.push({name, error: {...put.failure}});
		} else {
			told.push({name, file: put.file, scope});
		}
	}
	if (output.isJson) {
		output.printJson(told);
	}
	return code;
};
