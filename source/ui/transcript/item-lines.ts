import {assertNever} from '../../domain/assert-never.ts';
import type {Attachment} from '../../domain/attachment.ts';
import type {Notice, TranscriptItem} from '../../state/app-state.ts';
import {countOf} from '../../support/count-of.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes, formatTokens} from '../text/format.ts';
import {wrapColumns} from '../text/wrap-columns.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {rewindSentences} from './rewind-sentences.ts';

/** What a server or provider says about an error may be megabytes. */
const longestNotice = 20_000;

const clipped = (text: string): string =>
	text.length > longestNotice
		? `${sanitise(text.slice(0, longestNotice))}…\n${groupDigits(text.length - longestNotice)} more characters`
		: sanitise(text);

export const noticeLines = ({tone, text}: Notice, width: number, styles: Styles): readonly string[] => {
	const style = {info: styles.dim, warning: styles.warn, error: styles.bad}[tone];
	return wrapColumns(clipped(text), width - 2).map(line => (line === '' ? '' : `  ${style(line)}`));
};

/** Somebody who pastes a file into a message knows what is in it. */
const userRows = 20;

const userLines = (text: string, width: number, styles: Styles): readonly string[] => {
	// What cannot be shown is not looked at either: a message may have megabytes.
	const beginning = text
		.split('\n', userRows + 1)
		.join('\n')
		.slice(0, userRows * width + 1);
	const rows = wrapText(sanitise(beginning), width - 2);
	const lines = rows
		.slice(0, userRows)
		.map((line, index) => `${index === 0 ? styles.accent('›') : ' '} ${styles.strong(line)}`.trimEnd());
	if (rows.length <= userRows && beginning.length === text.length) {
		return lines;
	}
	const hidden = text.split('\n').length - rows.slice(0, userRows).join('\n').split('\n').length;
	const note = hidden > 0 ? `… ${groupDigits(hidden)} more lines, sent in full` : '… cut here, sent in full';
	return [...lines, `  ${styles.dim(note)}`];
};

const attachmentText = (attachment: Attachment): string => {
	if (attachment.type === 'prompt') {
		const count = attachment.messages.length;
		return `/${attachment.server}:${attachment.prompt}  ${countOf(count, 'message')} of the server`;
	}
	const {server, uri, mimeType, size, stored} = attachment;
	const facts = [
		...(mimeType === undefined ? [] : [mimeType]),
		formatBytes(size),
		...(stored === undefined ? [] : ['shown to the model in part']),
	];
	return `@${server} ${uri}  ${facts.join(', ')}`;
};

const attachmentLines = (
	attachments: readonly Attachment[],
	width: number,
	styles: Styles,
): readonly string[] =>
	attachments.map(each => `  ${styles.dim(cutToWidth(sanitiseLine(attachmentText(each)), width - 2))}`);

/** A text behind a mark of one character; further lines begin below its first word. */
const marked = (text: string, width: number): readonly string[] => {
	const [mark = ''] = text;
	return wrapText(text.slice(mark.length).trimStart(), width - 2).map((line, index) =>
		index === 0 ? `${mark} ${line}` : `  ${line}`,
	);
};

const compactionLines = (
	{tokensBefore, tokensAfter}: TranscriptItem & {type: 'compaction'},
	width: number,
	styles: Styles,
): readonly string[] => {
	const sizes = `about ${formatTokens(tokensBefore)} became ${formatTokens(tokensAfter)}`;
	return marked(`⇣ compacted: ${sizes}. The model sees a summary of what is above.`, width).map(styles.dim);
};

const endLines = (
	item: TranscriptItem & {type: 'turn-end'},
	width: number,
	styles: Styles,
): readonly string[] => {
	if (item.outcome === 'interrupted' || item.failure === undefined) {
		return [styles.warn('■ interrupted')];
	}
	const {message, hint} = item.failure;
	return [
		...marked(`✘ ${clipped(message)}`, width).map(styles.bad),
		...(hint === undefined ? [] : wrapText(clipped(hint), width - 2).map(line => `  ${styles.dim(line)}`)),
	];
};

const rewindLines = (
	item: TranscriptItem & {type: 'rewind' | 'rewind-undone'},
	width: number,
	styles: Styles,
): readonly string[] =>
	rewindSentences(item).flatMap((sentence, index) =>
		index === 0
			? marked(`${item.type === 'rewind' ? '↶' : '↷'} ${sentence}`, width).map(styles.accent)
			: wrapText(sentence, width - 2).map(line => `  ${styles.dim(line)}`),
	);

/** A settled item of the transcript, other than answers and calls, as it is printed for good. */
export const itemLines = (
	item: Exclude<TranscriptItem, {type: 'answer' | 'call'}>,
	width: number,
	styles: Styles,
): readonly string[] => {
	switch (item.type) {
		case 'user':
			return [
				...userLines(item.text, width, styles),
				...attachmentLines(item.attachments ?? [], width, styles),
			];
		case 'turn-end':
			return endLines(item, width, styles);
		case 'notice':
			return noticeLines(item, width, styles);
		case 'compaction':
			return compactionLines(item, width, styles);
		case 'rewind':
		case 'rewind-undone':
			return rewindLines(item, width, styles);
		default:
			return assertNever(item);
	}
};
