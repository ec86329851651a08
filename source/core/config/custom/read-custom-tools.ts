import type {CustomTool, RefusedCustomTool} from '../../../domain/custom-tool.ts';
import {isJsonObject} from '../../../domain/json.ts';
import type {Complaint} from '../complaint.ts';
import type {ConfigPage} from '../config-page.ts';
import {membersOf, plainValue} from '../config-text.ts';
import type {Wording} from '../expand-values.ts';
import type {SecretReference, Sources} from '../expand-variables.ts';
import {inputsInValues, type NeededInput, readInputs} from '../needed-inputs.ts';
import {readCustomToolEntry} from './custom-tool-entry.ts';

export type CustomToolsRead = {
	readonly customTools: readonly CustomTool[];
	readonly refusedCustomTools: readonly RefusedCustomTool[];
	readonly neededInputs: readonly NeededInput[];
	readonly problems: readonly string[];
	/** Those about tools that can be used all the same. */
	readonly warnings: readonly string[];
};

/** No command is run, and no file opened, for a tool that is not used. */
const withoutOutside = (secrets: NonNullable<Sources['secrets']>) => (reference: SecretReference) =>
	reference.type === 'file' || reference.type === 'command' ? undefined : secrets(reference);

/** Reads the section `customTools`, entry by entry: a bad one disables only itself. */
export const readCustomTools = (
	page: ConfigPage,
	{secrets, ...sources}: Sources,
	wording: Pick<Wording, 'whyMissing'>,
): CustomToolsRead => {
	const key = page.spelling('customTools');
	const node = membersOf(page.root).find(member => member.key === key)?.value;
	const customTools: CustomTool[] = [];
	const refusedCustomTools: RefusedCustomTool[] = [];
	const neededInputs: NeededInput[] = [];
	const problems: string[] = [];
	const warnings: string[] = [];
	const inputs = readInputs(page.valueOf('inputs'));
	const describeInput = (id: string): string | undefined => inputs.get(id)?.description;
	if (node !== undefined && node.type !== 'object') {
		problems.push(page.describe([key], 'expected an object: tools by their names'));
	}
	for (const {key: name, value} of membersOf(node)) {
		const entry = plainValue(value);
		const isOff = isJsonObject(entry) && entry.disabled === true;
		const read = readCustomToolEntry(name, entry, {
			...sources,
			...wording,
			describeInput,
			...(secrets === undefined ? {} : {secrets: isOff ? withoutOutside(secrets) : secrets}),
		});
		const lines = (complaints: readonly Complaint[]): readonly string[] =>
			page.linesAt([key, name], complaints);
		for (const id of isOff ? [] : inputsInValues(entry)) {
			if (secrets?.({type: 'input', name: id}) === undefined) {
				neededInputs.push({id, ...(inputs.get(id) ?? {isSecret: true}), servers: [name]});
			}
		}
		if (read.type === 'refused') {
			refusedCustomTools.push({name, disabled: read.isDisabled, problems: lines(read.complaints)});
			// What a disabled tool lacks on this machine is nobody's trouble until it is enabled.
			const loud = read.isDisabled
				? read.complaints.filter(({kind}) => kind === 'malformed')
				: read.complaints;
			problems.push(...lines([...loud, ...read.warnings]));
		} else {
			customTools.push(read.tool);
			problems.push(...lines(read.warnings));
			warnings.push(...lines(read.warnings));
		}
	}
	return {customTools, refusedCustomTools, neededInputs, problems, warnings};
};
