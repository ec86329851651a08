import type {ProviderSettings, RefusedProvider} from '../../domain/provider-settings.ts';
import type {Complaint} from './complaint.ts';
import type {ConfigPage} from './config-page.ts';
import {membersOf, plainValue} from './config-text.ts';
import type {Wording} from './expand-values.ts';
import type {Sources} from './expand-variables.ts';
import {readProviderEntry} from './provider-entry.ts';

export type ProvidersRead = {
	readonly providers: ReadonlyMap<string, ProviderSettings>;
	readonly refusedProviders: readonly RefusedProvider[];
	readonly problems: readonly string[];
	/** The section is there, and nobody can tell what it says. */
	readonly isUnreadable: boolean;
};

/** Reads the section `providers`, entry by entry. */
export const readProviders = (
	{root, describe, linesAt}: Pick<ConfigPage, 'root' | 'describe' | 'linesAt'>,
	sources: Sources,
	wording: Wording = {},
): ProvidersRead => {
	const node = membersOf(root).find(({key}) => key === 'providers')?.value;
	const providers = new Map<string, ProviderSettings>();
	const refusedProviders: RefusedProvider[] = [];
	const problems: string[] = [];
	const isUnreadable = node !== undefined && node.type !== 'object';
	if (isUnreadable) {
		problems.push(describe(['providers'], 'expected an object'));
	}
	for (const {key: name, value} of membersOf(node)) {
		const read = readProviderEntry(name, plainValue(value), sources, wording);
		const lines = (complaints: readonly Complaint[]): readonly string[] =>
			linesAt(['providers', name], complaints);
		if (read.type === 'provider') {
			providers.set(name, read.settings);
			problems.push(...lines(read.warnings));
		} else {
			refusedProviders.push({name, problems: lines(read.complaints)});
			// What a provider lacks on this machine is nobody's trouble until it is used.
			const loud = read.complaints.filter(({kind}) => kind === 'malformed');
			problems.push(...lines([...loud, ...read.warnings]));
		}
	}
	return {providers, refusedProviders, problems, isUnreadable};
};
