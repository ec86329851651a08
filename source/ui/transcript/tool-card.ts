import {assertNever} from '../../domain/assert-never.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ToolContent, ToolResult} from '../../domain/tool.ts';
import {type CallProgress, callDuration, isCallOver, type ToolCall} from '../../domain/tool-call.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes, formatDuration} from '../text/format.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInline} from '../text/show-json.ts';
import {cutPair, cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {denialText, failureText} from './for-the-user.ts';

const previewLines = 4;
const errorLines = 12;
const wrappedLength = 20_000;
/** More than any window shows on a line. */
const inlineLength = 4000;

export type CardContext = {
	readonly width: number;
	readonly styles: Styles;
	readonly now: number;
	readonly spinner: string;
};

const contentText = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return `[${content.type} ${content.mimeType}, ${formatBytes(Math.floor((content.data.length * 3) / 4))}]`;
		case 'resource':
			return content.text ?? `[resource ${content.uri}]`;
		case 'link':
			return `[link ${content.name} ${content.uri}]`;
		case 'unknown':
			return `[${content.kind}]`;
		default:
			return assertNever(content);
	}
};

const resultText = ({content, structured}: ToolResult): string =>
	content.length > 0 || structured === undefined
		? content.map(contentText).join('\n')
		: JSON.stringify(structured);

/** A call whose arguments are megabytes is drawn with every frame while it runs. */
const inlineArguments = rememberLast((args: JsonObject) => showInline(args).slice(0, inlineLength));

/** The tool is done, and the user has its result before the model does. */
const isHeld = (call: ToolCall): boolean => call.status === 'running' && call.heldSince !== undefined;

const icon = (call: ToolCall, {styles, spinner}: CardContext): string => {
	switch (call.status) {
		case 'pending':
			return styles.dim('○');
		case 'awaiting-approval':
			return styles.warn('?');
		case 'running':
			return isHeld(call) ? styles.warn('?') : styles.accent(spinner);
		case 'succeeded':
			return styles.good('✔');
		case 'failed':
			return styles.bad('✘');
		case 'denied':
			return styles.warn('⊘');
		case 'cancelled':
			return styles.warn('■');
		default:
			return assertNever(call);
	}
};

const sizeOf = (call: ToolCall): string | undefined => {
	if (call.status !== 'succeeded') {
		return undefined;
	}
	const size = formatBytes(Buffer.byteLength(resultText(call.result)));
	const {stored} = call.result;
	return stored === undefined ? size : `${formatBytes(stored.characters)}, the model sees ${size}`;
};

const statusWord = (call: ToolCall): string | undefined => {
	switch (call.status) {
		case 'awaiting-approval':
			return 'waits for you';
		case 'denied':
			return 'denied';
		case 'cancelled':
			return call.outcomeUnknown ? 'interrupted, outcome unknown' : 'not run';
		case 'running':
			return isHeld(call) ? 'waits for your review' : undefined;
		case 'pending':
		case 'succeeded':
		case 'failed':
			return undefined;
		default:
			return assertNever(call);
	}
};

/**
 * One line: icon, server, tool, arguments cut to what fits, then status, duration and size. Where names
 * and facts do not fit side by side, the facts get a line of their own.
 */
const header = (call: ToolCall, context: CardContext): readonly string[] => {
	const {styles, width, now} = context;
	// When a call was cut off by a crash, nobody knows how long it ran.
	const duration = call.status === 'cancelled' ? undefined : callDuration(call, now);
	const facts = [
		statusWord(call),
		duration === undefined ? undefined : formatDuration(duration),
		sizeOf(call),
	].filter(fact => fact !== undefined);
	const tail = facts.join(' · ');
	const name = sanitiseLine(call.tool);
	const server = call.server === '' ? '' : `${sanitiseLine(call.server)} `;
	const tailCells = tail === '' ? 0 : cellsOf(tail) + 3;
	const room = width - 2 - cellsOf(server) - cellsOf(name) - tailCells;
	if (room < 0) {
		const [shortServer, shortName] = cutPair(server, name, width - 2);
		return [
			`${icon(call, context)} ${styles.dim(shortServer)}${styles.strong(shortName)}`,
			...(tail === '' ? [] : [`  ${styles.dim(cutToWidth(tail, width - 2))}`]),
		];
	}
	const args = room > 8 ? cutToWidth(inlineArguments(call.arguments, 0, styles), room - 2) : '';
	return [
		`${icon(call, context)} ${styles.dim(server)}${styles.strong(name)}${
			args === '' ? '' : `  ${styles.dim(args)}`
		}${styles.dim(tail === '' ? '' : ` · ${tail}`)}`,
	];
};

const indented = (
	text: string,
	limit: number,
	{width}: CardContext,
	style: (line: string) => string,
): string[] => {
	// A result of megabytes is not wrapped to show four lines of it.
	const whole = text.trim();
	const lines = wrapText(sanitise(whole.slice(0, wrappedLength)).trim(), width - 4);
	const rest = whole.slice(wrappedLength);
	const shown = lines.length > limit ? lines.slice(0, limit) : lines;
	const more = lines.length - shown.length + (rest === '' ? 0 : rest.split('\n').length - 1);
	const count = `${rest === '' ? '' : 'at least '}${more} more ${more === 1 ? 'line' : 'lines'}`;
	return [
		...shown.map(line => `  ${style(line)}`),
		...(more > 0 || rest !== '' ? [`  ${style(`… ${count}`)}`] : []),
	].map(line => line.trimEnd());
};

const progressLine = ({progress, total, message}: CallProgress, context: CardContext): string => {
	const {styles, width} = context;
	const cells = 16;
	const share = total === undefined || total <= 0 ? undefined : Math.min(1, Math.max(0, progress / total));
	const bar =
		share === undefined
			? String(progress)
			: `${'█'.repeat(Math.round(share * cells))}${'░'.repeat(cells - Math.round(share * cells))} ${Math.round(share * 100)} %`;
	const text = message === undefined ? bar : `${bar}  ${sanitiseLine(message.slice(0, inlineLength))}`;
	return `  ${styles.dim(cutToWidth(text, width - 2))}`;
};

/** What the user did to the call on its way. */
const reviewLines = (call: ToolCall, {styles, width}: CardContext): readonly string[] => {
	const reviewed = call.status === 'succeeded' || call.status === 'failed' ? call.reviewed : undefined;
	const deeds = [
		...(call.isEdited === true ? ['arguments changed by you'] : []),
		...(reviewed === undefined ? [] : [`result ${reviewed} by you`]),
	];
	return deeds.length === 0 ? [] : [`  ${styles.accent(cutToWidth(deeds.join(' · '), width - 2))}`];
};

const layOutCard = (call: ToolCall, context: CardContext): readonly string[] => {
	const {styles} = context;
	const first = [...header(call, context), ...reviewLines(call, context)];
	switch (call.status) {
		case 'pending':
		case 'awaiting-approval':
		case 'cancelled':
			return first;
		case 'running':
			return call.progress === undefined || isHeld(call)
				? first
				: [...first, progressLine(call.progress, context)];
		case 'succeeded':
			return [
				...first,
				...indented(resultText(call.result) || '(nothing)', previewLines, context, styles.dim),
			];
		case 'failed':
			return [
				...first,
				...indented(failureText(call.failure), errorLines, context, styles.bad),
				...(call.failure.hint === undefined
					? []
					: indented(call.failure.hint, errorLines, context, styles.dim)),
			];
		case 'denied':
			return [...first, ...indented(denialText(call), errorLines, context, styles.dim)];
		default:
			return assertNever(call);
	}
};

/** A call that is over never changes again, and its card has nothing that moves. */
const finishedCard = rememberLast((call: ToolCall, width: number, styles: Styles) =>
	layOutCard(call, {width, styles, now: 0, spinner: ''}),
);

/** A tool call as it is now: one line, then what came of it. */
export const toolCardLines = (call: ToolCall, context: CardContext): readonly string[] =>
	isCallOver(call) ? finishedCard(call, context.width, context.styles) : layOutCard(call, context);
