import {describeError} from '../../../domain/failure.ts';
import {isJsonObject} from '../../../domain/json.ts';
import {isLostAnswer} from '../transports/lost-answer.ts';
import type {ServerTransport} from '../transports/server-transport.ts';
import {describeEnd} from '../transports/transport-end.ts';
import {wrapTransport} from '../transports/wrapped-transport.ts';
import type {ConnectionRecorder} from './traffic-log.ts';

/** The same transport; what goes over it is recorded as it goes. */
export const recordedTransport = (
	inner: ServerTransport,
	{sent, received, noted}: ConnectionRecorder,
): ServerTransport => {
	let isOver = false;

	const noteEnd = () => {
		if (isOver) return;
		isOver = true;
		const end = inner.end() ?? {type: 'closed'};
		if (end.type === 'closed') noted('The connection was closed.', {isEnd: true});
		else noted(`The server ${describeEnd(end)}.`, {isTrouble: true, isEnd: true});
	};

	const noteTrouble = (message: unknown, error: unknown) => {
		if (isOver) return;
		const id = isJsonObject(message) && 'method' in message ? message.id : undefined;
		const problem = inner.problemOf?.(error);
		const text = problem === undefined ? describeError(error) : `The server ${describeEnd(problem)}.`;
		noted(text, {isTrouble: true, ...(id === undefined ? {} : {id})});
	};

	return wrapTransport(inner, {
		start: async () => {
			try {
				await inner.start();
				noted(`Opened a connection: ${inner.name}.`);
			} catch (error) {
				if (!isOver) noted(describeError(error), {isTrouble: true});
				isOver = true;
				throw error;
			}
		},
		send: async (message, options) => {
			sent(message);
			try {
				await inner.send(message, options);
			} catch (error) {
				// Whoever gave up waiting knows it.
				if (options?.requestSignal?.aborted !== true) noteTrouble(message, error);
				throw error;
			}
		},
		receive: message => {
			if (isLostAnswer(message)) noted(message.error.message, {isTrouble: true, id: message.id});
			else received(message);
			return message;
		},
		closed: noteEnd,
	});
};
