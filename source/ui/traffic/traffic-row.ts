import type {TrafficEntry} from '../../domain/traffic.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Row} from '../bench/section.ts';
import type {Tone} from '../pager/line.ts';
import {formatBytes, formatDuration, formatTime} from '../text/format.ts';

const toneOf = ({error, kind}: TrafficEntry): Tone | undefined => {
	if (error !== undefined) {
		return 'bad';
	}
	return kind === 'notification' || kind === 'connection' ? 'dim' : undefined;
};

const markOf = ({kind, direction}: TrafficEntry): string =>
	kind === 'connection' ? '·' : direction === 'out' ? '→' : '←';

const idText = ({id}: TrafficEntry): string => (id === undefined ? '' : `#${id}`);

/** What it is, in a few words. */
const nameOf = ({kind, method, subject = '', note = ''}: TrafficEntry): string => {
	if (kind === 'connection') {
		return [method, note].filter(part => part !== '').join(': ');
	}
	const shown = method === '' ? 'an answer that nobody asked for' : method;
	return subject === '' ? shown : `${shown} ${subject}`;
};

const line = (...parts: readonly string[]): string =>
	sanitiseLine(parts.filter(part => part !== '').join(' '));

/** How long the answer took, or that there is none yet. */
const timing = ({kind, latency, other}: TrafficEntry): string => {
	if (latency !== undefined) {
		return formatDuration(latency);
	}
	return kind === 'request' && other === undefined ? '…' : '';
};

export const trafficRow = (entry: TrafficEntry): Row => {
	const tone = toneOf(entry);
	const size = entry.kind === 'connection' ? '' : formatBytes(entry.size);
	const time = timing(entry);
	return {
		mark: {text: markOf(entry), tone: tone ?? (entry.direction === 'out' ? 'accent' : 'good')},
		label: line(nameOf(entry), entry.server),
		note: time,
		wide: {
			label: line(formatTime(entry.at), entry.server, idText(entry), nameOf(entry)),
			note: line(size, time),
		},
		...(tone === undefined ? {} : {tone, noteTone: tone}),
	};
};

/** Everything that is searched for. */
export const trafficText = (entry: TrafficEntry): string =>
	[
		entry.server,
		entry.kind,
		entry.method,
		entry.subject ?? '',
		idText(entry),
		entry.error ?? '',
		entry.note ?? '',
	].join(' ');
