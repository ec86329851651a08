import type {AppFact} from '../domain/event.ts';
import type {JsonValue} from '../domain/json.ts';
import type {Clock} from '../domain/ports.ts';
import {type LogLevel, logLevels, type ServerNotice} from '../domain/server-request.ts';
import {sanitiseLine} from '../support/sanitise.ts';

const shownFrom = logLevels.indexOf('warning');
const errorsFrom = logLevels.indexOf('error');
const maxLength = 300;
const maxLogger = 60;
/** So many lines of one level of one server in this time; what is more is only in its log. */
const maxLines = 5;
const windowMilliseconds = 10_000;

const textOf = (data: JsonValue): string => (typeof data === 'string' ? data : JSON.stringify(data));

const cut = (text: string): string => {
	// Cut before it is cleaned, so that a huge message costs no more than a line.
	const line = sanitiseLine(text.slice(0, maxLength * 2));
	return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line;
};

type Described = {readonly text: string; readonly level: LogLevel};

const describeNotice = (server: string, notice: ServerNotice): Described | undefined => {
	switch (notice.type) {
		case 'logged': {
			const {level, logger = '', data} = notice;
			const who = logger.trim() === '' ? server : `${server} (${logger.slice(0, maxLogger)})`;
			return logLevels.indexOf(level) < shownFrom
				? undefined
				: {level, text: `${who}: ${level}: ${textOf(data)}`};
		}
		case 'misbehaved':
			return {level: 'warning', text: `${server}: ${notice.message}`};
		case 'resource-updated':
		case 'elicitation-completed':
		case 'catalogue-changed':
			return undefined;
	}
};

const toneOf = (level: LogLevel): 'info' | 'warning' | 'error' => {
	const rank = logLevels.indexOf(level);
	if (rank >= errorsFrom) {
		return 'error';
	}
	return rank >= shownFrom ? 'warning' : 'info';
};

/** The same again is counted, and told at 10, 100, 1000 times. */
const isRound = (times: number): boolean => Number.isInteger(Math.log10(times));

/** What a server reports, as a line of the transcript where it matters; a few of them, never a flood. */
export const createLogLines = (
	now: Clock,
	/** Before anything is cut: half of a secret would not be known as one. */
	redact: (notice: ServerNotice) => ServerNotice = notice => notice,
): ((server: string, notice: ServerNotice) => AppFact | undefined) => {
	const windows = new Map<string, {readonly since: number; readonly count: number}>();
	const repeated = new Map<string, {readonly line: string; readonly times: number}>();
	return (server, notice) => {
		const described = describeNotice(server, redact(notice));
		if (described === undefined) {
			return undefined;
		}
		const {level} = described;
		const tone = toneOf(level);
		const line = cut(described.text);
		const before = repeated.get(server);
		const times = before?.line === line ? before.times + 1 : 1;
		repeated.set(server, {line, times});
		if (times > 1) {
			return isRound(times)
				? {type: 'notice-raised', tone, text: `${line} (${times} times)`, server}
				: undefined;
		}
		// However many warnings there are, an emergency is seen.
		const key = `${level} ${server}`;
		const known = windows.get(key);
		const isOpen = known !== undefined && now() - known.since < windowMilliseconds;
		const count = isOpen ? known.count + 1 : 1;
		windows.set(key, {since: isOpen ? known.since : now(), count});
		if (count > maxLines) {
			return undefined;
		}
		const more = count === maxLines ? ' (more like this is not shown for a while)' : '';
		return {type: 'notice-raised', tone, text: `${line}${more}`, server};
	};
};
