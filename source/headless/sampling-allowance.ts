import type {ToolCall} from '../domain/tool-call.ts';

const maxPerCall = 5;
const maxPerRun = 20;

/** How often servers may use the model where everything is allowed and nobody watches. */
export const createSamplingAllowance = () => {
	const used = new Map<string, number>();
	let total = 0;
	/** Undefined when the server may, else why it may not. */
	return (server: string, calls: readonly ToolCall[]): string | undefined => {
		const running = calls.filter(call => call.status === 'running' && call.server === server);
		if (running.length === 0) {
			return 'no call to it runs';
		}
		const call = running.find(({callId}) => (used.get(callId) ?? 0) < maxPerCall);
		if (call === undefined || total >= maxPerRun) {
			return `servers may do so ${maxPerCall} times in a call and ${maxPerRun} times in a run`;
		}
		used.set(call.callId, (used.get(call.callId) ?? 0) + 1);
		total += 1;
		return undefined;
	};
};
