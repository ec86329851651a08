import type {TrafficEntry} from '../../domain/traffic.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {formatBytes, formatDuration, formatMoment} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';

const column = 10;

const fact = (label: string, text: string, rest: Pick<Line, 'tone'> = {}): Line => ({
	label: label.padEnd(column),
	text: sanitiseLine(reveal(text)),
	...rest,
});

const kindText = ({kind, direction, server}: TrafficEntry): string => {
	if (kind === 'connection') {
		return `the connection to ${server}`;
	}
	return direction === 'out' ? `${kind}, from us to ${server}` : `${kind}, from ${server} to us`;
};

const momentOf = (at: number): string => `${formatMoment(at)}.${String(at % 1000).padStart(3, '0')}`;

const sizeText = ({size, isCut}: TrafficEntry): string =>
	`${formatBytes(size)}${size < 1024 ? '' : ` (${groupDigits(size)} bytes)`}${isCut === true ? ', kept in part' : ''}`;

const otherText = (entry: TrafficEntry, other: TrafficEntry | undefined): string => {
	if (entry.other === undefined) {
		return entry.kind === 'request' ? 'no answer yet' : '';
	}
	const name = entry.kind === 'request' ? 'answer' : 'request';
	return `${name} is message ${entry.other}${other === undefined ? ', which was let go' : ''}`;
};

/** Everything about a message but what is in it. */
export const factLines = (entry: TrafficEntry, other: TrafficEntry | undefined): readonly Line[] => {
	const {number, at, server, method, subject, id, latency, error, note, kind} = entry;
	const matched = otherText(entry, other);
	return [
		fact('message', String(number)),
		fact('time', momentOf(at)),
		fact('server', server),
		fact('kind', kindText(entry)),
		...(method === '' ? [] : [fact('method', method)]),
		...(subject === undefined ? [] : [fact('about', subject)]),
		...(id === undefined ? [] : [fact('id', typeof id === 'number' ? String(id) : JSON.stringify(id))]),
		...(kind === 'connection' ? [] : [fact('size', sizeText(entry))]),
		...(latency === undefined ? [] : [fact('latency', formatDuration(latency))]),
		...(matched === '' ? [] : [fact('matched', matched)]),
		...(note === undefined || note === error ? [] : [fact('happened', note)]),
		...(error === undefined ? [] : [fact('error', error, {tone: 'bad'})]),
	];
};
