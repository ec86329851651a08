import {type Complaint, malformed, missing, type Place} from './complaint.ts';
import {
	expandVariables,
	type MissingReference,
	type SecretReference,
	type Sources,
} from './expand-variables.ts';
import {elsewhereHint, explainBroken} from './explain-reference.ts';

const asVariable = (name: string): string => `\${${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;

export type Wording = {
	/** What VS Code's `inputs` say about an input. */
	readonly describeInput?: (id: string) => string | undefined;
	/** The file is not the user's own, and may name no secrets of theirs. */
	readonly isForeign?: boolean;
	/** Why a secret could not be fetched. */
	readonly whyMissing?: (reference: SecretReference) => string | undefined;
	/** What has several words may be a script, whose variables are not ours to fill in. */
	readonly mayBeScript?: boolean;
};

const ownOnly: Readonly<Record<SecretReference['type'], string>> = {
	keychain: 'secrets of the keychain are looked up',
	input: 'inputs are looked up',
	file: 'secrets are read from files',
	command: 'commands are run',
};

const inBrackets = (text: string | undefined): string => (text === undefined ? '' : ` (${text})`);

const describeSecret = (reference: SecretReference, wording: Wording): string => {
	const {type, name} = reference;
	const variable = asVariable(name);
	if (wording.isForeign === true) {
		return `${ownOnly[type]} only for your own configuration. Use a variable such as ${variable}, or move the server there`;
	}
	const why = inBrackets(wording.whyMissing?.(reference));
	switch (type) {
		case 'keychain':
			return `no secret "${name}" can be read from the keychain${why}. ${
				why === '' ? `Keep it there with mcp-tui keys set ${name}, or use` : 'Until that works, use'
			} a variable such as ${variable}`;
		case 'input': {
			const about = inBrackets(wording.describeInput?.(name));
			return `the input "${name}"${about} has no value${why}. It is asked for in the chat; or put a variable such as ${variable} in its place`;
		}
		case 'file':
			return `no secret can be read from the file ${name}${why}. Correct the path, or see that the file can be read`;
		case 'command':
			return `the command "${name}" gave no secret${why}. Run it yourself to see why`;
	}
};

const describeMissing = (reference: MissingReference, text: string, wording: Wording): string => {
	const {type, name} = reference;
	if (type !== 'variable') return describeSecret({type, name}, wording);
	const forShell =
		wording.mayBeScript === true && /\s/.test(text)
			? `; if a shell is to fill it in, write $\${${name}}`
			: '';
	return (
		elsewhereHint(name) ?? `the variable ${name} is not set. Set it, or write \${${name}:-default}${forShell}`
	);
};

/** Fills in the references of every text inside a value; what cannot be filled in stays as it is written. */
export const expandValues = (
	value: unknown,
	sources: Sources,
	wording: Wording = {},
): {readonly value: unknown; readonly complaints: readonly Complaint[]} => {
	const complaints: Complaint[] = [];
	const expand = (part: unknown, path: Place): unknown => {
		if (typeof part === 'string') {
			const expanded = expandVariables(part, sources);
			if (expanded.type === 'expanded') {
				return expanded.text;
			}
			const complaint =
				expanded.type === 'broken'
					? malformed(path, explainBroken(expanded.written, wording.isForeign === true))
					: missing(path, describeMissing(expanded.reference, part, wording));
			complaints.push({...complaint, isAboutReference: true});
			return part;
		}
		if (Array.isArray(part)) {
			return part.map((item, index) => expand(item, [...path, index]));
		}
		if (typeof part === 'object' && part !== null) {
			return Object.fromEntries(
				Object.entries(part).map(([key, item]) => [key, expand(item, [...path, key])]),
			);
		}
		return part;
	};
	return {value: expand(value, []), complaints};
};
