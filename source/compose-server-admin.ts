import type {BenchParts} from './compose-bench.ts';
import type {ServerAdmin} from './domain/server-admin.ts';

const unusedWhenStrict =
	'It is not used in this run: --strict-mcp-config leaves out your own configuration and that of the project.';

/** The entries of servers. What reads and writes them is loaded when it is first used. */
export const composeServerAdmin = (parts: BenchParts): ServerAdmin => {
	const {surroundings, loaded, servers, options, cwd, reload, trust} = parts;
	const open = async (): Promise<ServerAdmin> => {
		const {composeServerEntries} = await import('./compose-server-entries.ts');
		const builtIn = servers.configs().find(({type}) => type === 'in-memory');
		return composeServerEntries({
			surroundings,
			loaded,
			toolbox: builtIn?.name ?? 'toolbox',
			environment: process.env,
			cwd,
			now: Date.now,
			// What followed a server to another name counts from now on.
			reload: async () => {
				await reload();
				await trust.grants.refresh();
			},
			disallowedTools: options.disallowedTools,
			...(options.isStrict ? {whyUnused: unusedWhenStrict} : {}),
		});
	};
	let opened: Promise<ServerAdmin> | undefined;
	const admin = (): Promise<ServerAdmin> => {
		opened ??= open();
		return opened;
	};
	return {
		written: async name => (await admin()).written(name),
		understand: async text => (await admin()).understand(text),
		freeName: async (entry, wanted) => (await admin()).freeName(entry, wanted),
		check: async (draft, wanted) => (await admin()).check(draft, wanted),
		test: async (draft, wanted, signal) => (await admin()).test(draft, wanted, signal),
		save: async (draft, wanted, signal) => (await admin()).save(draft, wanted, signal),
		remove: async (name, signal) => (await admin()).remove(name, signal),
		setDisabled: async (name, disabled, signal) => (await admin()).setDisabled(name, disabled, signal),
	};
};
