import {visibleText} from '../../../../support/sanitise.ts';
import {contentKind, looksLikeHtml} from './contentKind.ts';
import type {Page} from './createPageSource.ts';
import {decodeText} from './decodeText.ts';
import {type HtmlText, htmlToText} from './html/htmlToText.ts';
import {readVisible} from './readVisible.ts';

/** The text of a page, whatever it is written in, and nothing of it that nobody would see. Undefined where it has none. */
export const readPageText = async (page: Page, signal: AbortSignal): Promise<HtmlText | undefined> => {
	const {body, contentType, url} = page;
	const kind = contentKind(contentType);
	const text = body === undefined ? undefined : decodeText(body.bytes, contentType.charset, kind);
	if (body === undefined || text === undefined) return undefined;
	if (kind === 'html' || (contentType.type === '' && looksLikeHtml(text))) {
		const found = await htmlToText(text, url, signal);
		return {
			text: await readVisible(found.text, signal),
			title: found.title === undefined ? undefined : visibleText(found.title),
			isCut: found.isCut || body.isCut,
		};
	}
	return {text: await readVisible(text, signal), title: undefined, isCut: body.isCut};
};
