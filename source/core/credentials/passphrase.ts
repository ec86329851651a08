import {createSecret, type Secret} from '../../domain/secret.ts';
import {CredentialError} from './credential-error.ts';

const passphraseVariable = 'MCP_TUI_PASSPHRASE';

/** `open` is for a file that exists, `create` for a new one, and `repeat` is asked after it, against slips. */
export type PassphraseQuestion = {
	readonly purpose: 'open' | 'create' | 'repeat';
	readonly file: string;
	/** The last answer was wrong. */
	readonly isAgain: boolean;
};

/** Undefined when nobody answers. What is typed is not shown. */
export type AskPassphrase = (
	question: PassphraseQuestion,
	signal: AbortSignal,
) => Promise<string | undefined>;

export type PassphraseDeps = {
	readonly file: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
	/** Absent where nobody can be asked. */
	readonly askPassphrase?: AskPassphrase;
};

const mostTries = 3;

const missing = (file: string): CredentialError =>
	new CredentialError(
		'passphrase-missing',
		`The secrets in ${file} are encrypted, and no passphrase was given.`,
		`Run mcp-tui in a terminal, which asks for it, or set ${passphraseVariable}.`,
	);

const wrong = (file: string, isFromVariable: boolean): CredentialError =>
	new CredentialError(
		'passphrase-wrong',
		isFromVariable
			? `The passphrase in ${passphraseVariable} is not that of ${file}.`
			: `That is not the passphrase of ${file}.`,
		`${isFromVariable ? `Correct ${passphraseVariable}. ` : ''}Nothing was changed. Whoever has forgotten it moves the file away and sets the secrets again.`,
	);

/** The passphrase that fits, from the environment or from the user, who may try again. */
export const findPassphrase = async <Result>(
	{file, environment, askPassphrase}: PassphraseDeps,
	fits: (passphrase: string) => Promise<Result | undefined>,
	signal: AbortSignal,
): Promise<{readonly passphrase: Secret; readonly result: Result}> => {
	const given = environment[passphraseVariable];
	if (given !== undefined && given !== '') {
		const passphrase = createSecret(given);
		const result = await fits(given);
		if (result === undefined) throw wrong(file, true);
		return {passphrase, result};
	}
	for (let tries = 0; tries < mostTries; tries += 1) {
		const typed = await askPassphrase?.({purpose: 'open', file, isAgain: tries > 0}, signal);
		signal.throwIfAborted();
		if (typed === undefined || typed === '') throw missing(file);
		const passphrase = createSecret(typed);
		const result = await fits(typed);
		if (result !== undefined) return {passphrase, result};
	}
	throw wrong(file, false);
};

/** A passphrase for a file that does not exist yet; one that is typed is typed twice. */
export const newPassphrase = async (
	{file, environment, askPassphrase}: PassphraseDeps,
	signal: AbortSignal,
): Promise<Secret> => {
	const given = environment[passphraseVariable];
	if (given !== undefined && given !== '') return createSecret(given);
	for (let tries = 0; tries < mostTries; tries += 1) {
		const isAgain = tries > 0;
		const typed = await askPassphrase?.({purpose: 'create', file, isAgain}, signal);
		signal.throwIfAborted();
		if (typed === undefined || typed === '') throw missing(file);
		const secret = createSecret(typed);
		const repeated = await askPassphrase?.({purpose: 'repeat', file, isAgain}, signal);
		signal.throwIfAborted();
		if (repeated === undefined) throw missing(file);
		if (repeated === typed) return secret;
	}
	throw new CredentialError(
		'passphrase-wrong',
		'The passphrase was typed in two different ways each time.',
		`Nothing was written. Try again, or set ${passphraseVariable}.`,
	);
};
