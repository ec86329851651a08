import type {Failure} from '../../domain/failure.ts';
import {createSecret, revealSecret} from '../../domain/secret.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {describeKey, type KeyName, readKeyName, sentence, winningVariable} from './key-name.ts';
import {type KeyRun, type SecretInput, toKeyFailure, withFallbacks} from './key-run.ts';

type SetOptions = {
	readonly run: KeyRun;
	readonly output: CommandOutput;
	readonly name: string;
	/** Asks in the terminal without showing what is typed, or takes what is piped in. */
	readonly readSecret: (question: string, signal: AbortSignal) => Promise<SecretInput>;
};

type Given =
	| {readonly type: 'given'; readonly text: string}
	| {readonly type: 'refused'; readonly failure: Failure};

/** A pipe and a copied key bring a line break along; a key of a provider never has space around it. */
const trimmed = (text: string, {kind}: KeyName): string =>
	kind === 'provider-key' ? text.trim() : text.replace(/\r?\n$/, '');

const readGiven = (input: SecretInput, key: KeyName): Given => {
	if (input.type === 'cancelled') {
		return {type: 'refused', failure: {code: 'cancelled', message: 'Nothing was kept: it was cancelled.'}};
	}
	const text = input.type === 'typed' ? trimmed(input.text, key) : '';
	return text.trim() === ''
		? {
				type: 'refused',
				failure: {
					code: 'bad-input',
					message: `Nothing was kept: ${describeKey(key)} was empty.`,
					hint: `Type it when you are asked, or pipe it in. To delete it: mcp-tui keys delete ${key.name}`,
				},
			}
		: {type: 'given', text};
};

/** What it is good for, and what stands in its way. */
const notesOn = (key: KeyName, {environment, providers}: KeyRun): readonly string[] => {
	const {kind, name, provider, reference} = key;
	if (kind === 'provider-key') {
		const variable = winningVariable(provider, environment);
		return variable === undefined ? [] : [`${variable} is set in your environment and wins over it.`];
	}
	const meant = providers.find(each => each.keyVariables.includes(name));
	return [
		`In your configuration ${reference} stands for it.`,
		...(meant === undefined
			? []
			: [`It is not used as the key for ${meant.title} by itself: that one is called "${meant.name}".`]),
	];
};

/** `keys set`: says before it asks whether there is a place to keep it. */
export const setKey = async (
	{run, output, name, readSecret}: SetOptions,
	signal: AbortSignal,
): Promise<number> => {
	const read = readKeyName(name, run.providers);
	if (read.type === 'refused') {
		return output.refuse(read.failure);
	}
	const {key} = read;
	try {
		const opened = await run.credentials.open(signal);
		if (opened.problem !== undefined) {
			return output.fail(withFallbacks(opened, key.provider));
		}
		const given = readGiven(await readSecret(`${sentence(describeKey(key))}: `, signal), key);
		if (given.type === 'refused') {
			return given.failure.code === 'cancelled' ? output.fail(given.failure) : output.refuse(given.failure);
		}
		await run.credentials.set(key.account, createSecret(given.text), signal);
		const found = await run.credentials.get(key.account, signal);
		if (found === undefined || revealSecret(found) !== given.text) {
			return output.fail({
				code: 'secret-not-kept',
				message: `${sentence(describeKey(key))} could not be read back from ${opened.place}.`,
				hint: 'Check that the keychain of your system works for other programs, then try again.',
			});
		}
		if (output.isJson) {
			output.printJson({name: key.name, kind: key.kind, kept: opened.place});
		} else {
			output.print(`${sentence(describeKey(key))} is kept in ${opened.place}.`);
		}
		for (const note of notesOn(key, run)) {
			output.say(note);
		}
		return commandExitCodes.ok;
	} catch (error) {
		return output.fail(toKeyFailure(error));
	}
};
