import {type Complaint, missing, type Place} from './complaint.ts';
import {expandVariables, type MissingReference, type Sources} from './expand-variables.ts';

const asVariable = (name: string): string => `\${${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;

export type Wording = {
	/** What VS Code's `inputs` say about an input. */
	readonly describeInput?: (id: string) => string | undefined;
	/** The file is not the user's own, and may name no secrets of theirs. */
	readonly isForeign?: boolean;
};

const describeMissing = (reference: MissingReference, {describeInput, isForeign}: Wording): string => {
	const {type, name} = reference;
	if (isForeign === true && type !== 'variable') {
		return `${type === 'keychain' ? 'secrets of the keychain' : 'inputs'} are looked up only for your own configuration. Use a variable such as ${asVariable(name)}, or move the server there`;
	}
	switch (type) {
		case 'variable':
			return `the variable ${name} is not set. Set it, or write \${${name}:-default}`;
		case 'keychain':
			return `no secret "${name}" can be read from the keychain. Store it there, or use a variable such as ${asVariable(name)}`;
		case 'input': {
			const about = describeInput?.(name);
			return `the input "${name}"${about === undefined ? '' : ` (${about})`} has no value. Put a variable such as ${asVariable(name)} in its place and set it`;
		}
	}
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
			complaints.push(missing(path, describeMissing(expanded.reference, wording)));
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
