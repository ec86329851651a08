import {sanitiseLine} from '../../support/sanitise.ts';
import {breakCode} from './break-lines.ts';
import {type Drawing, linesOf, narrowestContent} from './drawing.ts';
import type {CodeRun} from './highlighter.ts';
import type {CodeMark, MarkdownStyle} from './markdown-style.ts';

const codeIndent = '  ';

const paint = (text: string, mark: CodeMark, style: MarkdownStyle): string => {
	switch (mark) {
		case 'plain':
			return text;
		case 'code':
		case 'added':
		case 'removed':
			return style[mark](text);
		case 'place':
			return style.dim(text);
		default:
			return style.syntax[mark](text);
	}
};

/** Spaces need no colour; without them fewer bytes are written. */
const paintRun = (text: string, mark: CodeMark, style: MarkdownStyle): string => {
	const body = text.trimStart();
	const solid = body.trimEnd();
	return solid === ''
		? text
		: text.slice(0, text.length - body.length) + paint(solid, mark, style) + body.slice(solid.length);
};

/** One line of code, cut where the width ends. */
export const codeLines = (runs: readonly CodeRun[], width: number, {style}: Drawing): string[] => {
	const indent = width - codeIndent.length >= narrowestContent ? codeIndent : '';
	const code = runs.map(({text}) => text).join('');
	let index = 0;
	let used = 0;
	return breakCode(code, width - indent.length).map(part => {
		let line = '';
		for (let left = part.length; left > 0; ) {
			const {text, mark} = runs[index] ?? {text: part, mark: 'code'};
			const taken = text.slice(used, used + left);
			line += paintRun(taken, mark, style);
			left -= Math.max(1, taken.length);
			used += taken.length;
			if (used >= text.length) {
				index += 1;
				used = 0;
			}
		}
		return part.trim() === '' ? '' : indent + line;
	});
};

/** A language is read before the text around it is sanitised, so it is not clean yet. */
export const labelLines = (language: string, width: number, drawing: Drawing): string[] =>
	language === '' ? [] : linesOf([{text: sanitiseLine(language), marks: ['dim']}], width, drawing);
