import {assertNever} from '../../domain/assert-never.ts';
import type {ServerStatus} from '../../domain/server.ts';
import {isCallOver, type ToolCall} from '../../domain/tool-call.ts';
import type {Answer, AppState, TranscriptItem} from '../../state/app-state.ts';
import {countOf, listSome} from '../../support/count-of.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {spokenStyles} from '../theme/styles.ts';
import type {AnswerWriter, CreateAnswerWriter} from '../transcript/answer-writer.ts';
import {itemLines} from '../transcript/item-lines.ts';
import {rewindSentences} from '../transcript/rewind-sentences.ts';
import {endlessSlice, type Slice} from '../transcript/slice.ts';
import {endLines, startSentence} from './call-sentences.ts';
import {sentence, spokenDuration} from './spoken-words.ts';

export type LinePrinter = {
	/** What happened since the last time, in the order in which it did. */
	readonly advance: (state: AppState, slice?: Slice) => readonly string[];
	/** The slice ended first: there is more to tell. */
	readonly isBehind: () => boolean;
	/** A message that the user has just typed is not told to them again. */
	readonly expectEcho: (text: string) => void;
	/** The calls that are under way. */
	readonly open: (state: AppState) => readonly ToolCall[];
};

type PrinterDeps = {
	readonly width: number;
	readonly createAnswerWriter: CreateAnswerWriter;
	readonly now: () => number;
};

const namedServers = 10;

const thoughtSentence = ({thinking, startedAt, thoughtUntil}: Answer): readonly string[] => {
	if (thinking.trim() === '') {
		return [];
	}
	const time = thoughtUntil === undefined ? '' : ` for ${spokenDuration(thoughtUntil - startedAt)}`;
	return [`The model thought${time}.`];
};

const serverSentence = (name: string, status: ServerStatus): string | undefined => {
	const server = `Server ${sanitiseLine(name)}`;
	switch (status.type) {
		case 'ready':
			return `${server} is ready, ${countOf(status.toolCount, 'tool')}.`;
		case 'failed':
		case 'ready-but-list-failed':
			return sentence(`${server} has a problem: ${sanitiseLine(status.failure.message)}`);
		case 'needs-sign-in':
			return `${server} wants you to sign in.`;
		case 'reconnecting':
			return sentence(`${server} is being tried again: ${sanitiseLine(status.failure.message)}`);
		case 'disabled':
		case 'idle':
		case 'connecting':
			return undefined;
		default:
			return assertNever(status);
	}
};

const trimmed = (lines: readonly string[]): readonly string[] => lines.map(line => line.trim());

const prefixed = (prefix: string, lines: readonly string[]): readonly string[] =>
	lines.map((line, index) => (index === 0 ? `${prefix}${line}` : `  ${line}`.trimEnd()));

/** Turns what changes in the state into lines that are written once and never again. */
export const createLinePrinter = ({width, createAnswerWriter, now}: PrinterDeps): LinePrinter => {
	let nextItem = 0;
	let isBehind = false;
	let echo: string | undefined;
	let answer: {readonly id: string; readonly writer: AnswerWriter; hasSpoken: boolean; hasThought: boolean};
	const running = new Map<string, ToolCall['status']>();
	let servers: AppState['servers'] = new Map();
	let retryUntil: number | undefined;
	let compaction: string | undefined;
	let awaitingSince: number | undefined;
	let attaching: string | undefined;

	const answerOf = (id: string): typeof answer => {
		if (answer?.id !== id) {
			answer = {id, writer: createAnswerWriter(() => spokenStyles), hasSpoken: false, hasThought: false};
		}
		return answer;
	};

	/** Undefined while what it takes to write it is being loaded. */
	const answerLines = (item: Answer, slice: Slice): readonly string[] | undefined => {
		const current = answerOf(item.id);
		if (!current.writer.prepare(item.text)) {
			return undefined;
		}
		const isOver = item.status !== 'streaming' || item.text !== '' || item.draft !== undefined;
		const thought = current.hasThought || !isOver ? [] : thoughtSentence(item);
		current.hasThought ||= thought.length > 0;
		const lines =
			item.status === 'streaming'
				? current.writer.write(item.text, width, slice)
				: current.writer.finish(item.text, width, slice);
		isBehind = current.writer.isBehind();
		const heading = current.hasSpoken || lines.length === 0 ? [] : ['Answer:'];
		current.hasSpoken ||= lines.length > 0;
		return [...thought, ...heading, ...lines];
	};

	const userLines = (item: TranscriptItem & {type: 'user'}): readonly string[] => {
		const lines = trimmed(itemLines(item, width, spokenStyles));
		const isEcho = echo === item.text;
		echo = undefined;
		const more = (item.attachments ?? []).length;
		return isEcho
			? prefixed('With: ', lines.slice(lines.length - more))
			: prefixed('You: ', [lines[0]?.replace(/^› /, '') ?? '', ...lines.slice(1)]);
	};

	const otherLines = (item: Exclude<TranscriptItem, {type: 'answer' | 'call'}>): readonly string[] => {
		switch (item.type) {
			case 'user':
				return userLines(item);
			case 'notice': {
				const word = {info: 'Note: ', warning: 'Warning: ', error: 'Error: '}[item.tone];
				// What is a table stays one.
				return sanitise(item.text)
					.split('\n')
					.map((line, index) => `${index === 0 ? word : ' '.repeat(word.length)}${line}`.trimEnd());
			}
			case 'compaction':
				return trimmed(itemLines(item, width, spokenStyles)).map(line =>
					line.replace(/^⇣ compacted/, 'Compacted'),
				);
			case 'rewind':
			case 'rewind-undone':
				return rewindSentences(item);
			case 'turn-end': {
				const {failure} = item;
				if (item.outcome === 'interrupted' || failure === undefined) {
					return ['Interrupted.'];
				}
				const hint = failure.hint === undefined ? [] : sanitise(failure.hint).split('\n');
				return prefixed('Failed: ', [...sanitise(failure.message).split('\n'), ...hint]);
			}
			default:
				return assertNever(item);
		}
	};

	const callLines = (state: AppState): readonly string[] =>
		[...running].flatMap(([id, told]) => {
			const call = state.calls.get(id);
			if (call === undefined || call.status === told) {
				return [];
			}
			if (isCallOver(call)) {
				running.delete(id);
				return endLines(call, width);
			}
			running.set(id, call.status);
			return call.status === 'running' ? [sentence(startSentence(call))] : [];
		});

	const serverLines = (state: AppState): readonly string[] => {
		const before = servers;
		servers = state.servers;
		return before === servers
			? []
			: [...servers].flatMap(([name, status]) => {
					const known = before.get(name);
					const text = status.type === known?.type ? undefined : serverSentence(name, status);
					return text === undefined ? [] : [text];
				});
	};

	const waitLines = ({
		retry,
		compaction: summary,
		awaiting,
		attaching: named,
	}: AppState): readonly string[] => {
		const lines = [
			...(retry === undefined || retry.until === retryUntil
				? []
				: [
						sentence(sanitiseLine(retry.failure.message)),
						`Trying again in ${spokenDuration(Math.max(0, Math.ceil((retry.until - now()) / 1000)) * 1000)}, ${retry.attempt} of ${retry.attempts}.`,
					]),
			...(summary === undefined || summary.compactionId === compaction
				? []
				: ['Summarising the conversation.']),
			...(awaiting === undefined || awaiting.startedAt === awaitingSince
				? []
				: [
						`Waiting for ${countOf(awaiting.servers.length, 'server')}: ${listSome(awaiting.servers.map(sanitiseLine), namedServers)}. Enter sends without ${awaiting.servers.length === 1 ? 'it' : 'them'}, ctrl+c stops.`,
					]),
			...(named === undefined || named.messageId === attaching
				? []
				: [`Reading ${named.names.map(sanitiseLine).join(', ')}.`]),
		];
		retryUntil = retry?.until;
		compaction = summary?.compactionId;
		awaitingSince = awaiting?.startedAt;
		attaching = named?.messageId;
		return lines;
	};

	const itemLinesOf = (item: TranscriptItem, slice: Slice): readonly string[] | undefined => {
		if (item.type === 'answer') {
			return answerLines(item, slice);
		}
		if (item.type === 'call') {
			running.set(item.id, 'pending');
			return [];
		}
		const lines = otherLines(item);
		slice.add(lines.length);
		return lines;
	};

	const settledLines = (state: AppState, slice: Slice): readonly string[] => {
		const lines: string[] = [];
		for (let item = state.items.at(nextItem); item !== undefined; item = state.items.at(nextItem)) {
			if (item.type === 'answer') {
				// An answer comes after the calls that it is about, also where all of that is news.
				lines.push(...callLines(state));
			}
			const said = itemLinesOf(item, slice);
			for (const line of said ?? []) {
				lines.push(line);
			}
			if (said === undefined || isBehind) {
				return lines;
			}
			nextItem += 1;
			if (slice.isOver()) {
				isBehind = true;
				return lines;
			}
		}
		if (state.streaming !== undefined) {
			lines.push(...callLines(state), ...(answerLines(state.streaming, slice) ?? []));
		}
		return lines;
	};

	return {
		advance(state, slice = endlessSlice) {
			isBehind = false;
			const lines = [...serverLines(state), ...settledLines(state, slice)];
			return isBehind ? lines : [...lines, ...callLines(state), ...waitLines(state)];
		},
		isBehind: () => isBehind,
		expectEcho(text) {
			echo = text;
		},
		open: ({calls}) =>
			[...running.keys()].flatMap(id => {
				const call = calls.get(id);
				return call === undefined ? [] : [call];
			}),
	};
};
