import {suggestion} from '../../support/nearest.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {quoteWord} from '../../support/shell-words.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {describeKey, type KeyName, keyNameOf, readKeyName, sentence, winningVariable} from './key-name.ts';
import {type KeyRun, toKeyFailure} from './key-run.ts';

type DeleteOptions = {readonly run: KeyRun; readonly output: CommandOutput; readonly name: string};

const unknown = ({name}: KeyName, known: readonly string[]) => ({
	code: 'unknown-secret',
	message: `There is no secret "${sanitiseLine(name)}"${suggestion(name, known) || '.'}`,
	hint: known.length === 0 ? 'Nothing is kept.' : 'mcp-tui keys list shows what is kept.',
});

/** `keys delete`: also of what is only on our list any more. */
export const deleteKey = async ({run, output, name}: DeleteOptions, signal: AbortSignal): Promise<number> => {
	const read = readKeyName(name, run.providers);
	if (read.type === 'refused') {
		return output.refuse(read.failure);
	}
	const {key} = read;
	try {
		const {problem, hint, place} = await run.credentials.open(signal);
		if (problem !== undefined) {
			return output.fail({
				code: 'no-keychain',
				message: `${sentence(describeKey(key))} was not deleted: ${problem}.`,
				...(hint === undefined ? {} : {hint}),
			});
		}
		const kept = await run.keptNames();
		const wasThere = (await run.credentials.get(key.account, signal)) !== undefined;
		if (!wasThere && !kept.includes(key.account)) {
			const names = kept.flatMap(account => keyNameOf(account, run.providers) ?? []);
			const token = names.find(each => each.kind === 'server-token' && each.name === key.name);
			return output.refuse(
				token === undefined
					? unknown(
							key,
							names.map(each => each.name),
						)
					: {
							code: 'bad-input',
							message: `${sentence(describeKey(token))} comes from signing in.`,
							hint: `To delete it: mcp-tui mcp logout ${quoteWord(key.name)}`,
						},
			);
		}
		await run.credentials.delete(key.account, signal);
		await run.forgetName(key.account);
		if (output.isJson) {
			output.printJson({name: key.name, kind: key.kind, deleted: wasThere});
		} else {
			const what = sentence(describeKey(key));
			output.print(wasThere ? `${what} is deleted from ${place}.` : `${what} was not in ${place} any more.`);
		}
		const variable = winningVariable(key.provider, run.environment);
		if (variable !== undefined) {
			output.say(`${variable} is still set in your environment, and is used.`);
		}
		return commandExitCodes.ok;
	} catch (error) {
		return output.fail(toKeyFailure(error));
	}
};
