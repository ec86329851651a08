import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {LocalChannel} from '../../domain/server-ports.ts';
import {createSceneFinder} from './find-scene.ts';
import {type PlayOptions, playScene} from './play-scene.ts';
import {createReplayLine, type ReplayLine} from './replay-line.ts';
import {type Asked, errorAnswer, greetingFrom, missingAnswer} from './replay-messages.ts';
import type {RecordedServer} from './server-scenes.ts';

const longestTimer = 2 ** 31 - 1;

/**
 * A server that says what it said when it was recorded. What was not recorded is refused, with what was. All
 * connections to it play from the same cassette.
 */
export const createReplayedServer = (
	server: RecordedServer,
	options: PlayOptions,
): ((channel: LocalChannel) => Promise<void>) => {
	const {mode, order, clean} = options;
	const finder = createSceneFinder(server.scenes, mode);

	/** What nobody has to have recorded. */
	const ownAnswer = ({method, params}: Asked): JsonObject | undefined => {
		if (method === 'ping') return {};
		if (mode === 'replay') return undefined;
		const isSetting = method === 'logging/setLevel' || /^resources\/(un)?subscribe$/.test(method);
		// A recorded server of the newest kind is greeted by clients of the older ones, too.
		return isSetting ? {} : method === 'initialize' ? greetingFrom(server.scenes, params) : undefined;
	};

	const refuse = async ({method, id}: Asked, why: string, line: ReplayLine): Promise<void> => {
		if (id === undefined) return;
		const [trouble] = method === 'initialize' ? server.troubles : [];
		const reason = trouble === undefined ? why : `When it was recorded: ${trouble}`;
		await line.send(missingAnswer({method}, id, reason, mode));
	};

	const answer = async (asked: Asked, line: ReplayLine, signal: AbortSignal): Promise<void> => {
		const own = ownAnswer(asked);
		if (own !== undefined && asked.id !== undefined) {
			await line.send({jsonrpc: '2.0', id: asked.id, result: own});
			return;
		}
		const found = finder.find(asked.method, clean(asked.params));
		if (found.type === 'missing') {
			await refuse(asked, found.why, line);
			return;
		}
		const {scene, isAgain} = found;
		// What came with a list the first time does not come with it again: it may have been that it has changed.
		if (isAgain && asked.method !== 'tools/call') {
			const items = scene.items.filter(({kind}) => kind === 'answer');
			await playScene(asked, {...scene, items}, line, options, signal);
			return;
		}
		if (asked.method === 'tools/call') order.arrive(scene.place);
		try {
			await playScene(asked, scene, line, options, signal);
		} finally {
			order.leave(scene.place);
		}
	};

	return async channel => {
		const closed = new AbortController();
		const running = new Map<JsonValue, AbortController>();
		const line = createReplayLine(channel);

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
			if (typeof method !== 'string') line.heard(message);
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
			// Whoever sent it may be waiting for an answer.
			void line.send(errorAnswer(null, 'This is not a message of MCP.'));
		};
		await channel.start();
	};
};
