import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import {canonicalJson} from '../../support/canonical-json.ts';
import type {CassetteRecord, MessageRecord, RecordedSettings} from './cassette-record.ts';

/** Something that the server said in a scene. */
export type SceneItem = {
	/** Its place among all records of the cassette. */
	readonly place: number;
	/** Milliseconds that the server took for it, since what came before it. */
	readonly after: number;
	readonly kind: 'notification' | 'request' | 'answer';
	readonly message: JsonObject;
	/** What the client answered, where the server asked. */
	readonly reply?: JsonObject;
	/** The place of that among all records. */
	readonly repliedAt?: number;
};

/** A message of the client, and everything that the server said because of it. */
export type Scene = {
	readonly place: number;
	readonly method: string;
	readonly params: JsonObject;
	/** Under this the client's later messages are compared. */
	readonly key: string;
	/** The token under which progress was told. */
	readonly token?: JsonValue;
	/** The id of the request, which subscriptions repeat. */
	readonly id?: JsonValue;
	readonly isCancelled: boolean;
	readonly items: readonly SceneItem[];
};

export type RecordedServer = {
	readonly name: string;
	readonly settings: RecordedSettings;
	readonly scenes: readonly Scene[];
	/** Why it could not be reached, where that was so. */
	readonly troubles: readonly string[];
};

type GrowingItem = {-readonly [Key in keyof SceneItem]: SceneItem[Key]} & {doneAt: number};
type GrowingScene = {-readonly [Key in keyof Omit<Scene, 'items'>]: Scene[Key]} & {
	readonly items: GrowingItem[];
	readonly at: number;
};
type GrowingServer = {
	settings: RecordedSettings;
	readonly scenes: GrowingScene[];
	readonly troubles: string[];
	readonly connections: Map<number, Connection>;
};

/** What every client says about itself, and what differs from call to call. */
const withoutMeta = ({_meta, ...params}: JsonObject): JsonObject => params;

/** How a message of a client is known again. Every client greets in its own words. */
export const keyOf = (method: string, params: JsonObject): string =>
	method === 'initialize' || method === 'server/discover'
		? method
		: `${method} ${canonicalJson(withoutMeta(params))}`;

const objectOr = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

const tokenOf = (params: JsonObject): JsonValue | undefined => objectOr(params._meta).progressToken;

/** The messages of one connection, put together. */
const createConnection = (scenes: GrowingScene[]) => {
	const open = new Map<JsonValue, GrowingScene>();
	const asked = new Map<JsonValue, GrowingItem>();
	let last: GrowingScene | undefined;

	const begin = (method: string, message: JsonObject, place: number, at: number): GrowingScene => {
		const params = objectOr(message.params);
		const token = tokenOf(params);
		const scene: GrowingScene = {
			place,
			method,
			params,
			key: keyOf(method, params),
			...(token === undefined ? {} : {token}),
			...(message.id === undefined ? {} : {id: message.id}),
			isCancelled: false,
			items: [],
			at,
		};
		scenes.push(scene);
		last = scene;
		return scene;
	};

	/** Whose fault it is that the server said something: a call, if one is running; else what came last. */
	const sceneFor = (message: JsonObject): GrowingScene | undefined => {
		const running = [...open.values()].reverse();
		const token = message.method === 'notifications/progress' ? objectOr(message.params).progressToken : null;
		return (
			running.find(scene => token !== null && scene.token === token) ??
			running.find(({method}) => method === 'tools/call') ??
			running[0] ??
			last
		);
	};

	const add = (
		scene: GrowingScene | undefined,
		kind: SceneItem['kind'],
		{message, at}: MessageRecord,
		place: number,
	): GrowingItem | undefined => {
		if (scene === undefined) return undefined;
		const after = Math.max(0, at - (scene.items.at(-1)?.doneAt ?? scene.at));
		const item: GrowingItem = {place, after, kind, message, doneAt: at};
		scene.items.push(item);
		return item;
	};

	const sent = ({message, at}: MessageRecord, place: number): void => {
		const {method, id, params} = message;
		if (typeof method !== 'string') {
			const item = id === undefined ? undefined : asked.get(id);
			if (item === undefined) return;
			item.reply = message;
			item.repliedAt = place;
			item.doneAt = at;
			return;
		}
		if (id !== undefined) open.set(id, begin(method, message, place, at));
		else if (method === 'notifications/initialized') begin(method, message, place, at);
		else if (method === 'notifications/cancelled') {
			const scene = open.get(objectOr(params).requestId ?? null);
			if (scene !== undefined) scene.isCancelled = true;
		}
	};

	const received = (record: MessageRecord, place: number): void => {
		const {method, id} = record.message;
		if (typeof method !== 'string') {
			if (id === undefined) return;
			add(open.get(id), 'answer', record, place);
			open.delete(id);
			return;
		}
		const item = add(sceneFor(record.message), id === undefined ? 'notification' : 'request', record, place);
		if (id !== undefined && item !== undefined) asked.set(id, item);
	};

	return {sent, received};
};

type Connection = ReturnType<typeof createConnection>;

/** Every server of a cassette, as scenes that can be played. */
export const serversOf = (records: readonly CassetteRecord[]): readonly RecordedServer[] => {
	const servers = new Map<string, GrowingServer>();

	const serverOf = (name: string): GrowingServer => {
		const server: GrowingServer = servers.get(name) ?? {
			settings: {transport: 'unknown'},
			scenes: [],
			troubles: [],
			connections: new Map(),
		};
		servers.set(name, server);
		return server;
	};

	const connectionOf = ({server: name, connection: number}: MessageRecord): Connection => {
		const {connections, scenes} = serverOf(name);
		const connection = connections.get(number) ?? createConnection(scenes);
		connections.set(number, connection);
		return connection;
	};

	for (const [place, record] of records.entries()) {
		switch (record.type) {
			case 'server':
				serverOf(record.server).settings = record.settings;
				break;
			case 'sent':
				connectionOf(record).sent(record, place);
				break;
			case 'received':
				connectionOf(record).received(record, place);
				break;
			case 'note':
				if (record.isTrouble === true) serverOf(record.server).troubles.push(record.text);
				break;
			default:
		}
	}
	return [...servers].map(([name, {settings, scenes, troubles}]) => ({name, settings, scenes, troubles}));
};
