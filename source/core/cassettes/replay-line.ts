import type {JsonObject, JsonValue} from '../../domain/json.ts';
import type {LocalChannel} from '../../domain/server-ports.ts';
import {expectManyListeners} from '../../support/many-listeners.ts';

/** The server's end of a connection. Nothing here throws: a client that has gone hears nothing. */
export type ReplayLine = {
	readonly send: (message: JsonObject) => Promise<void>;
	/** Asks the client under a new id. There is no reply any more once the signal aborts. */
	readonly ask: (
		message: JsonObject,
		signal: AbortSignal,
	) => {readonly id: string; readonly reply: Promise<JsonObject | undefined>};
	/** Hands over what the client answers. */
	readonly heard: (reply: JsonObject) => void;
};

export const createReplayLine = (channel: LocalChannel): ReplayLine => {
	const waiting = new Map<JsonValue, (reply: JsonObject | undefined) => void>();
	let lastId = 0;

	const send = async (message: JsonObject): Promise<void> => {
		try {
			// The channel carries the messages of the SDK, which this one equals in all but its type.
			await channel.send(structuredClone(message) as never);
		} catch {
			// The client has gone.
		}
	};

	return {
		send,
		ask: (message, signal) => {
			// One listener for every question of a call.
			expectManyListeners(signal);
			lastId += 1;
			const id = `recorded-${lastId}`;
			const reply = new Promise<JsonObject | undefined>(resolve => {
				const settle = (given: JsonObject | undefined): void => {
					waiting.delete(id);
					signal.removeEventListener('abort', giveUp);
					resolve(given);
				};
				const giveUp = (): void => settle(undefined);
				signal.addEventListener('abort', giveUp);
				waiting.set(id, settle);
			});
			void send({...message, id});
			return {id, reply};
		},
		heard: reply => waiting.get(reply.id ?? null)?.(reply),
	};
};
