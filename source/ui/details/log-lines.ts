import type {ToolCall} from '../../domain/tool-call.ts';
import type {AppState} from '../../state/app-state.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line, Tone} from '../pager/line.ts';
import {formatTime} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';

const longest = 2000;

type Entry = NonNullable<ReturnType<AppState['logs']['get']>>[number];

const toneOf = ({notice}: Entry): Tone | undefined => {
	if (notice.type === 'misbehaved') {
		return 'warn';
	}
	switch (notice.level) {
		case 'debug':
			return 'dim';
		case 'info':
		case 'notice':
			return undefined;
		case 'warning':
			return 'warn';
		case 'error':
		case 'critical':
		case 'alert':
		case 'emergency':
			return 'bad';
	}
};

const textOf = ({notice}: Entry): string => {
	if (notice.type === 'misbehaved') {
		return notice.message;
	}
	const said = typeof notice.data === 'string' ? notice.data : JSON.stringify(notice.data);
	return notice.logger === undefined ? said : `${notice.logger}: ${said}`;
};

const wordOf = ({notice}: Entry): string => (notice.type === 'misbehaved' ? 'protocol' : notice.level);

/** One thing that a server said. */
export const logEntryLine = (entry: Entry): Line => {
	const tone = toneOf(entry);
	return {
		label: `${formatTime(entry.at)} ${wordOf(entry).padEnd(9)} `,
		text: sanitiseLine(reveal(textOf(entry).slice(0, longest))),
		...(tone === undefined ? {} : {tone}),
	};
};

/** What the server said while the call ran. */
export const logLines = (call: ToolCall, {logs}: Pick<AppState, 'logs'>): readonly Line[] => {
	const from = 'startedAt' in call && call.startedAt !== undefined ? call.startedAt : call.requestedAt;
	const to = 'endedAt' in call ? call.endedAt : Number.POSITIVE_INFINITY;
	const entries = (logs.get(call.server) ?? []).filter(({at}) => at >= from && at <= to);
	const progress = call.status === 'running' ? call.progress : undefined;
	const lines: readonly Line[] = [
		...entries.map(logEntryLine),
		...(progress?.message === undefined
			? []
			: [{label: 'now                ', text: sanitiseLine(reveal(progress.message.slice(0, longest)))}]),
	];
	return lines.length > 0
		? lines
		: [
				{
					text:
						call.server === ''
							? 'No server was asked.'
							: `${sanitiseLine(call.server)} logged nothing while this call ran.`,
					tone: 'dim',
				},
			];
};
