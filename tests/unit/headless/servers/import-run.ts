import type {ForeignFile, ForeignServer} from '../../../../source/domain/server-import.ts';
import {type ImportOptions, importServers} from '../../../../source/headless/servers/import-servers.ts';
import {createFakeRun, createRecorder, type FakeRun} from './fake-run.ts';

const clients = [
	{id: 'cursor', title: 'Cursor'},
	{id: 'claude-code', title: 'Claude Code'},
	{id: 'goose', title: 'goose'},
];

export const server = (name: string, more: Partial<ForeignServer> = {}): ForeignServer => ({
	name,
	entry: {command: 'npx', args: ['-y', name]},
	problems: [],
	notes: [],
	...more,
});

export const fileOf = (
	client: string,
	servers: readonly ForeignServer[],
	more: Partial<ForeignFile> = {},
): ForeignFile => ({
	client,
	title: clients.find(({id}) => id === client)?.title ?? client,
	file: `/home/ada/${client}.json`,
	isOfProject: false,
	servers,
	problems: [],
	...more,
});

export const withKey = server('keyed', {entry: {command: 'x', env: {API_KEY: 'canary-1'}}});

type Given = Partial<ImportOptions> & {
	readonly files?: readonly ForeignFile[];
	readonly run?: FakeRun;
	readonly isJson?: boolean;
	/** What the user types. */
	readonly typed?: string;
};

/** Runs an import over these files. */
export const start = async ({
	files = [],
	run = createFakeRun(),
	isJson = false,
	typed,
	...more
}: Given = {}) => {
	const recorder = createRecorder(isJson);
	const asked: (readonly string[])[] = [];
	const code = await importServers(
		{
			run,
			output: recorder.output,
			clients,
			findServers: async wanted => {
				asked.push(wanted);
				return files.filter(({client}) => wanted.includes(client));
			},
			wanted: [],
			only: [],
			isYes: false,
			replace: false,
			isPlainText: false,
			...(typed === undefined ? {} : {readLine: async () => typed}),
			...more,
		},
		new AbortController().signal,
	);
	const put = run.changes.map(({change, scope}) =>
		change.type === 'put'
			? {name: change.name, entry: change.entry, replace: change.replace, scope}
			: change.type,
	);
	return {
		code,
		put,
		asked,
		kept: [...run.kept],
		out: recorder.out(),
		err: recorder.err(),
		json: recorder.json,
	};
};
