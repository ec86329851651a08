import {sanitiseLine} from '../../support/sanitise.ts';
import {reveal} from '../text/reveal.ts';
import {emptyLine, type LineSource, type Tone} from './line.ts';

/** A longer line is several: what is made for one frame stays small. */
const longest = 4000;

/** A part of the text, and where lines begin in it. */
type Sheet = {readonly text: string; readonly starts: readonly number[]; readonly firstLine: number};

export type TextSource = LineSource & {
	/** More of the text. */
	readonly append: (text: string) => void;
	readonly characters: () => number;
};

const isPairCut = (text: string, at: number): boolean => /[\ud800-\udbff]/.test(text[at - 1] ?? '');

const findStarts = (text: string): readonly number[] => {
	const starts: number[] = [];
	for (let start = 0; start <= text.length; ) {
		starts.push(start);
		const end = text.indexOf('\n', start);
		const lineEnd = end === -1 ? text.length : end;
		if (lineEnd - start > longest) {
			start += longest - (isPairCut(text, start + longest) ? 1 : 0);
		} else {
			start = lineEnd + 1;
		}
	}
	return starts;
};

/**
 * A text of any size as lines. Where they begin is found once; a line is made safe when it is looked at, and what
 * cannot be shown is written as an escape.
 */
export const createTextSource = (first: string, tone?: Tone): TextSource => {
	const sheets: Sheet[] = [];
	let characters = 0;

	const add = (text: string, firstLine: number): void => {
		sheets.push({text, starts: findStarts(text), firstLine});
	};
	const lineCount = (): number => {
		const last = sheets.at(-1);
		return last === undefined ? 0 : last.firstLine + last.starts.length;
	};
	const sheetOf = (index: number): Sheet | undefined => sheets.findLast(({firstLine}) => firstLine <= index);

	/** The last line may go on in what comes next. */
	const takeLastLine = (): string => {
		const last = sheets.pop();
		if (last === undefined) {
			return '';
		}
		const start = last.starts.at(-1) ?? 0;
		if (last.starts.length > 1) {
			sheets.push({...last, text: last.text.slice(0, start), starts: last.starts.slice(0, -1)});
		}
		return last.text.slice(start);
	};

	const source: TextSource = {
		count: lineCount,
		at(index) {
			const sheet = sheetOf(index);
			const place = index - (sheet?.firstLine ?? 0);
			const start = sheet?.starts[place];
			if (sheet === undefined || start === undefined) {
				return emptyLine;
			}
			const next = sheet.starts[place + 1] ?? sheet.text.length;
			const line = sheet.text.slice(start, next).replace(/\r?\n$/, '');
			const text = sanitiseLine(reveal(line));
			return tone === undefined ? {text} : {text, tone};
		},
		continues(index) {
			const sheet = sheetOf(index);
			const start = sheet?.starts[index - sheet.firstLine] ?? 0;
			return start > 0 && sheet?.text[start - 1] !== '\n';
		},
		append(text) {
			characters += text.length;
			const open = takeLastLine();
			add(open + text, lineCount());
		},
		characters: () => characters,
	};
	source.append(first);
	return source;
};
