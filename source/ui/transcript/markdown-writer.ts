import {sanitise} from '../../support/sanitise.ts';
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

type RenderPiece = typeof import('../markdown/render-block.ts')['renderPiece'];

/** Until the renderer has loaded, an answer is shown as it was written. */
const renderPlainly: RenderPiece = (piece, width) => [...wrapText(piece.text.trimEnd(), width)];

/** Each piece is cleaned by itself, so that the cost of a token does not grow with the answer. */
const cleaned = (piece: MarkdownPiece): MarkdownPiece =>
	piece.type === 'code-line'
		? {...piece, text: sanitise(piece.text), code: sanitise(piece.code)}
		: {...piece, text: sanitise(piece.text)};

/** What is above the window is not drawn, so it need not be laid out with every token. */
const longestRest = (width: number): number => Math.max(4000, width * 60);

const createMarkdownWriter = (styles: () => Styles, renderPiece: () => RenderPiece): AnswerWriter => {
	let state = startSplit;
	let text = '';
	const render = (piece: MarkdownPiece, width: number): readonly string[] =>
		renderPiece()(cleaned(piece), width, styles());
	return {
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
			return piece === undefined ? [] : render(piece, width);
		},
	};
};

/** Markdown is rendered by a library that is loaded after the first frame is on the screen. */
export const createMarkdownLoader = () => {
	let renderPiece = renderPlainly;
	const createAnswerWriter: CreateAnswerWriter = styles => createMarkdownWriter(styles, () => renderPiece);
	return {
		createAnswerWriter,
		async load(): Promise<void> {
			({renderPiece} = await import('../markdown/render-block.ts'));
		},
	};
};
