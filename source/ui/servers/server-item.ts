import type {ServerConfig, ServerStatus} from '../../domain/server.ts';
import type {UnusedServer} from '../../domain/server-control.ts';
import type {Bench} from '../bench/section.ts';

/** What a row of the list stands for. */
export type ServerItem =
	| {
			readonly type: 'server';
			readonly name: string;
			readonly config: ServerConfig;
			readonly status: ServerStatus;
	  }
	/** Named by a file, and not used. */
	| {readonly type: 'unused'; readonly name: string; readonly unused: UnusedServer};

/** Of those that nobody has told of yet: the same objects, so that their items stay the same. */
const disabled: ServerStatus = {type: 'disabled'};
const idle: ServerStatus = {type: 'idle'};

/** A file may name a server that another one has, too. */
const keyOf = ({type, name}: ServerItem): string => `${type} ${name}`;

/** What `item` shows is known by these alone. */
const isSame = (one: ServerItem | undefined, other: ServerItem): boolean => {
	if (one === undefined || one.name !== other.name) {
		return false;
	}
	return one.type === 'server'
		? other.type === 'server' && one.config === other.config && one.status === other.status
		: other.type === 'unused' && one.unused === other.unused;
};

/** The servers there are. An item is the same object, and so is the list, while nothing about it has changed. */
export const createServerItems = ({app, ports}: Pick<Bench, 'app' | 'ports'>) => {
	let known: readonly ServerItem[] = [];
	return (): readonly ServerItem[] => {
		const {servers: statuses} = app.getState();
		const now: readonly ServerItem[] = [
			...(ports.servers?.configs() ?? []).map(
				(config): ServerItem => ({
					type: 'server',
					name: config.name,
					config,
					status: statuses.get(config.name) ?? (config.disabled ? disabled : idle),
				}),
			),
			...(ports.servers?.unused() ?? []).map(
				(unused): ServerItem => ({type: 'unused', name: unused.name, unused}),
			),
		];
		const old = new Map(known.map(item => [keyOf(item), item]));
		const next = now.map(item => {
			const before = old.get(keyOf(item));
			return before !== undefined && isSame(before, item) ? before : item;
		});
		if (next.length !== known.length || next.some((item, index) => item !== known[index])) {
			known = next;
		}
		return known;
	};
};
