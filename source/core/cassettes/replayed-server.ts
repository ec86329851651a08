import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {LocalChannel} from '../../domain/server-ports.ts';
import {sleep} from '../../support/sleep.ts';
import {createSceneFinder, type FindMode} from './find-scene.ts';
import type {PlayOrder} from './play-order.ts';
import {
	differenceOfReplies,
	errorAnswer,
	greeting,
	isQuiet,
	missingAnswer,
	retarget,
	unansweredReason,
} from './replay-messages.ts';
import type {RecordedServer, Scene, SceneItem} from './server-scenes.ts';

export type ReplayOptions = {
	readonly mode: FindMode;
	readonly order: PlayOrder;
	/** Milliseconds: what took longer is played as if it had taken so long. */
	readonly longestWait: number;
	/** Takes secrets out of what a client sends, as they were taken out of the cassette. */
	readonly clean: <Value>(value: Value) => Value;
};

const longestTimer = 2 ** 31 - 1;

/** What a client asked. */
type Asked = {readonly method: string; readonly params: JsonObject; readonly id?: JsonValue};

type Line = {
	readonly send: (message: JsonObject) => Promise<void>;
	/** Asks the client and resolves with its reply; undefined when that does not come any more. */
	readonly ask: (message: JsonObject, signal: AbortSignal) => Promise<JsonObject | undefined>;
};

const createLine = (channel: LocalChannel) => {
	const replies = new Map<JsonValue, (reply: JsonObject | undefined) => void>();
	let lastId = 0;
	const send = async (message: JsonObject): Promise<void> => {
		try {
			// The channel carries the messages of the SDK, which this one equals in all but its type.
			await channel.send(structuredClone(message) as never);
		} catch {
			// The client has gone.
		}
	};
	const line: Line = {
		send,
		ask: (message, signal) =>
			new Promise(resolve => {
				lastId += 1;
				const id = `recorded-${lastId}`;
				const settle = (reply: JsonObject | undefined): void => {
					replies.delete(id);
					signal.removeEventListener('abort', giveUp);
					resolve(reply);
				};
				const giveUp = (): void => settle(undefined);
				if (signal.aborted) {
					resolve(undefined);
					return;
				}
				signal.addEventListener('abort', giveUp);
				replies.set(id, settle);
				void send({...message, id});
			}),
	};
	return {line, reply: (message: JsonObject) => replies.get(message.id ?? null)?.(message)};
};

/**
 * A server that says what it said when it was recorded. What was not recorded is refused, with what was. All
 * connections to it play from the same cassette.
 */
export const createReplayedServer = (
	server: RecordedServer,
	{mode, order, longestWait, clean}: ReplayOptions,
): ((channel: LocalChannel) => Promise<void>) => {
	const finder = createSceneFinder(server.scenes, mode);

	/** Nobody wants to wait again until a server has started. */
	const waitFor = ({method}: Asked, item: SceneItem, isOver: boolean): number =>
		method === 'tools/call' || isOver ? Math.min(item.after, longestWait) : 0;

	/** Whether the scene goes on. */
	const playItem = async (
		asked: Asked,
		scene: Scene,
		item: SceneItem,
		line: Line,
		signal: AbortSignal,
	): Promise<boolean> => {
		if (item.kind === 'answer') {
			if (asked.id !== undefined) await line.send(greeting(asked, {...item.message, id: asked.id}));
			return true;
		}
		const message = retarget(item.message, scene, asked);
		if (message === undefined) return true;
		if (item.kind === 'notification') {
			await line.send(message);
			return true;
		}
		const reply = await line.ask(message, signal);
		const difference = reply === undefined ? undefined : differenceOfReplies(item, clean(reply));
		if (difference === undefined || asked.id === undefined) return reply !== undefined;
		await line.send(missingAnswer(asked, asked.id, difference, mode));
		return false;
	};

	const play = async (asked: Asked, scene: Scene, line: Line, signal: AbortSignal): Promise<void> => {
		let isOver = asked.id === undefined;
		for (const item of scene.items) {
			const wait = waitFor(asked, item, isOver);
			if (wait > 0) await sleep(wait, signal);
			if (asked.method === 'tools/call') await order.turn(scene.place, item.place, signal);
			if (signal.aborted || !(await playItem(asked, scene, item, line, signal))) return;
			if (item.kind === 'answer') {
				isOver = true;
				order.leave(scene.place);
			}
		}
		if (!isOver && asked.id !== undefined && !isQuiet(asked.method)) {
			await line.send(missingAnswer(asked, asked.id, unansweredReason(scene), mode));
		}
	};

	/** What nobody has to have recorded. */
	const answerOf = ({method}: Asked): JsonObject | undefined => {
		if (method === 'ping') return {};
		const isSetting = method === 'logging/setLevel' || /^resources\/(un)?subscribe$/.test(method);
		return mode === 'mock' && isSetting ? {} : undefined;
	};

	const answer = async (asked: Asked, line: Line, signal: AbortSignal): Promise<void> => {
		const own = answerOf(asked);
		if (own !== undefined && asked.id !== undefined) {
			await line.send({jsonrpc: '2.0', id: asked.id, result: own});
			return;
		}
		const found = finder.find(asked.method, clean(asked.params));
		if (found.type === 'missing') {
			if (asked.id === undefined) return;
			const [trouble] = asked.method === 'initialize' ? server.troubles : [];
			const why = trouble === undefined ? found.why : `When it was recorded: ${trouble}`;
			await line.send(missingAnswer(asked, asked.id, why, mode));
			return;
		}
		const {scene, isAgain} = found;
		if (isAgain) {
			const items = scene.items.filter(({kind}) => kind === 'answer');
			await play(asked, {...scene, items}, line, signal);
			return;
		}
		const isCall = asked.method === 'tools/call';
		if (isCall) order.arrive(scene.place);
		try {
			await play(asked, scene, line, signal);
		} finally {
			order.leave(scene.place);
		}
	};

	return async channel => {
		const closed = new AbortController();
		const running = new Map<JsonValue, AbortController>();
		const {line, reply} = createLine(channel);

		const begin = async (asked: Asked): Promise<void> => {
			const control = new AbortController();
			if (asked.id !== undefined) running.set(asked.id, control);
			await answer(asked, line, AbortSignal.any([closed.signal, control.signal]));
			if (asked.id !== undefined) running.delete(asked.id);
		};

		channel.onmessage = (message: unknown) => {
			if (!isJsonObject(message)) return;
			const {method, id} = message;
			const params = isJsonObject(message.params) ? message.params : {};
			if (typeof method !== 'string') reply(message);
			else if (method === 'notifications/cancelled') running.get(params.requestId ?? null)?.abort();
			else if (id !== undefined || method === 'notifications/initialized')
				void begin({method, params, ...(id === undefined ? {} : {id})});
		};
		// An open connection keeps the program running, as that to a real server does.
		const open = setInterval(() => undefined, longestTimer);
		channel.onclose = () => {
			clearInterval(open);
			closed.abort();
		};
		channel.onerror = () => {
			// Something that is no message: whoever waits for an answer to it waits in vain, as with any server.
			void line.send(errorAnswer(null, 'This is not a message of MCP.'));
		};
		await channel.start();
	};
};
