import type {Highlight} from './highlighter.ts';
import type {MarkdownStyle} from './markdown-style.ts';
import {type Run, wrapRuns} from './wrap-runs.ts';

/** What drawing one piece of markdown takes, and what it leaves behind. */
export type Drawing = {
	readonly style: MarkdownStyle;
	readonly highlight: Highlight;
	/** Addresses that are too long to stand in the text; they follow the piece. */
	readonly addresses: string[];
};

/** Narrower than this nothing is indented any more. */
export const narrowestContent = 8;

export const startDrawing = (style: MarkdownStyle, highlight: Highlight): Drawing => ({
	style,
	highlight,
	addresses: [],
});

export const linesOf = (runs: readonly Run[], width: number, {style}: Drawing): string[] =>
	wrapRuns(runs, width, style).map(({text}) => text);

/** The lines of a piece and, below them, the addresses that it names in short. */
export const withAddresses = (lines: string[], width: number, drawing: Drawing): string[] => [
	...lines,
	...drawing.addresses.flatMap(address => linesOf([{text: address, marks: ['dim']}], width, drawing)),
];
