import {codeLines, labelLines} from './code-lines.ts';
import {type CodePainter, createCodePainter} from './code-painter.ts';
import {linesOf, startDrawing} from './drawing.ts';
import type {Highlight} from './highlighter.ts';
import type {MarkdownPiece} from './markdown-piece.ts';
import type {MarkdownStyle} from './markdown-style.ts';
import {renderBlock, renderItemAlone} from './render-block.ts';

export type PieceRenderer = {
	/** The lines of the next piece of a split text, with the empty line that belongs before it. */
	readonly next: (piece: MarkdownPiece, width: number, style: MarkdownStyle) => readonly string[];
	/** As the next piece would look if it were this. */
	readonly peek: (piece: MarkdownPiece, width: number, style: MarkdownStyle) => readonly string[];
};

/** Renders the pieces of one text in order. It remembers what a block of code is in the middle of. */
export const createPieceRenderer = (highlight: Highlight): PieceRenderer => {
	let painter: CodePainter = createCodePainter('', highlight);

	const draw = (
		piece: MarkdownPiece,
		width: number,
		style: MarkdownStyle,
		paint: CodePainter['next'],
	): string[] => {
		switch (piece.type) {
			case 'block':
				return renderBlock(`${piece.head ?? ''}${piece.text}`, width, style, highlight);
			case 'text':
				return linesOf([{text: piece.text.trimEnd(), marks: []}], width, startDrawing(style, highlight));
			case 'item':
				return renderItemAlone(piece.text, piece.number, width, style, highlight);
			case 'code-start':
				return labelLines(piece.language, width, startDrawing(style, highlight));
			case 'code-line':
				// One line of the source may be several once its carriage returns are line breaks.
				return piece.code
					.split('\n')
					.flatMap(line => codeLines(paint(line), width, startDrawing(style, highlight)));
			case 'code-end':
				return [];
		}
	};

	const withGap = (piece: MarkdownPiece, lines: readonly string[]): readonly string[] => {
		const hasGap = (piece.type === 'code-start' || lines.length > 0) && 'gap' in piece && piece.gap;
		return hasGap ? ['', ...lines] : lines;
	};

	return {
		next(piece, width, style) {
			if (piece.type === 'code-start') painter = createCodePainter(piece.language, highlight);
			return withGap(piece, draw(piece, width, style, painter.next));
		},
		peek: (piece, width, style) => withGap(piece, draw(piece, width, style, painter.peek)),
	};
};
