import {assertNever} from '../../domain/assert-never.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {findServer, type ServerRun} from './server-run.ts';

type SignInOptions = {readonly run: ServerRun; readonly output: CommandOutput; readonly name: string};

/** Signs in to a server; how the user is asked is up to whoever serves the requests of the run. */
export const signInToServer = async (
	{run, output, name}: SignInOptions,
	signal: AbortSignal,
): Promise<number> => {
	const found = findServer(run, name);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	if (found.config.type === 'stdio' || found.config.type === 'in-memory') {
		return output.refuse({
			code: 'bad-input',
			message: `Server "${name}" is started by a command: there is nothing to sign in to.`,
			hint: 'It gets its secrets through "env" in the config.',
		});
	}
	const problem = await run.whyNotKept(signal);
	if (problem !== undefined) {
		// Before a browser is opened: the tokens would end with this command.
		return output.fail(problem);
	}
	const outcome = await run.servers.signIn(name, signal);
	switch (outcome.type) {
		case 'signed-in':
			if (output.isJson) {
				output.printJson({name, signedIn: true, kept: outcome.kept});
			} else {
				output.print(`Signed in to "${sanitiseLine(name)}". The tokens are kept in ${outcome.kept}.`);
			}
			return commandExitCodes.ok;
		case 'failed':
			return output.fail(outcome.failure);
		case 'cancelled':
			return output.fail({
				code: 'cancelled',
				message: `You are not signed in to "${name}": it was cancelled.`,
			});
		default:
			return assertNever(outcome);
	}
};

export const signOutOfServer = async (
	{run, output, name}: SignInOptions,
	signal: AbortSignal,
): Promise<number> => {
	const found = findServer(run, name);
	if (found.type === 'refused') {
		return output.refuse(found.failure);
	}
	const outcome = await run.servers.signOut(name, signal);
	switch (outcome.type) {
		case 'signed-out':
		case 'not-signed-in': {
			const wasSignedIn = outcome.type === 'signed-out';
			const shown = sanitiseLine(name);
			if (output.isJson) {
				output.printJson({name, signedIn: false, wasSignedIn});
			} else {
				output.print(wasSignedIn ? `Signed out of "${shown}".` : `You were not signed in to "${shown}".`);
			}
			return commandExitCodes.ok;
		}
		case 'failed':
			return output.fail(outcome.failure);
		default:
			return assertNever(outcome);
	}
};
