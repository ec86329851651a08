import type {ToolCall} from '../domain/tool-call.ts';
import type {AppState, LogEntry} from './app-state.ts';

/**
 * The last that a server logged since a call of it began. Nobody says which call a line belongs to, so of several at
 * once the first has them.
 */
export const logsDuring = ({logs, calls}: AppState, call: ToolCall, most: number): readonly LogEntry[] => {
	const entries = call.status === 'running' ? logs.get(call.server) : undefined;
	if (call.status !== 'running' || entries === undefined) {
		return [];
	}
	const first = calls.live().find(({status, server}) => status === 'running' && server === call.server);
	return first?.callId === call.callId ? entries.slice(-most).filter(({at}) => at >= call.startedAt) : [];
};
