import {alignColumns} from '../../support/align-columns.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type CommandOutput, commandExitCodes} from '../command-output.ts';
import {type KeyKind, type KeyName, keyNameOf, winningVariable} from './key-name.ts';
import {type KeyRun, type SecretPlace, toKeyFailure} from './key-run.ts';

type ListOptions = {readonly run: KeyRun; readonly output: CommandOutput};

type Presence = 'there' | 'missing' | 'unknown';

type Listed = KeyName & {readonly presence: Presence; readonly trouble?: string};

const kindWords: Readonly<Record<KeyKind, string>> = {
	'provider-key': 'provider key',
	secret: 'secret',
	input: 'input',
	'server-token': 'server token',
};

/** Whether it is really there now: our list of names may be wrong. */
const look = async (key: KeyName, {credentials}: KeyRun, signal: AbortSignal): Promise<Listed> => {
	try {
		const found = await credentials.get(key.account, signal);
		return {...key, presence: found === undefined ? 'missing' : 'there'};
	} catch (error) {
		return {...key, presence: 'unknown', trouble: toKeyFailure(error).message};
	}
};

const lookForAll = async (
	run: KeyRun,
	{problem}: SecretPlace,
	signal: AbortSignal,
): Promise<readonly Listed[]> => {
	const kept = new Set(await run.keptNames());
	// A key may have been put there without us.
	const expected = run.providers.filter(({needsKey}) => needsKey).map(({name}) => `key:${name}`);
	const listed: Listed[] = [];
	for (const account of new Set([...kept, ...(problem === undefined ? expected : [])])) {
		const key = keyNameOf(account, run.providers);
		if (key === undefined) {
			continue;
		}
		const found: Listed =
			problem === undefined ? await look(key, run, signal) : {...key, presence: 'unknown'};
		if (kept.has(account) || found.presence === 'there') {
			listed.push(found);
		}
	}
	return listed.toSorted((one, other) => one.name.localeCompare(other.name));
};

const presenceWords = ({presence, trouble}: Listed, place: string): string => {
	switch (presence) {
		case 'there':
			return `in ${place}`;
		case 'missing':
			return `MISSING: it is not in ${place} any more`;
		case 'unknown':
			return trouble === undefined ? 'cannot be looked up now' : `cannot be read: ${trouble}`;
	}
};

const rowOf = (key: Listed, place: string, {environment}: KeyRun): readonly [string, string] => {
	const variable = winningVariable(key.provider, environment);
	const beaten = variable === undefined ? '' : `, but ${variable} wins over it`;
	const words = `${kindWords[key.kind]}, ${presenceWords(key, place)}${beaten}`;
	return [sanitiseLine(key.name), sanitiseLine(words)];
};

type SetVariable = {readonly variable: string; readonly provider: string; readonly title: string};

const setVariables = ({providers, environment}: KeyRun): readonly SetVariable[] =>
	providers.flatMap(provider => {
		const variable = winningVariable(provider, environment);
		return variable === undefined ? [] : [{variable, provider: provider.name, title: provider.title}];
	});

const toObject = ({name, kind, presence, reference}: Listed) => ({
	name,
	kind,
	presence,
	...(reference === undefined ? {} : {reference}),
});

/** `keys list`: names, never what they stand for. */
export const listKeys = async ({run, output}: ListOptions, signal: AbortSignal): Promise<number> => {
	try {
		const opened = await run.credentials.open(signal);
		const {place, problem, hint} = opened;
		const listed = await lookForAll(run, opened, signal);
		const variables = setVariables(run);
		if (problem !== undefined) {
			output.complain({
				code: 'no-keychain',
				message: `Secrets cannot be looked up: ${problem}.`,
				...(hint === undefined ? {} : {hint}),
			});
		}
		if (output.isJson) {
			output.printJson({
				place: problem === undefined ? place : null,
				...(problem === undefined ? {} : {problem}),
				secrets: listed.map(toObject),
				environment: variables.map(({variable, provider}) => ({variable, provider, winsOverKeychain: true})),
			});
			return commandExitCodes.ok;
		}
		const rows = [
			...listed.map(key => rowOf(key, place, run)),
			...variables.map(({variable, title}): readonly [string, string] => [
				variable,
				`key for ${title}, set in your environment: wins over the keychain`,
			]),
		];
		if (rows.length === 0) {
			output.say('No secret is kept, and no key is set. Keep one: mcp-tui keys set anthropic');
		}
		for (const line of alignColumns(rows)) {
			output.print(line);
		}
		return commandExitCodes.ok;
	} catch (error) {
		return output.fail(toKeyFailure(error));
	}
};
