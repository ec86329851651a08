import {sanitiseLine} from '../../support/sanitise.ts';
import type {ServerRun} from './server-run.ts';

type ForgetOptions = {
	readonly ownSecrets: ServerRun['ownSecrets'];
	/** The server that the secrets are called after. */
	readonly name: string;
	/** The secrets that the file named before it was changed. */
	readonly before: ReadonlySet<string>;
};

/**
 * Deletes the secrets of a server that only its entry named. Those of other names are the user's own: other programs
 * and other files may count on them.
 */
export const forgetSecrets = async (
	{ownSecrets, name, before}: ForgetOptions,
	signal: AbortSignal,
): Promise<{readonly forgotten: readonly string[]; readonly notes: readonly string[]}> => {
	const forgotten: string[] = [];
	const notes: string[] = [];
	const after = (await ownSecrets?.named()) ?? new Set();
	const orphans = [...before].filter(each => each.startsWith(`${name}/`) && !after.has(each));
	for (const orphan of orphans) {
		const failure = await ownSecrets?.forget(orphan, signal);
		const shown = sanitiseLine(orphan);
		if (failure === undefined) {
			forgotten.push(orphan);
			notes.push(`Its secret "${shown}" is deleted too: nothing else in your configuration named it.`);
		} else {
			notes.push(`${failure.message} To delete it later: mcp-tui keys delete '${shown}'`);
		}
	}
	return {forgotten, notes};
};
