import {isJsonObject} from '../../domain/json.ts';
import type {ServerConfig} from '../../domain/server.ts';
import type {Complaint} from './complaint.ts';
import type {ConfigPage} from './config-page.ts';
import {membersOf, plainValue} from './config-text.ts';
import type {SecretReference, Sources} from './expand-variables.ts';
import {
	inputsOfEntry,
	mergeInputs,
	type NeededInput,
	readInputDefaults,
	readInputs,
	withInputDefaults,
} from './needed-inputs.ts';
import {type EntryContext, readServerEntry} from './server-entry.ts';
import {sectionsOf} from './server-sections.ts';

export type RefusedServer = {
	readonly name: string;
	readonly file: string;
	readonly disabled: boolean;
	/** As in `Config.problems`. */
	readonly problems: readonly string[];
};

export type ServersRead = {
	readonly servers: readonly ServerConfig[];
	readonly refusedServers: readonly RefusedServer[];
	readonly neededInputs: readonly NeededInput[];
	readonly problems: readonly string[];
};

const isDisabled = (entry: unknown): boolean =>
	isJsonObject(entry) && (entry.disabled === true || entry.enabled === false);

/** No command is run, and no file opened, for a server that is not used. */
const secretsFor = (entry: unknown, secrets: Sources['secrets']): Pick<Sources, 'secrets'> => {
	if (secrets === undefined) return {};
	const isLeft = ({type}: SecretReference): boolean => type === 'file' || type === 'command';
	return {
		secrets: isDisabled(entry) ? reference => (isLeft(reference) ? undefined : secrets(reference)) : secrets,
	};
};

/** Reads the servers of a file, entry by entry: a bad one disables only itself. */
export const readServers = (
	page: ConfigPage,
	{secrets: kept, ...sources}: Sources,
	{whyMissing, readEnvFile}: Pick<EntryContext, 'whyMissing' | 'readEnvFile'>,
): ServersRead => {
	const {file, isForeign, describe, linesAt} = page;
	const servers: ServerConfig[] = [];
	const refusedServers: RefusedServer[] = [];
	const problems: string[] = [];
	const needed: NeededInput[] = [];
	const inputs = readInputs(page.valueOf('inputs'));
	const defaults = readInputDefaults(page.valueOf('inputs'));
	/** An answer of the user wins over the default of their own file; other files have no answers. */
	const secrets: Sources['secrets'] = isForeign
		? kept
		: reference =>
				kept?.(reference) ?? (reference.type === 'input' ? defaults.get(reference.name) : undefined);
	const context = {
		...sources,
		file,
		isForeign,
		describeInput: (id: string) => inputs.get(id)?.description,
		...(whyMissing === undefined ? {} : {whyMissing}),
		...(readEnvFile === undefined ? {} : {readEnvFile}),
	};
	const noteInputs = (name: string, entry: unknown): void => {
		// Nobody is asked on behalf of somebody else's file, or for a server that is not used.
		if (isForeign || isDisabled(entry)) return;
		for (const id of inputsOfEntry(entry)) {
			if (secrets?.({type: 'input', name: id}) === undefined) {
				needed.push({id, ...(inputs.get(id) ?? {isSecret: true}), servers: [name]});
			}
		}
	};
	const readEntry = (section: string, name: string, entry: unknown): void => {
		const result = readServerEntry(name, entry, {...context, ...secretsFor(entry, secrets)});
		noteInputs(name, entry);
		const lines = (complaints: readonly Complaint[]): readonly string[] =>
			linesAt([section, name], complaints);
		if (result.type === 'server') {
			servers.push(result.server);
			problems.push(...lines(result.warnings));
			return;
		}
		const {complaints, warnings, disabled} = result;
		refusedServers.push({name, file, disabled, problems: lines(complaints)});
		// What a disabled server lacks on this machine is nobody's trouble until it is enabled.
		const loud = disabled ? complaints.filter(({kind}) => kind === 'malformed') : complaints;
		problems.push(...lines([...loud, ...warnings]));
	};
	const taken = new Set<string>();
	for (const section of sectionsOf(page.content)) {
		const node = membersOf(page.root).find(({key}) => key === section)?.value;
		if (node?.type !== 'object') {
			problems.push(describe([section], 'expected an object'));
		}
		for (const {key: name, value} of membersOf(node)) {
			if (taken.has(name)) {
				problems.push(
					describe(
						[section, name],
						'another section of this file has a server of this name; this one is left out',
					),
				);
			} else {
				taken.add(name);
				const entry = plainValue(value);
				readEntry(section, name, isForeign ? withInputDefaults(entry, defaults) : entry);
			}
		}
	}
	return {servers, refusedServers, neededInputs: mergeInputs(needed), problems};
};
