import {addressOf} from '../../app/open-page.ts';
import type {Ask} from '../../domain/ask.ts';
import type {ToolContent} from '../../domain/tool.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {isCallOver} from '../../domain/tool-call.ts';
import type {Answer, AppState, Notice, TranscriptItem} from '../../state/app-state.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {ImageContent, Pictures} from '../images/pictures.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AnswerWriter, CreateAnswerWriter} from './answer-writer.ts';
import {itemLines} from './item-lines.ts';
import {endlessSlice, type Slice} from './slice.ts';
import {thoughtLines} from './thought-lines.ts';
import {toolCardLines} from './tool-card.ts';

/** Lines that leave the live region for good, exactly once. */
export type PrintedBlock = {
	readonly id: string;
	/** As wide as the window at most, but for addresses and paths: those are left to the terminal to wrap. */
	readonly lines: readonly string[];
};

/** What is still on the move and belongs into the live region. */
export type PendingView = {
	readonly answerLines: readonly string[];
	readonly calls: readonly ToolCall[];
	/** Raised while a call is under way: printed after it, but shown at once. */
	readonly notices: readonly Notice[];
	/** It goes on right below what is printed: the same answer, or calls below calls. */
	readonly isContinued?: boolean;
};

export type Printer = {
	/** Prints what has settled since the last time, as far as the slice goes. Cost depends on what is new, not on what was. */
	readonly advance: (state: AppState, width: number, slice?: Slice) => readonly PrintedBlock[];
	/** The slice ended first: there is more to print. */
	readonly isBehind: () => boolean;
	readonly pending: (state: AppState, width: number) => PendingView;
};

const callGroup = 'calls';

/** What stands together: blocks of one group have no empty line between them. */
const groupOf = (item: TranscriptItem): string | undefined => {
	switch (item.type) {
		case 'call':
			return callGroup;
		case 'notice':
			return item.server === undefined ? undefined : `notices about ${item.server}`;
		default:
			return undefined;
	}
};

/** Longer than any page needs; more would push the transcript away. */
const longestAddress = 8000;

const addressToCopy = (ask: Ask | undefined): string | undefined => {
	const address = addressOf(ask);
	const text = address === undefined ? '' : sanitiseLine(address.slice(0, longestAddress + 1));
	return text === '' || text.length > longestAddress || /\s/.test(text) ? undefined : text;
};

const contentOf = (item: TranscriptItem, {calls}: AppState): readonly ToolContent[] => {
	if (item.type === 'user') {
		return (item.attachments ?? []).flatMap(each => (each.type === 'resource' ? each.content : []));
	}
	const call = item.type === 'call' ? calls.get(item.id) : undefined;
	return call?.status === 'succeeded' ? call.result.content : [];
};

/** What is printed with an item as a picture. */
const imagesOf = (item: TranscriptItem, state: AppState): readonly ImageContent[] =>
	contentOf(item, state).filter(piece => piece.type === 'image');

export const createPrinter = (
	styles: () => Styles,
	createAnswerWriter: CreateAnswerWriter,
	/** Without it images are only named. */
	pictures?: Pictures,
	/** Something stands above the first block. */
	isBelow = false,
): Printer => {
	let nextItem = 0;
	let isBehind = false;
	let blockCount = 0;
	let last: {readonly group: string | undefined} | undefined = isBelow ? {group: undefined} : undefined;
	let printedAddresses: readonly string[] = [];
	let open:
		| {readonly id: string; readonly writer: AnswerWriter; hasPrinted: boolean; isThoughtPrinted: boolean}
		| undefined;

	const block = (
		group: string | undefined,
		lines: readonly string[],
		isContinued = false,
	): readonly PrintedBlock[] => {
		if (lines.length === 0) {
			return [];
		}
		const isApart = last !== undefined && (group === undefined || group !== last.group);
		const gap = !isContinued && isApart ? [''] : [];
		last = {group};
		blockCount += 1;
		return [{id: String(blockCount), lines: [...gap, ...lines]}];
	};

	const writerOf = (answer: Answer) => {
		if (open?.id !== answer.id) {
			open = {id: answer.id, writer: createAnswerWriter(styles), hasPrinted: false, isThoughtPrinted: false};
		}
		return open;
	};

	const printAnswer = (answer: Answer, width: number, slice: Slice): readonly PrintedBlock[] => {
		const current = writerOf(answer);
		const thought = current.isThoughtPrinted ? [] : thoughtLines(answer, width, styles());
		current.isThoughtPrinted ||= thought.length > 0;
		const lines =
			answer.status === 'streaming'
				? current.writer.write(answer.text, width, slice)
				: current.writer.finish(answer.text, width, slice);
		isBehind = current.writer.isBehind();
		const printed = block(undefined, [...thought, ...lines], current.hasPrinted);
		current.hasPrinted ||= printed.length > 0;
		return printed;
	};

	const linesOf = (
		item: Exclude<TranscriptItem, {type: 'answer'}>,
		state: AppState,
		width: number,
	): readonly string[] => {
		const imageLines = pictures?.lines ?? (() => []);
		if (item.type !== 'call') {
			const images = imagesOf(item, state).flatMap(image => imageLines(image));
			return [...itemLines(item, width, styles()), ...images.map(line => `  ${line}`)];
		}
		const call = state.calls.get(item.id);
		return call === undefined
			? []
			: toolCardLines(call, {width, styles: styles(), now: 0, spinner: '', imageLines});
	};

	const printItem = (
		item: TranscriptItem,
		state: AppState,
		width: number,
		slice: Slice,
	): readonly PrintedBlock[] => {
		if (item.type === 'answer') {
			return printAnswer(item, width, slice);
		}
		const lines = linesOf(item, state, width);
		slice.add(lines.length);
		return block(groupOf(item), lines);
	};

	const printItems = (state: AppState, width: number, slice: Slice): readonly PrintedBlock[] => {
		const printed: PrintedBlock[] = [];
		for (let item = state.items.at(nextItem); item !== undefined; item = state.items.at(nextItem)) {
			if (!canPrint(item, state, width)) {
				return printed;
			}
			printed.push(...printItem(item, state, width, slice));
			if (isBehind) {
				return printed;
			}
			nextItem += 1;
			if (slice.isOver()) {
				isBehind = true;
				return printed;
			}
		}
		if (state.streaming !== undefined && canPrint(state.streaming, state, width)) {
			printed.push(...printAnswer(state.streaming, width, slice));
		}
		return printed;
	};

	/**
	 * Ahead of the calls that still run, which wait for this very question, but never inside an answer. On a row of
	 * its own and in one piece: who signs in over SSH selects it and gets all of it.
	 */
	const printAddress = ({asks, streaming}: AppState, width: number): readonly PrintedBlock[] => {
		const [ask] = asks;
		const address = addressToCopy(ask);
		if (ask === undefined || !('server' in ask) || address === undefined) {
			return [];
		}
		if (streaming !== undefined || printedAddresses.includes(ask.askId)) {
			return [];
		}
		printedAddresses = [...printedAddresses.filter(id => asks.some(({askId}) => askId === id)), ask.askId];
		const label = wrapText(`${sanitiseLine(ask.server)} wants you to open this page:`, width - 2);
		return block(undefined, [...label.map(line => `  ${styles().dim(line)}`), address]);
	};

	const canPrint = (item: TranscriptItem, state: AppState, width: number): boolean => {
		if (item.type === 'answer') {
			return writerOf(item).writer.prepare(item.text);
		}
		const call = item.type === 'call' ? state.calls.get(item.id) : undefined;
		const isOver = call === undefined || isCallOver(call);
		return isOver && (pictures?.prepare(imagesOf(item, state), width - 2) ?? true);
	};

	return {
		advance(state, width, slice = endlessSlice) {
			isBehind = false;
			const printed = printItems(state, width, slice);
			return isBehind ? printed : [...printed, ...printAddress(state, width)];
		},
		isBehind: () => isBehind,
		pending({items, calls, streaming}, width) {
			// What is only waiting to be printed is not shown twice.
			const held = isBehind ? [] : items.slice(nextItem);
			const waiting = isBehind
				? calls.live()
				: held.flatMap(item => {
						const call = item.type === 'call' ? calls.get(item.id) : undefined;
						return call === undefined ? [] : [call];
					});
			const isOpen =
				open?.id === streaming?.id || held.some(({type, id}) => type === 'answer' && id === open?.id);
			const answerLines = open !== undefined && isOpen ? open.writer.rest(width) : [];
			const isContinued =
				answerLines.length > 0 ? open?.hasPrinted === true : waiting.length > 0 && last?.group === callGroup;
			const notices = held.filter(item => item.type === 'notice');
			return {answerLines, calls: waiting, notices, ...(isContinued ? {isContinued} : {})};
		},
	};
};
