import {isJsonObject} from '../../../domain/json.ts';
import type {ServerConfig} from '../../../domain/server.ts';
import type {ServerSetting} from '../../../domain/server-setting.ts';
import {soundsSecret} from '../../../support/secret-names.ts';
import {quoteWord} from '../../../support/shell-words.ts';
import {decidesWhatRuns} from '../deciding-variables.ts';
import {variablesIn} from '../expand-variables.ts';
import {asText, membersAsWritten, variablesOfFiles} from './describe-start.ts';
import type {IsOwnKey} from './own-keys.ts';

type Leaf = {readonly name: string; readonly value: string};

/** Every text, number and switch inside of a value, by the way that leads to it. */
const leavesOf = (name: string, value: unknown): readonly Leaf[] => {
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => leavesOf(`${name}[${index}]`, item));
	}
	return isJsonObject(value)
		? Object.entries(value).flatMap(([key, item]) => leavesOf(name === '' ? key : `${name}.${key}`, item))
		: [{name, value: asText(value)}];
};

/** What is sent or set, by its own name; how it is signed in to, by the names of the entry. */
const namedBy: Readonly<Record<string, string>> = {
	env: '',
	headers: '',
	auth: 'auth',
	oauth: 'oauth',
	envFile: 'envFile',
};

const secretWords = 'that sounds like a secret';
const ownKeyWords = 'that is for models, or for this program';
const decidingWords = 'decides what is run';

type SettingOptions = {
	readonly isOwnKey?: IsOwnKey;
	/** Also where it would run, where the line that is shown with it does not say so. */
	readonly withFolder?: boolean;
};

/**
 * All that an entry sets, as it is written: whoever trusts it has to see which of their variables go where. What is part
 * of the command line or the address is only repeated where it takes a variable.
 */
export const describeSettings = (
	entry: unknown,
	server: ServerConfig | undefined,
	{isOwnKey = () => false, withFolder = false}: SettingOptions = {},
): readonly ServerSetting[] => {
	const written = membersAsWritten(entry);
	const settingOf = ({name, value}: Leaf, isVariable: boolean, isFilledIn = true): ServerSetting => {
		const takes = (isFilledIn ? variablesIn(value) : []).filter(variable => variable !== 'workspaceFolder');
		const warnings = [
			...(takes.some(isOwnKey)
				? [ownKeyWords]
				: takes.some(variable => soundsSecret(variable) || soundsSecret(name))
					? [secretWords]
					: []),
			...(isVariable && decidesWhatRuns(name) ? [decidingWords] : []),
		];
		return {
			name: quoteWord(name),
			value: quoteWord(value),
			takes,
			...(warnings.length === 0 ? {} : {warning: warnings.join('; ')}),
		};
	};
	const named = Object.entries(namedBy).flatMap(([key, name]) =>
		(written.has(key) ? leavesOf(name, written.get(key)) : []).map(leaf => settingOf(leaf, key === 'env')),
	);
	const ofFiles = Object.entries(variablesOfFiles(entry, server)).map(([name, value]) =>
		settingOf({name, value}, true, false),
	);
	const others = [...written]
		.filter(([key]) => !Object.hasOwn(namedBy, key))
		.flatMap(([key, value]) => leavesOf(key, value).map(leaf => settingOf(leaf, false)))
		.filter(({name, takes}) => takes.length > 0 || (withFolder && name === 'cwd'));
	return [...named, ...ofFiles, ...others];
};
