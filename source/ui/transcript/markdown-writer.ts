import {sanitise} from '../../support/sanitise.ts';
import {createHighlighter} from '../markdown/highlighter.ts';
import type {PieceRenderer} from '../markdown/render-piece.ts';
import {
	finishBlocks,
	type MarkdownPiece,
	splitBlocks,
	startSplit,
	unfinishedPiece,
} from '../markdown/split-blocks.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AnswerWriter, CreateAnswerWriter} from './answer-writer.ts';

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

const fence = /(?:`{3,}|~{3,})[ \t]*([\w#+-]+)[^\n]*\n/g;

/** The languages of the blocks of code that begin in the whole lines behind a place. */
const languagesIn = (text: string, from: number): readonly string[] =>
	Array.from(text.slice(from).matchAll(fence), ([, language = '']) => language);

type WriterDeps = {
	readonly styles: () => Styles;
	readonly createRenderer: () => CreateRenderer | undefined;
	readonly load: (languages: readonly string[]) => boolean;
};

const createMarkdownWriter = ({styles, createRenderer, load}: WriterDeps): AnswerWriter => {
	let state = startSplit;
	let text = '';
	let searched = 0;
	let renderer: PieceRenderer | undefined;
	const current = (): PieceRenderer => {
		renderer ??= createRenderer()?.();
		return renderer ?? plainRenderer;
	};
	const render = (piece: MarkdownPiece, width: number): readonly string[] =>
		current().next(cleaned(piece), width, styles());
	return {
		prepare(grown) {
			const isReady = load(languagesIn(grown, searched));
			if (isReady) searched = grown.lastIndexOf('\n') + 1;
			return isReady;
		},
		write(grown, width) {
			text = grown;
			const split = splitBlocks(text, state);
			state = split.state;
			return split.pieces.flatMap(piece => render(piece, width));
		},
		finish(whole, width) {
			const pieces = finishBlocks(whole, state);
			text = '';
			state = startSplit;
			return pieces.flatMap(piece => render(piece, width));
		},
		rest(width) {
			const piece = text === '' ? undefined : unfinishedPiece(text, state, longestRest(width));
			return piece === undefined ? [] : current().peek(cleaned(piece), width, styles());
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
