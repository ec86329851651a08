import type {Failure} from '../../domain/failure.ts';
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

type Looked = {
	readonly listed: readonly Listed[];
	/** What kept us from looking, if anything did. */
	readonly failure?: Failure;
};

/** Only this secret cannot be read; with any other failure none can, and asking again would only say so again. */
const isOfOne = ({code}: Failure): boolean => code === 'secret-damaged';

const lookForAll = async (
	run: KeyRun,
	{problem, hint}: SecretPlace,
	signal: AbortSignal,
): Promise<Looked> => {
	const kept = new Set(await run.keptNames());
	// A key may have been put there without us.
	const expected = run.providers.filter(({needsKey}) => needsKey).map(({name}) => `key:${name}`);
	let failure: Failure | undefined =
		problem === undefined
			? undefined
			: {
					code: 'no-keychain',
					message: `Secrets cannot be looked up: ${problem}.`,
					...(hint === undefined ? {} : {hint}),
				};
	/** Whether it is really there now: our list of names may be wrong. */
	const look = async (key: KeyName): Promise<Listed> => {
		if (failure !== undefined && !isOfOne(failure)) {
			return {...key, presence: 'unknown'};
		}
		try {
			const found = await run.credentials.get(key.account, signal);
			return {...key, presence: found === undefined ? 'missing' : 'there'};
		} catch (error) {
			failure = toKeyFailure(error);
			return {...key, presence: 'unknown', ...(isOfOne(failure) ? {trouble: failure.message} : {})};
		}
	};
	const listed: Listed[] = [];
	for (const account of new Set([...kept, ...expected])) {
		const key = keyNameOf(account, run.providers);
		const found = key === undefined ? undefined : await look(key);
		if (found !== undefined && (kept.has(account) || found.presence === 'there')) {
			listed.push(found);
		}
	}
	return {
		listed: listed.toSorted((one, other) => one.name.localeCompare(other.name)),
		...(failure === undefined ? {} : {failure}),
	};
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

const beginWith = (failure: Failure | undefined): string =>
	failure === undefined
		? 'No secret is kept, and no key is set. Keep one: mcp-tui keys set anthropic'
		: 'No key is set in your environment. One that is set there needs no other place: ANTHROPIC_API_KEY, for example.';

/** `keys list`: names, never what they stand for. Ends with 1 where they cannot be looked up. */
export const listKeys = async ({run, output}: ListOptions, signal: AbortSignal): Promise<number> => {
	try {
		const opened = await run.credentials.open(signal);
		const {place, problem} = opened;
		const {listed, failure} = await lookForAll(run, opened, signal);
		const code = failure === undefined ? commandExitCodes.ok : commandExitCodes.failed;
		const variables = setVariables(run);
		// One that is damaged is told where it stands in the list.
		if (failure !== undefined && !isOfOne(failure)) {
			output.complain(failure);
		}
		if (output.isJson) {
			output.printJson({
				place: problem === undefined ? place : null,
				...(problem === undefined ? {} : {problem}),
				...(failure === undefined ? {} : {error: failure}),
				secrets: listed.map(toObject),
				environment: variables.map(({variable, provider}) => ({variable, provider, winsOverKeychain: true})),
			});
			return code;
		}
		const rows = [
			...listed.map(key => rowOf(key, place, run)),
			...variables.map(({variable, title}): readonly [string, string] => [
				variable,
				`key for ${title}, set in your environment: wins over ${problem === undefined ? place : 'any other'}`,
			]),
		];
		if (rows.length === 0) {
			output.say(beginWith(failure));
		}
		for (const line of alignColumns(rows)) {
			output.print(line);
		}
		return code;
	} catch (error) {
		return output.fail(toKeyFailure(error));
	}
};
