import {chooseLines} from './chooseLines.ts';
import {createHtmlReader, mostCharacters} from './createHtmlReader.ts';
import type {Line} from './createTextWriter.ts';
import {tokenizeHtml} from './tokenizeHtml.ts';

export type HtmlText = {
	readonly text: string;
	readonly title: string | undefined;
	/** Whether the text ends before the page does. */
	readonly isCut: boolean;
};

/** HTML as text with headings, lists, links, code and tables as Markdown has them. `address` is where it is from. */
export const htmlToText = async (html: string, address: URL, signal: AbortSignal): Promise<HtmlText> => {
	const lines: Line[] = [];
	const reader = createHtmlReader({address, emit: line => lines.push(line)});
	await tokenizeHtml(html, reader, signal);
	const {title, isCut} = reader.finish();
	const text = chooseLines(lines)
		.map(({text: line, isLoose}, index) => (isLoose && index > 0 ? `\n${line}` : line))
		.join('\n');
	// What holds a text together, such as the bars of tables, was not counted.
	return {text: text.slice(0, mostCharacters), title, isCut: isCut || text.length > mostCharacters};
};
