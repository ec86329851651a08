import {contentBytes} from '../domain/content-bytes.ts';
import type {AppEvent} from '../domain/event.ts';
import type {ToolResult} from '../domain/tool.ts';
import {callDuration, type ToolCall} from '../domain/tool-call.ts';
import type {UseBook} from '../domain/tool-statistics.ts';

/** About as much as the server sent. Of a result that was too long only the number of its characters is left. */
const resultBytes = (result: ToolResult | undefined): number =>
	result?.stored?.characters ?? result?.content.reduce((sum, content) => sum + contentBytes(content), 0) ?? 0;

/** Tells the book of every call that was sent and is over, as it happens. Calls of earlier sessions are in it already. */
export const createUseNotes =
	(callOf: (callId: string) => ToolCall | undefined, {note}: Pick<UseBook, 'note'>) =>
	(event: AppEvent): void => {
		if (event.type !== 'call-succeeded' && event.type !== 'call-failed' && event.type !== 'call-cancelled') {
			return;
		}
		const call = callOf(event.callId);
		const duration = call && callDuration(call, event.at);
		if (call === undefined || duration === undefined || call.server === '') {
			return;
		}
		const {server, tool} = call;
		note({
			server,
			tool,
			at: event.at,
			duration,
			outcome:
				event.type === 'call-succeeded' ? 'succeeded' : event.type === 'call-failed' ? 'failed' : 'cancelled',
			bytes: event.type === 'call-cancelled' ? 0 : resultBytes(event.result),
		});
	};
