import {sanitise} from '../../support/sanitise.ts';
import {createHighlighter} from '../markdown/highlighter.ts';
import type {MarkdownPiece} from '../markdown/markdown-piece.ts';
import type {PieceRenderer} from '../markdown/render-piece.ts';
import {finishBlocks, splitBlocks, startSplit, unfinishedPiece} from '../markdown/split-blocks.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AnswerWriter, CreateAnswerWriter} from './answer-writer.ts';
import {endlessSlice, type Slice} from './slice.ts';

type CreateRenderer = () => PieceRenderer;

/** Until the renderer has loaded, an answer is shown as it was written. */
const renderPlainly: PieceRenderer['next'] = (piece, width) => [...wrapText(piece.text.trimEnd(), width)];
const plainRenderer: PieceRenderer = {next: renderPlainly, peek: renderPlainly};

/** Each piece is cleaned by itself, so that the cost of a token does not grow with the answer. */
const cleaned = (piece: MarkdownPiece): MarkdownPiece =>
	piece.type === 'code-line'
		? {...piece, text: sanitise(piece.text), code: sanitise(piece.code)}
		: {...piece, text: sanitise(piece.text)};

/** What is above the window is not drawn, so it need not be laid out with every token. */
const longestRest = (width: number): number => Math.max(4000, width * 60);

/** A fence and its language are shorter. */
const longestInfo = 100;
/** How much is split before the pieces of it are laid out. */
const splitLength = 16_000;

/** The languages of the blocks of code that begin in the whole lines between two places. */
const languagesIn = (text: string, from: number, to: number): readonly string[] =>
	['```', '~~~'].flatMap(marks => {
		const found: string[] = [];
		for (let at = text.indexOf(marks, from); at !== -1 && at < to; ) {
			const end = text.indexOf('\n', at);
			const info = text.slice(at, Math.min(end, at + longestInfo));
			found.push(/^[`~]+[ \t]*([\w#+-]*)/.exec(info)?.[1] ?? '');
			at = text.indexOf(marks, end);
		}
		return found;
	});

type WriterDeps = {
	readonly styles: () => Styles;
	readonly createRenderer: () => CreateRenderer | undefined;
	readonly load: (languages: readonly string[]) => boolean;
};

const createMarkdownWriter = ({styles, createRenderer, load}: WriterDeps): AnswerWriter => {
	let state = startSplit;
	let text = '';
	let prepared = 0;
	let waiting: readonly MarkdownPiece[] = [];
	let isAtEnd = true;
	let renderer: PieceRenderer | undefined;
	const current = (): PieceRenderer => {
		renderer ??= createRenderer()?.();
		return renderer ?? plainRenderer;
	};
	/** A piece that cannot be laid out is shown as it was written. */
	const render = (way: 'next' | 'peek', piece: MarkdownPiece, width: number): readonly string[] => {
		const clean = cleaned(piece);
		try {
			return current()[way](clean, width, styles());
		} catch {
			return renderPlainly(clean, width, styles());
		}
	};
	const writeWaiting = (lines: string[], width: number, slice: Slice): void => {
		let done = 0;
		for (const piece of waiting) {
			const more = render('next', piece, width);
			for (const line of more) lines.push(line);
			slice.add(more.length);
			done += 1;
			if (slice.isOver()) break;
		}
		waiting = waiting.slice(done);
	};
	const isBehind = (): boolean => !isAtEnd || waiting.length > 0;
	const write = (grown: string, width: number, slice: Slice = endlessSlice): string[] => {
		text = grown;
		const lines: string[] = [];
		writeWaiting(lines, width, slice);
		isAtEnd = false;
		while (waiting.length === 0 && !isAtEnd) {
			({pieces: waiting, state, isAtEnd} = splitBlocks(text, state, splitLength));
			writeWaiting(lines, width, slice);
			if (slice.isOver()) break;
		}
		return lines;
	};
	return {
		prepare(grown) {
			const to = grown.lastIndexOf('\n') + 1;
			const isReady = load(to > prepared ? languagesIn(grown, prepared, to) : []);
			if (isReady) prepared = Math.max(prepared, to);
			return isReady;
		},
		write,
		isBehind,
		finish(whole, width, slice) {
			const lines = write(whole, width, slice);
			if (!isBehind()) {
				waiting = finishBlocks(whole, state);
				writeWaiting(lines, width, endlessSlice);
				text = '';
				state = startSplit;
			}
			return lines;
		},
		rest(width) {
			const isShown = text !== '' && !isBehind();
			const piece = isShown ? unfinishedPiece(text, state, longestRest(width)) : undefined;
			return piece === undefined ? [] : render('peek', piece, width);
		},
	};
};

/**
 * Markdown is rendered by a library that is loaded after the first frame is on the screen, and code is coloured by one
 * that is loaded when there is code. `onLoaded` says that what was waited for can be written now.
 */
export const createMarkdownLoader = (onLoaded: () => void = () => undefined) => {
	const highlighter = createHighlighter();
	let createRenderer: CreateRenderer | undefined;
	let isLoading = false;
	const createAnswerWriter: CreateAnswerWriter = styles =>
		createMarkdownWriter({
			styles,
			createRenderer: () => createRenderer,
			// Without the renderer there are no colours, so nobody need wait for them.
			load: languages =>
				!isLoading && (createRenderer === undefined || highlighter.prepare(languages, onLoaded)),
		});
	return {
		createAnswerWriter,
		async load(): Promise<void> {
			isLoading = createRenderer === undefined;
			try {
				const {createPieceRenderer} = await import('../markdown/render-piece.ts');
				createRenderer ??= () => createPieceRenderer(highlighter.highlight);
			} finally {
				isLoading = false;
				onLoaded();
			}
		},
	};
};
