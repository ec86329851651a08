import {type Complaint, missing, type Place} from './complaint.ts';
import {expandVariables, type MissingReference, type Sources} from './expand-variables.ts';

const asVariable = (name: string): string => `\${${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}}`;

const describeMissing = (
	reference: MissingReference,
	describeInput: (id: string) => string | undefined,
): string => {
	const {type, name} = reference;
	switch (type) {
		case 'variable':
			return `the variable ${name} is not set. Set it, or write \${${name}:-default}`;
		case 'keychain':
			return `no secret "${name}" can be read from the keychain. Store it there, or use a variable such as ${asVariable(name)}`;
		case 'input': {
			const about = describeInput(name);
			return `the input "${name}"${about === undefined ? '' : ` (${about})`} has no value. Put a variable such as ${asVariable(name)} in its place and set it`;
		}
	}
};

/** Fills in the references of every text inside a value; what cannot be filled in stays as it is written. */
export const expandValues = (
	value: unknown,
	sources: Sources,
	describeInput: (id: string) => string | undefined = () => undefined,
): {readonly value: unknown; readonly complaints: readonly Complaint[]} => {
	const complaints: Complaint[] = [];
	const expand = (part: unknown, path: Place): unknown => {
		if (typeof part === 'string') {
			const expanded = expandVariables(part, sources);
			if (expanded.type === 'expanded') {
				return expanded.text;
			}
			complaints.push(missing(path, describeMissing(expanded.reference, describeInput)));
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
