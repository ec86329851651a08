import type {JsonObject} from '../../domain/json.ts';
import {quoteWord} from '../../support/shell-words.ts';
import {commandExitCodes} from '../command-output.ts';
import {addLine} from './add-line.ts';
import {hideSecrets} from './keep-secrets.ts';
import {type FindProgram, type NewServer, newEntry} from './new-entry.ts';
import {type PutOptions, putEntry} from './put-entry.ts';

export type AddOptions = PutOptions & {
	readonly findProgram: FindProgram;
	/** What has no effect, or another one than its name says, a sentence each. */
	readonly notes?: readonly string[] | undefined;
};

const hintWithLine = (name: string, hint: string, entry: JsonObject, options: AddOptions): string =>
	`${hint}\n  ${addLine(name, hideSecrets(name, entry), options)}`;

/** Adds a server that is given on the command line. */
export const addServer = async (
	server: NewServer,
	options: AddOptions,
	signal: AbortSignal,
): Promise<number> => {
	const {output} = options;
	const {name} = server;
	const made = await newEntry(server, options.findProgram);
	if (made.type === 'refused') {
		const {failure, instead} = made;
		return output.refuse(
			instead === undefined
				? failure
				: {...failure, hint: hintWithLine(name, failure.hint ?? '', instead, options)},
		);
	}
	const code = await putEntry({name, entry: made.entry}, options, signal);
	if (code === commandExitCodes.ok) {
		for (const note of [...(options.notes ?? []), ...made.warnings]) {
			output.say(note);
		}
		// Nothing of a project is used unless the user says so.
		const also = options.scope === 'project' ? ' --mcp-config .mcp.json' : '';
		output.say(`See whether it works: mcp-tui mcp test ${quoteWord(name)}${also}`);
	}
	return code;
};
