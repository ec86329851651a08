import type {JSONRPCMessage, RequestId} from '@modelcontextprotocol/client';
import {cancelledBy} from './request-streams.ts';

/** Milliseconds for a sign of life once it is asked for. */
const longestPatience = 10_000;

export type SilenceWatch = {
	readonly sent: (message: JSONRPCMessage) => void;
	/** Hears what came, and answers whether it was for the watch alone. */
	readonly received: (message: JSONRPCMessage) => boolean;
	/** Anything came, be it only a comment. */
	readonly alive: () => void;
	readonly stop: () => void;
};

type SilenceWatchOptions = {
	/** Milliseconds. */
	readonly limit: number;
	/** Sends a message that a living server answers. */
	readonly ask: (message: JSONRPCMessage) => void;
	readonly onSilent: () => void;
};

/**
 * Notices that nothing comes from a server any longer though it owes an answer. Before it is given up it is asked
 * whether it is there: it may work for a long time, or wait for the user. One that owes nothing may be silent for ever.
 */
export const createSilenceWatch = ({limit, ask, onSilent}: SilenceWatchOptions): SilenceWatch => {
	const owed = new Set<RequestId>();
	const cancelled = new Set<RequestId>();
	let timer: NodeJS.Timeout | undefined;
	let asked = 0;
	let isOver = false;

	const askForLife = () => {
		asked += 1;
		ask({jsonrpc: '2.0', id: `mcp-tui-alive-${asked}`, method: 'ping'});
		timer = setTimeout(onSilent, Math.min(limit, longestPatience)).unref();
	};

	const restart = () => {
		clearTimeout(timer);
		timer = undefined;
		if (!isOver && owed.size > 0) timer = setTimeout(askForLife, limit).unref();
	};

	const alive = () => {
		// Nobody answers a request that was taken back; but a server that says anything at all is there.
		for (const id of cancelled) owed.delete(id);
		cancelled.clear();
		restart();
	};

	return {
		sent: message => {
			const takenBack = cancelledBy(message);
			if (takenBack !== undefined && owed.has(takenBack)) cancelled.add(takenBack);
			if (!('method' in message) || !('id' in message)) return;
			owed.add(message.id);
			if (timer === undefined) restart();
		},
		received: message => {
			if (!('id' in message) || 'method' in message || message.id === undefined) return false;
			owed.delete(message.id);
			if (owed.size === 0) restart();
			return typeof message.id === 'string' && message.id.startsWith('mcp-tui-alive-');
		},
		alive,
		stop: () => {
			isOver = true;
			restart();
		},
	};
};
