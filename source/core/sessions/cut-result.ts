import type {ResultText} from '../../domain/result-text.ts';
import type {ToolContent} from '../../domain/tool.ts';
import {ownCopy} from '../../support/own-copy.ts';
import {partsCharacter} from './text-edges.ts';

/** The characters from `from` to `to` are left out. */
export type Gap = {readonly from: number; readonly to: number};

/** Between two pieces of a result where it is one text. */
const separator = '\n';

/** How far a cut moves to meet the end of a line. */
const nearLine = 2000;
/** For the line that says what is left out. */
const reserve = 400;
/** Images, links and the like: more than these become a line of text each. */
const mostItems = 20;

export const countCharacters = (texts: readonly ResultText[]): number =>
	texts.reduce((sum, {text}) => sum + text.length + separator.length, -separator.length);

export const joinTexts = (texts: readonly ResultText[]): string =>
	texts.length === 1 ? (texts[0]?.text ?? '') : texts.map(({text}) => text).join(separator);

/** A result with more pieces than a conversation should carry, however short they are. */
export const hasManyItems = (texts: readonly ResultText[]): boolean =>
	texts.length > 200 || (texts.length > mostItems && texts.filter(({item}) => item).length > mostItems);

/** Two thirds for the beginning and one for the end, at the ends of lines where one is near. */
export const findGap = (whole: string, maxCharacters: number): Gap => {
	const room = Math.max(2, maxCharacters - Math.min(reserve, Math.floor(maxCharacters / 10)));
	const farthest = Math.floor((room * 2) / 3);
	const earliest = whole.length - (room - farthest);
	const near = Math.min(nearLine, Math.floor(room / 5));
	const lineEnd = whole.lastIndexOf('\n', farthest - 1) + 1;
	const from = lineEnd > farthest - near ? lineEnd : farthest;
	const lineStart = whole.slice(earliest - 1, earliest + near).indexOf('\n') + earliest;
	const to = Math.max(lineStart, earliest);
	return {
		from: partsCharacter(whole, from) ? from - 1 : from,
		to: partsCharacter(whole, to) ? to + 1 : to,
	};
};

/**
 * The content that stays: texts as one, without the gap and with a line in its place; images, links and the like
 * where they were, as many as are bearable.
 */
export const contentWithout = (
	texts: readonly ResultText[],
	gap: Gap | undefined,
	marker: string,
): readonly ToolContent[] => {
	const content: ToolContent[] = [];
	let pieces: string[] = [];
	let isMarked = gap === undefined;
	let itemsLeft = mostItems;
	const flush = (): void => {
		const text = ownCopy(pieces.join(''));
		if (text !== '') content.push({type: 'text', text});
		pieces = [];
	};
	const mark = (): void => {
		if (isMarked) return;
		const isNewLine = pieces.length === 0 || pieces.at(-1)?.endsWith('\n') === true;
		pieces.push(`${isNewLine ? '' : '\n'}${marker}\n`);
		isMarked = true;
	};
	const take = (text: string, start: number): void => {
		if (gap === undefined) {
			pieces.push(text);
			return;
		}
		if (start < gap.from) pieces.push(text.slice(0, gap.from - start));
		if (start + text.length > gap.from) mark();
		if (start + text.length > gap.to) pieces.push(text.slice(Math.max(0, gap.to - start)));
	};
	let start = 0;
	for (const {text, item} of texts) {
		if (item !== undefined && itemsLeft > 0) {
			if (gap !== undefined && start >= gap.from) mark();
			flush();
			content.push(item);
			itemsLeft -= 1;
		} else {
			if (pieces.length > 0) take(separator, start - 1);
			take(text, start);
		}
		start += text.length + separator.length;
	}
	mark();
	flush();
	return content;
};
