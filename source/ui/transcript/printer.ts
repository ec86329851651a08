import type {ToolCall} from '../../domain/tool-call.ts';
import {isCallOver} from '../../domain/tool-call.ts';
import type {Answer, AppState, Notice, TranscriptItem} from '../../state/app-state.ts';
import type {Styles} from '../theme/styles.ts';
import type {AnswerWriter, CreateAnswerWriter} from './answer-writer.ts';
import {itemLines} from './item-lines.ts';
import {toolCardLines} from './tool-card.ts';

/** Lines that leave the live region for good, exactly once. */
export type PrintedBlock = {readonly id: string; readonly lines: readonly string[]};

/** What is still on the move and belongs into the live region. */
export type PendingView = {
	readonly answerLines: readonly string[];
	readonly calls: readonly ToolCall[];
	/** Raised while a call is under way: printed after it, but shown at once. */
	readonly notices: readonly Notice[];
};

export type Printer = {
	/** Prints what has settled since the last time. Cost depends on what is new, not on what was. */
	readonly advance: (state: AppState, width: number) => readonly PrintedBlock[];
	readonly pending: (state: AppState, width: number) => PendingView;
};

type Kind = TranscriptItem['type'];

/** Calls stand together; everything else is set apart by an empty line. */
const needsGap = (previous: Kind | undefined, kind: Kind): boolean =>
	previous !== undefined && !(previous === 'call' && kind === 'call');

export const createPrinter = (styles: Styles, createAnswerWriter: CreateAnswerWriter): Printer => {
	let nextItem = 0;
	let blockCount = 0;
	let lastKind: Kind | undefined;
	let open: {readonly id: string; readonly writer: AnswerWriter; hasPrinted: boolean} | undefined;

	const block = (kind: Kind, lines: readonly string[], isContinued: boolean): readonly PrintedBlock[] => {
		if (lines.length === 0) {
			return [];
		}
		const gap = !isContinued && needsGap(lastKind, kind) ? [''] : [];
		lastKind = kind;
		blockCount += 1;
		return [{id: String(blockCount), lines: [...gap, ...lines]}];
	};

	const writerOf = (answer: Answer) => {
		if (open?.id !== answer.id) {
			open = {id: answer.id, writer: createAnswerWriter(styles), hasPrinted: false};
		}
		return open;
	};

	const printAnswer = (answer: Answer, width: number): readonly PrintedBlock[] => {
		const current = writerOf(answer);
		const lines =
			answer.status === 'streaming'
				? current.writer.write(answer.text, width)
				: current.writer.finish(answer.text, width);
		const printed = block('answer', lines, current.hasPrinted);
		current.hasPrinted ||= printed.length > 0;
		return printed;
	};

	const printItem = (item: TranscriptItem, state: AppState, width: number): readonly PrintedBlock[] => {
		if (item.type === 'answer') {
			return printAnswer(item, width);
		}
		if (item.type !== 'call') {
			return block(item.type, itemLines(item, width, styles), false);
		}
		const call = state.calls.get(item.id);
		return call === undefined
			? []
			: block('call', toolCardLines(call, {width, styles, now: 0, spinner: ''}), false);
	};

	const isSettled = (item: TranscriptItem, {calls}: AppState): boolean => {
		const call = item.type === 'call' ? calls.get(item.id) : undefined;
		return call === undefined || isCallOver(call);
	};

	return {
		advance(state, width) {
			const printed: PrintedBlock[] = [];
			for (let item = state.items.at(nextItem); item !== undefined; item = state.items.at(nextItem)) {
				if (!isSettled(item, state)) {
					return printed;
				}
				printed.push(...printItem(item, state, width));
				nextItem += 1;
			}
			if (state.streaming !== undefined) {
				printed.push(...printAnswer(state.streaming, width));
			}
			return printed;
		},
		pending({items, calls, streaming}, width) {
			const held = items.slice(nextItem);
			const waiting = held.flatMap(item => {
				const call = item.type === 'call' ? calls.get(item.id) : undefined;
				return call === undefined ? [] : [call];
			});
			const answerLines = open !== undefined && open.id === streaming?.id ? open.writer.rest(width) : [];
			return {answerLines, calls: waiting, notices: held.filter(item => item.type === 'notice')};
		},
	};
};
