import {addServer} from '../../../../source/headless/servers/add-server.ts';
import type {AskSecret} from '../../../../source/headless/servers/keep-secrets.ts';
import type {NewServer} from '../../../../source/headless/servers/new-entry.ts';
import {createFakeRun, createRecorder, type FakeRun, signal} from './fake-run.ts';

/** What `mcp add x npx` says. */
export const newServer = (more: Partial<NewServer>): NewServer => ({
	name: 'x',
	target: 'npx',
	args: [],
	transport: undefined,
	env: [],
	headers: [],
	...more,
});

/** The programs that are there. */
const existing = new Set(['npx', 'node', '/bin/my server']);

export const optionsFor = (run: FakeRun, {output}: ReturnType<typeof createRecorder>) =>
	({
		changeConfig: run.changeConfig,
		keepSecret: run.keepSecret,
		output,
		scope: 'user',
		replace: false,
		isPlainText: false,
		showsLine: true,
		findProgram: async (command: string) =>
			existing.has(command) ? ('found' as const) : ('missing' as const),
	}) as const;

/** Adds a server, and resolves with the entry that was written and what was said. */
export const add = async (
	more: Partial<NewServer>,
	isJson = false,
	{
		run = createFakeRun(),
		...others
	}: {run?: FakeRun; scope?: 'project'; isPlainText?: boolean; askSecret?: AskSecret} = {},
) => {
	const recorder = createRecorder(isJson);
	const code = await addServer(newServer(more), {...optionsFor(run, recorder), ...others}, signal);
	const [change] = run.changes;
	return {code, entry: change?.change.type === 'put' ? change.change.entry : undefined, ...recorder, run};
};
