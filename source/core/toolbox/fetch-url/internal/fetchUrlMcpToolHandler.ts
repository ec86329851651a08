import {STATUS_CODES} from 'node:http';
import {groupDigits} from '../../../../support/group-digits.ts';
import type {McpToolOutcome} from '../../shared/McpTool.ts';
import {McpToolError} from '../../shared/McpToolError.ts';
import {showName} from '../../shared/showName.ts';
import type {Page, PageSource} from './createPageSource.ts';
import {type FetchUrlInput, mostCharacters} from './FetchUrlInputSchema.ts';
import type {FetchUrlOutput} from './FetchUrlOutputSchema.ts';
import type {HtmlText} from './html/htmlToText.ts';
import {readPageText} from './readPageText.ts';

type FetchUrlMcpToolHandlerParams = {
	readonly params: FetchUrlInput;
	readonly pages: PageSource;
};

const describeStatus = (status: number): string => [status, STATUS_CODES[status]].join(' ').trim();

/** A title is the text of others, and must not look like ours. */
const quote = (title: string): string => showName(title).replace(/^(?!").*$/, '"$&"');

const describeSource = ({url, status}: Page, title: string | undefined): string =>
	[
		`This is the text of ${showName(url.href, 2048)}`,
		...(title === undefined ? [] : [`, titled ${quote(title)}`]),
		...(status === 200 ? [] : [`; the server answered ${describeStatus(status)}`]),
		'.',
	].join('');

/** Where a part begins and ends that does not part a character of two units. */
const wholeCharacters = (
	text: string,
	offset: number,
	limit: number,
): {readonly start: number; readonly end: number} => {
	const isInside = (at: number): boolean =>
		/[\uDC00-\uDFFF]/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '');
	const start = isInside(offset) ? offset - 1 : offset;
	const wanted = Math.min(text.length, offset + limit);
	return {start, end: isInside(wanted) ? wanted + 1 : wanted};
};

const describeOther = (page: Page): McpToolOutcome<FetchUrlOutput> => {
	const {url, status, contentType, size} = page;
	const type = contentType.type === '' ? 'data of no stated type' : showName(contentType.type, 100);
	const length = size === undefined ? 'of unknown size' : `${groupDigits(size)} bytes`;
	const answered = status === 200 ? '' : `, answered with ${describeStatus(status)}`;
	return [
		{
			type: 'text',
			text: `[${showName(url.href, 2048)} is ${type}, ${length}${answered}. fetch-url gives text only, so nothing of it was read.]`,
		},
		{
			type: 'json',
			data: {
				url: url.href,
				status,
				contentType: contentType.type,
				isText: false,
				characters: 0,
				offset: 0,
				isCut: false,
			},
		},
	];
};

const describeText = (page: Page, found: HtmlText, params: FetchUrlInput): McpToolOutcome<FetchUrlOutput> => {
	const {text, title, isCut} = found;
	const {offset = 0, limit = mostCharacters} = params;
	if (offset > 0 && offset >= text.length) {
		return new McpToolError(
			`The text has ${text.length} characters; offset ${offset} is past its end.`,
			'offset',
		);
	}
	const {start, end} = wholeCharacters(text, offset, limit);
	const isWhole = start === 0 && end === text.length;
	const notes = [
		describeSource(page, title),
		...(text === '' ? ['It has no text that can be read without a browser.'] : []),
		...(isWhole ? [] : [`These are characters ${start} to ${end} of ${text.length}.`]),
		...(end < text.length ? [`Read on with offset ${end}.`] : []),
		...(isCut ? ['The page is longer than what fetch-url reads of it, so its end is missing.'] : []),
	];
	return [
		...(text === '' ? [] : [{type: 'text' as const, text: text.slice(start, end)}]),
		// The note is a content item of its own, so that the first one is the page's text and nothing else.
		{type: 'text', text: `[${notes.join(' ')}]`},
		{
			type: 'json',
			data: {
				url: page.url.href,
				status: page.status,
				contentType: page.contentType.type,
				...(title === undefined ? {} : {title}),
				isText: true,
				characters: text.length,
				offset: start,
				...(end < text.length ? {nextOffset: end} : {}),
				isCut,
			},
		},
	];
};

export const fetchUrlMcpToolHandler = async (
	{params, pages}: FetchUrlMcpToolHandlerParams,
	signal: AbortSignal,
): Promise<McpToolOutcome<FetchUrlOutput>> => {
	try {
		const read = async (page: Page, limit: AbortSignal) => {
			const found = await readPageText(page, limit);
			return found === undefined ? describeOther(page) : describeText(page, found, params);
		};
		return await pages.get(params.url, read, signal);
	} catch (error) {
		if (error instanceof McpToolError) return error;
		throw error;
	}
};
