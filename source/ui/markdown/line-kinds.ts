/** What a single line may start or be, outside of code. Four spaces make anything code or continuation. */

export type FenceStart = {
	readonly mark: string;
	readonly length: number;
	readonly indent: number;
	readonly language: string;
};

export type ItemStart = {
	/** The bullet, or the character after the number: a change of it starts another list. */
	readonly marker: string;
	readonly number: number | undefined;
	/** How far the lines of the item are indented. */
	readonly contentIndent: number;
	readonly isEmpty: boolean;
};

const fence = /^( {0,3})(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const item = /^( {0,3})(?:([-*+])|(\d{1,9})([.)]))(?:( +)(?=\S)|\s*$)/;

export const isBlank = (line: string): boolean => line.trim() === '';

export const indentOf = (line: string): number => line.length - line.trimStart().length;

export const isHeading = (line: string): boolean => /^ {0,3}#{1,6}(?:\s|$)/.test(line);

export const isRule = (line: string): boolean => /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line);

export const isUnderline = (line: string): boolean => /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);

export const isHtmlStart = (line: string): boolean => /^ {0,3}<[A-Za-z/!?]/.test(line);

export const readFenceStart = (line: string): FenceStart | undefined => {
	const [matched, indent = '', ticks, tickInfo, tildes, tildeInfo] = fence.exec(line) ?? [];
	if (matched === undefined) return undefined;
	const marks = ticks ?? tildes ?? '';
	const [language = ''] = (tickInfo ?? tildeInfo ?? '').trim().split(/\s/);
	return {mark: marks.slice(0, 1), length: marks.length, indent: indent.length, language};
};

export const endsFence = (line: string, {mark, length}: FenceStart): boolean => {
	const marks = line.trim();
	return indentOf(line) < 4 && marks.length >= length && marks === mark.repeat(marks.length);
};

export const readItemStart = (line: string): ItemStart | undefined => {
	const [matched, indent = '', bullet, number, delimiter, space] = item.exec(line) ?? [];
	if (matched === undefined) return undefined;
	const markerWidth = bullet === undefined ? (number ?? '').length + 1 : 1;
	// More than four spaces are one space and indented code.
	const spaceWidth = space === undefined || space.length > 4 ? 1 : space.length;
	return {
		marker: bullet ?? delimiter ?? '',
		number: number === undefined ? undefined : Number(number),
		contentIndent: indent.length + markerWidth + spaceWidth,
		isEmpty: space === undefined,
	};
};
