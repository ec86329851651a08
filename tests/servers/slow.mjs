// Takes its time. `hang` never answers; `steps` reports progress until it is told to finish; `events` says
// which cancellations have arrived.
import {answer, serve, textResult, tool} from './mcp-stdio.mjs';

const cancelled = [];
const waiting = new Map();

serve({
	name: 'slow',
	tools: ['hang', 'steps', 'endless', 'events', 'late'].map(name => tool(name)),
	calls: {
		hang: () => undefined,
		late: (_args, {id}) => {
			waiting.set(id, () => answer(id, textResult('too late')));
			return undefined;
		},
		steps: async ({count = 3, pause = 0, padding = 0}, {progress, hasProgressToken}) => {
			for (let step = 1; step <= count; step += 1) {
				await new Promise(resolve => setTimeout(resolve, pause));
				progress(step, count, `step ${step}${'.'.repeat(padding)}`);
			}
			return textResult(`done, progress wanted: ${hasProgressToken}`);
		},
		endless: async ({pause = 20}, {progress}) => {
			let step = 0;
			setInterval(() => {
				step += 1;
				progress(step);
			}, pause);
			return undefined;
		},
		events: () => textResult(JSON.stringify(cancelled)),
	},
	other: message => {
		if (message.method !== 'notifications/cancelled') return;
		cancelled.push(message.params);
		waiting.get(message.params.requestId)?.();
	},
});
