import {createSecret, revealSecret} from '../../domain/secret.ts';
import {runSecretCommand} from './secret-command.ts';
import {readSecretFile} from './secret-file.ts';

/** `${file:path}` and `${command:line}` in the user's own configuration. */
export type OutsideReference = {readonly type: 'file' | 'command'; readonly name: string};

const secretOf = async (
	{type, name}: OutsideReference,
	onWarning: (sentence: string) => void,
	signal: AbortSignal,
): Promise<string | undefined> => {
	if (type === 'command') return runSecretCommand(name, signal);
	const read = await readSecretFile(name, signal);
	if (read?.warning !== undefined) onWarning(read.warning);
	return read?.text;
};

/**
 * The value that a reference stands for; undefined when there is no such file. Rejects with a `CredentialError` that
 * says why there is none otherwise. Only for files that are the user's own: a command is run.
 */
export const resolveSecretReference = async (
	reference: OutsideReference,
	signal: AbortSignal,
	onWarning: (sentence: string) => void = () => undefined,
): Promise<string | undefined> => {
	const text = await secretOf(reference, onWarning, signal);
	// Made a secret so that it is known as one wherever it turns up.
	return text === undefined ? undefined : revealSecret(createSecret(text));
};
