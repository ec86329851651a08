import {assertNever} from '../../domain/assert-never.ts';
import type {ToolResult} from '../../domain/tool.ts';
import {type CallProgress, isCallOver, type ToolCall} from '../../domain/tool-call.ts';
import {hiddenMark, sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {rememberLast} from '../text/remember-last.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Style, Styles} from '../theme/styles.ts';
import type {CardContext} from './card-context.ts';
import {cardHeader, inlineLength, isHeld, progressBar} from './card-header.ts';
import {describeContent} from './describe-content.ts';
import {denialText, failureText, sourceText} from './for-the-user.ts';
import {previewResult} from './result-preview.ts';

/** Errors are read, so they are shown whole, within reason. */
const errorLines = 40;
const wrappedLength = 20_000;
const shownSources = 3;

type Block = {
	readonly limit: number;
	readonly styleOf: (line: string) => Style;
	readonly isCut?: boolean;
	/** Where the rest can be read. */
	readonly pointer?: string;
};

const indented = (text: string, block: Block, {width, styles}: CardContext): readonly string[] => {
	// A result of megabytes is not wrapped to show four lines of it.
	const whole = text.trim();
	const clean = sanitise(whole.slice(0, wrappedLength)).trim();
	const lines = block.isCut === true ? clean.split('\n') : wrapText(clean, width - 4);
	const rest = whole.slice(wrappedLength);
	// Where a single line is left it takes the place of the words that would say so.
	const shown = lines.length > block.limit + 1 ? lines.slice(0, block.limit) : lines;
	const more = lines.length - shown.length + (rest === '' ? 0 : rest.split('\n').length - 1);
	const count = `… ${rest === '' ? '' : 'at least '}${more} more ${more === 1 ? 'line' : 'lines'}`;
	const end = block.pointer === undefined ? count : `${count} · ${block.pointer}`;
	// Its marks stand in the text, which is seldom shown whole.
	const hidden = whole.includes(hiddenMark) ? ['! hidden text was removed from this result'] : [];
	return [
		...shown.map(
			line => `  ${block.styleOf(line)(block.isCut === true ? cutToWidth(line, width - 4) : line)}`,
		),
		...(more > 0 || rest !== '' ? [`  ${styles.dim(cutToWidth(end, width - 2))}`] : []),
		...hidden.map(line => `  ${styles.warn(cutToWidth(line, width - 2))}`),
	].map(line => line.trimEnd());
};

const whole = (style: Style): Block => ({
	limit: errorLines,
	styleOf: () => style,
	pointer: 'ctrl+o shows all',
});

const progressLine = (progress: CallProgress, {styles, width}: CardContext): string => {
	const bar = progressBar(progress, width < 60 ? 8 : 16);
	const {message} = progress;
	const text = message === undefined ? bar : `${bar}  ${sanitiseLine(message.slice(0, inlineLength))}`;
	return `  ${styles.dim(cutToWidth(text, width - 2))}`;
};

const logLines = ({logs = [], styles, width}: CardContext): readonly string[] =>
	logs.map(line => `  ${styles.dim(cutToWidth(`│ ${sanitiseLine(line)}`, width - 2))}`);

/** What the user did to the call on its way. */
const reviewLines = (call: ToolCall, {styles, width}: CardContext): readonly string[] => {
	const reviewed = call.status === 'succeeded' || call.status === 'failed' ? call.reviewed : undefined;
	const deeds = [
		...(call.isEdited === true ? ['arguments changed by you'] : []),
		...(reviewed === undefined ? [] : [`result ${reviewed} by you`]),
	];
	return deeds.length === 0 ? [] : [`  ${styles.accent(cutToWidth(deeds.join(' · '), width - 2))}`];
};

/** The arguments that were found in untrusted content, of a call that ran without a question. */
const sourceLines = ({sources = []}: ToolCall, {styles, width}: CardContext): readonly string[] => {
	const more = sources.length - shownSources;
	return [
		...sources.slice(0, shownSources).map(source => `untrusted: ${sourceText(source)}`),
		...(more > 0 ? [`untrusted: ${more} more · ctrl+o shows all`] : []),
	].flatMap(text => wrapText(text, width - 4).map(line => `  ${styles.warn(line)}`));
};

const imageLines = ({content}: ToolResult, {imageLines: draw, width}: CardContext): readonly string[] =>
	draw === undefined
		? []
		: content
				.flatMap(piece => (piece.type === 'image' ? draw(piece, width - 2) : []))
				.map(line => `  ${line}`);

const resultLines = (result: ToolResult, context: CardContext): readonly string[] => {
	const {text, ...block} = previewResult(result, context.width - 4, context.styles);
	return indented(text || '(nothing)', block, context);
};

/** The message of a failure is what the result says in words; what else is in it is named. */
const otherContent = (result: ToolResult | undefined, context: CardContext): readonly string[] => {
	const lines = (result?.content ?? []).flatMap(content =>
		content.type === 'text' ? [] : [sanitiseLine(describeContent(content))],
	);
	return lines.length === 0 ? [] : indented(lines.join('\n'), whole(context.styles.dim), context);
};

/** What can be done about it; nothing where there was no such tool. */
const wayOut = (call: ToolCall, {styles, width}: CardContext): readonly string[] =>
	call.server === '' || (call.status === 'failed' && call.failure.code === 'tool-not-offered')
		? []
		: [`  ${styles.dim(cutToWidth('ctrl+o: details, run again', width - 2))}`];

const failureLines = (call: ToolCall & {status: 'failed'}, context: CardContext): readonly string[] => {
	const {styles} = context;
	const {hint} = call.failure;
	return [
		...indented(failureText(call.failure), whole(styles.bad), context),
		...otherContent(call.result, context),
		...(hint === undefined ? [] : indented(hint, whole(styles.dim), context)),
		...wayOut(call, context),
	];
};

const runningLines = (call: ToolCall & {status: 'running'}, context: CardContext): readonly string[] =>
	isHeld(call)
		? []
		: [...(call.progress === undefined ? [] : [progressLine(call.progress, context)]), ...logLines(context)];

const bodyOf = (call: ToolCall, context: CardContext): readonly string[] => {
	switch (call.status) {
		case 'pending':
		case 'awaiting-approval':
			return [];
		case 'cancelled':
			return call.outcomeUnknown ? wayOut(call, context) : [];
		case 'running':
			return runningLines(call, context);
		case 'succeeded':
			return resultLines(call.result, context);
		case 'failed':
			return failureLines(call, context);
		case 'denied':
			return indented(denialText(call), whole(context.styles.dim), context);
		default:
			return assertNever(call);
	}
};

const layOutCard = (call: ToolCall, context: CardContext): readonly string[] => [
	...cardHeader(call, context),
	...reviewLines(call, context),
	...sourceLines(call, context),
	...bodyOf(call, context),
];

/** A call that is over never changes again, and its card has nothing that moves. */
const still = {now: 0, spinner: ''};
const finishedHeader = rememberLast((call: ToolCall, width: number, styles: Styles) =>
	cardHeader(call, {...still, width, styles, isCrowded: true}),
);
const finishedCard = rememberLast((call: ToolCall, width: number, styles: Styles) =>
	layOutCard(call, {...still, width, styles}),
);

/** A tool call as it is now: one line, then what came of it. */
export const toolCardLines = (call: ToolCall, context: CardContext): readonly string[] => {
	const {width, styles, isCrowded} = context;
	if (!isCallOver(call)) {
		return isCrowded === true ? cardHeader(call, context) : layOutCard(call, context);
	}
	if (isCrowded === true) {
		return finishedHeader(call, width, styles);
	}
	const card = finishedCard(call, width, styles);
	const pictures = call.status === 'succeeded' ? imageLines(call.result, context) : [];
	return pictures.length === 0 ? card : [...card, ...pictures];
};
