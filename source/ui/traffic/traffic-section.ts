import {isJsonObject} from '../../domain/json.ts';
import type {TrafficEntry, TrafficLog} from '../../domain/traffic.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Bench, Section} from '../bench/section.ts';
import {trafficBindings} from '../input/bench/traffic.ts';
import {writeJson} from '../text/write-json.ts';
import {toolId} from '../tools/tool-id.ts';
import {everything, type Narrowing, narrowingWords, passes} from './narrowing.ts';
import {trafficRow, trafficText} from './traffic-row.ts';
import {createTrafficTabs} from './traffic-tabs.ts';

const noTraffic: TrafficLog = {
	entries: () => [],
	find: () => undefined,
	messageOf: () => undefined,
	letGo: () => 0,
	latencyOf: () => undefined,
	subscribe: () => () => undefined,
	clear: () => undefined,
};

const counted = (count: number, one: string, many: string): string =>
	`${groupDigits(count)} ${count === 1 ? one : many}`;

/** Every message of every server, as it went over the wire. The newest is at the end. */
export const createTrafficSection = (bench: Bench): Section<TrafficEntry> => {
	const log = bench.ports.traffic ?? noTraffic;
	const {messageOf, tabs} = createTrafficTabs(log);
	const stop = log.subscribe(bench.changed);
	let narrowing: Narrowing = everything;
	let shown: {
		readonly entries: readonly TrafficEntry[];
		readonly narrowing: Narrowing;
		readonly items: readonly TrafficEntry[];
		readonly errors: number;
	} = {entries: [], narrowing, items: [], errors: 0};

	const current = () => {
		const entries = log.entries();
		if (shown.entries !== entries || shown.narrowing !== narrowing) {
			shown = {
				entries,
				narrowing,
				items: narrowing === everything ? entries : entries.filter(entry => passes(entry, narrowing)),
				errors: entries.filter(({error}) => error !== undefined).length,
			};
		}
		return shown;
	};
	const narrow = (next: Narrowing): true => {
		const isAll = next.server === undefined && !next.isErrorsOnly && !next.isQuiet;
		narrowing = isAll ? everything : next;
		bench.changed();
		return true;
	};
	const goToOther = ({other}: TrafficEntry): boolean => {
		const found = other === undefined ? undefined : log.find(other);
		if (found === undefined) {
			bench.say(other === undefined ? 'It has no other half.' : 'Its other half was let go to make room.');
			return true;
		}
		if (!passes(found, narrowing)) {
			narrow(everything);
		}
		bench.select(String(found.number));
		return true;
	};
	const copy = ({number}: TrafficEntry): boolean => {
		const message = messageOf(number);
		if (message === undefined) {
			return false;
		}
		bench.say(`The message: ${bench.host.copy(writeJson(message))}`);
		return true;
	};
	/** From a call, or from its answer. */
	const tryTool = (entry: TrafficEntry): boolean => {
		const request = entry.kind === 'request' ? entry : log.find(entry.other ?? 0);
		const message = request?.method === 'tools/call' ? messageOf(request.number) : undefined;
		const params = isJsonObject(message) ? message.params : undefined;
		if (request === undefined || !isJsonObject(params) || typeof params.name !== 'string') {
			return false;
		}
		bench.open('tools', {
			id: toolId({server: request.server, tool: params.name}),
			...(isJsonObject(params.arguments) ? {arguments: params.arguments} : {}),
		});
		return true;
	};
	const clear = (): boolean => {
		const count = log.entries().length;
		if (count === 0) {
			return false;
		}
		bench.confirm(`Forget ${counted(count, 'message', 'messages')}?`, () => {
			log.clear();
			bench.changed();
		});
		return true;
	};

	return {
		name: 'traffic',
		title: 'Traffic',
		follows: true,
		bindings: trafficBindings,
		summary() {
			const {entries, errors} = current();
			const letGo = log.letGo();
			return [
				counted(entries.length, 'message', 'messages'),
				...(errors === 0 ? [] : [counted(errors, 'error', 'errors')]),
				...(letGo === 0 ? [] : [`${groupDigits(letGo)} older let go`]),
				...narrowingWords(narrowing).map(sanitiseLine),
			].join(', ');
		},
		items: () => current().items,
		idOf: ({number}) => String(number),
		rowOf: trafficRow,
		textOf: trafficText,
		emptyLines: () =>
			current().entries.length > 0
				? [
						'Nothing of that kind.',
						...narrowingWords(narrowing).map(words => `Shown: ${sanitiseLine(words)}.`),
					]
				: ['Nothing has gone to a server yet.', 'Ask something, or look at the tools: that starts servers.'],
		tabs,
		act(intent, entry) {
			if (intent === 'errors') {
				return narrow({...narrowing, isErrorsOnly: !narrowing.isErrorsOnly});
			}
			if (intent === 'quiet') {
				return narrow({...narrowing, isQuiet: !narrowing.isQuiet});
			}
			if (intent === 'clear') {
				return clear();
			}
			if (intent === 'this-server') {
				const {server, ...rest} = narrowing;
				return narrow(server === undefined && entry !== undefined ? {...rest, server: entry.server} : rest);
			}
			if (entry === undefined) {
				return false;
			}
			switch (intent) {
				case 'other-half':
					return goToOther(entry);
				case 'copy':
					return copy(entry);
				case 'tool':
					return tryTool(entry);
				default:
					return false;
			}
		},
		close: stop,
	};
};
