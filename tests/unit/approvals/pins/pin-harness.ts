import {createPinBook} from '../../../../source/core/approvals/pins/pin-book.ts';
import type {Failure} from '../../../../source/domain/failure.ts';
import type {JsonObject} from '../../../../source/domain/json.ts';
import type {OpenState, StateFile} from '../../../../source/domain/ports.ts';
import type {ServerConfig} from '../../../../source/domain/server.ts';
import type {ToolDefinition} from '../../../../source/domain/tool.ts';
import {serverConfig} from '../../../helpers/mcp-servers.ts';

export const defineTool = (change: Partial<ToolDefinition> = {}): ToolDefinition => ({
	server: 'files',
	tool: 'read',
	description: 'Reads a file.',
	inputSchema: {type: 'object', properties: {path: {type: 'string'}}},
	annotations: {},
	...change,
});

export const startOf = (name: string, change: Partial<ServerConfig> = {}): ServerConfig =>
	({...serverConfig('echo'), name, ...change}) as ServerConfig;

export type MemoryState = {
	readonly open: OpenState;
	/** What the files say, by name. */
	readonly contents: Map<string, JsonObject>;
	readonly counts: {reads: number; changes: number};
	/** What the files of pins say. */
	readonly pins: () => readonly JsonObject[];
	/** From now on nothing can be saved. */
	readonly fail: (isFull: boolean) => void;
};

/** State files without a disk. Two programs that share one see what the other has saved. */
export const createMemoryState = (): MemoryState => {
	const contents = new Map<string, JsonObject>();
	const counts = {reads: 0, changes: 0};
	let isFull = false;
	const openFile = (name: string): StateFile => ({
		read: async () => {
			counts.reads += 1;
			return contents.get(name) ?? {};
		},
		change: async edit => {
			counts.changes += 1;
			if (isFull) return {code: 'state-not-saved', message: 'Not saved: the disk is full.'};
			contents.set(name, JSON.parse(JSON.stringify(edit(contents.get(name) ?? {}))));
			return undefined;
		},
	});
	return {
		open: openFile,
		contents,
		counts,
		pins: () => [...contents].filter(([name]) => name !== 'state').map(([, content]) => content),
		fail: full => {
			isFull = full;
		},
	};
};

const signal = new AbortController().signal;

export type BookOptions = {
	readonly state?: MemoryState;
	readonly configs?: readonly ServerConfig[];
	readonly exempt?: string;
	/** The file of the user; without it every server is theirs. */
	readonly ownFile?: string;
	readonly now?: () => number;
};

/** One run of the program over a state that others may share. */
export const openBook = ({
	state = createMemoryState(),
	configs,
	exempt,
	ownFile,
	now = () => 1000,
}: BookOptions = {}) => {
	const troubles: Failure[] = [];
	const known = configs ?? [startOf('files'), startOf('web')];
	const book = createPinBook({
		open: state.open,
		configOf: server => known.find(({name}) => name === server),
		isOwn: ({source}) => ownFile === undefined || source === ownFile,
		exempt: server => server === exempt,
		now,
		onTrouble: failure => troubles.push(failure),
	});
	const check = (...tools: readonly ToolDefinition[]): Promise<void> => book.check(tools, signal);
	return {...book, check, state, troubles};
};
