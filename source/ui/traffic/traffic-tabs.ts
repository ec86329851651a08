import type {JsonValue} from '../../domain/json.ts';
import type {TrafficEntry, TrafficLog} from '../../domain/traffic.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {DetailTab} from '../bench/section.ts';
import {reveal} from '../text/reveal.ts';
import {factLines} from './traffic-facts.ts';

/** So many are kept as they were shown: a tree stays open while its value is the same. */
const remembered = 8;

/** The tabs of one message: itself, what it answers or what answers it, and what is known about it. */
export const createTrafficTabs = (log: TrafficLog) => {
	const shown = new Map<number, JsonValue>();

	const messageOf = (number: number): JsonValue | undefined => {
		const known = shown.get(number) ?? log.messageOf(number);
		if (known === undefined) {
			return undefined;
		}
		shown.delete(number);
		shown.set(number, known);
		const [oldest] = shown.keys();
		if (shown.size > remembered && oldest !== undefined) {
			shown.delete(oldest);
		}
		return known;
	};

	const sentence = (name: string, text: string): DetailTab => ({
		name,
		body: {type: 'lines', lines: () => [{text: sanitiseLine(reveal(text)), tone: 'dim'}]},
	});

	const messageTab = (name: string, {number, note, error}: TrafficEntry): DetailTab => {
		const value = messageOf(number);
		return value === undefined
			? sentence(name, error ?? note ?? 'It was let go to make room.')
			: {name, what: 'the message', body: {type: 'json', value}};
	};

	const otherTab = (entry: TrafficEntry): readonly DetailTab[] => {
		if (entry.kind === 'notification' || (entry.kind === 'connection' && entry.other === undefined)) {
			return [];
		}
		const name = entry.kind === 'request' ? 'Answer' : 'Request';
		if (entry.other === undefined) {
			return [
				sentence(
					name,
					entry.kind === 'request' ? 'There is no answer yet.' : 'Nobody knows which request this answers.',
				),
			];
		}
		const other = log.find(entry.other);
		return [other === undefined ? sentence(name, 'It was let go to make room.') : messageTab(name, other)];
	};

	return {
		messageOf,
		tabs: (entry: TrafficEntry): readonly DetailTab[] => [
			messageTab('Message', entry),
			...otherTab(entry),
			{
				name: 'Facts',
				what: 'the facts',
				body: {
					type: 'lines',
					lines: () => factLines(entry, entry.other === undefined ? undefined : log.find(entry.other)),
				},
			},
		],
	};
};
