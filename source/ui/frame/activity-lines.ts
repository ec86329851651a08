import stringWidth from 'string-width';
import type {ToolCall} from '../../domain/tool-call.ts';
import type {Answer} from '../../state/app-state.ts';
import {logsDuring} from '../../state/logs-during.ts';
import {countOf, listSome} from '../../support/count-of.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes} from '../text/format.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import {noticeLines} from '../transcript/item-lines.ts';
import {logText} from '../transcript/log-text.ts';
import {toolCardLines} from '../transcript/tool-card.ts';
import type {FrameInput} from './build-frame.ts';

const namedServers = 3;
/** With more cards than these each gets one line, so that none moves when another changes. */
const roomyCards = 3;
const shownLogs = 2;

const goOnHint = 'any key sends without them, Esc stops';

/** A message waits for servers. What keys do is never cut off: where it does not fit it has a line of its own. */
const awaitingLines = (input: FrameInput): readonly string[] => {
	const {awaiting} = input.state;
	if (awaiting === undefined) {
		return [];
	}
	const {servers} = awaiting;
	const text = `Waiting for ${countOf(servers.length, 'server')}: ${listSome(servers.map(sanitiseLine), namedServers)}`;
	const hint = servers.length === 1 ? goOnHint.replace('them', 'it') : goOnHint;
	const line = `${text} · ${hint}`;
	return stringWidth(line) <= input.columns - 2
		? [movingLine(line, input)]
		: [movingLine(text, input), `  ${input.styles.dim(cutToWidth(hint, input.columns - 2))}`];
};

/** What the model is writing that is not shown as it comes. */
const draftText = (draft: Answer['draft']): string | undefined =>
	draft && `writing a call of ${sanitiseLine(draft.modelName)}, ${formatBytes(draft.characters)}`;

/** The end of a text, in steps of half a line: it stands still while the next half fills. */
const lastHalves = (text: string, room: number): string => {
	const half = Math.max(1, Math.floor(room / 2));
	return text.length <= room ? text : `…${text.slice((Math.floor(text.length / half) - 1) * half)}`;
};

/**
 * The sentence that the model is thinking now, so that the line grows and does not run. The end is cut off before it is
 * cleaned: hours of thoughts cost no more than the last of them.
 */
const thoughtText = (thinking: string, columns: number): string => {
	const sentences = sanitise(thinking.slice(-1000))
		.split(/\n+|(?<=[.!?]) +/)
		.map(sentence => sentence.trim())
		.filter(sentence => sentence !== '');
	return `thinking: ${lastHalves(sentences.at(-1) ?? '', columns - 14)}`.trimEnd();
};

/** Something that is under way: one line that looks like the card of a call. */
const movingLine = (text: string, {columns, spinner, styles}: FrameInput): string =>
	`${styles.accent(spinner)} ${styles.dim(cutToWidth(text, columns - 2))}`;

const waitingText = ({state, columns}: FrameInput): string | undefined => {
	const {streaming, retry, asks} = state;
	const isSilent = streaming !== undefined && (streaming.text === '' || streaming.draft !== undefined);
	if (retry === undefined && asks[0]?.kind !== 'turn' && isSilent) {
		return (
			draftText(streaming.draft) ??
			(streaming.thinking === '' ? 'working' : thoughtText(streaming.thinking, columns))
		);
	}
	return undefined;
};

/** After so long an answer that has begun looks finished, unless something says that it is not. */
const quietMilliseconds = 3000;

const quietText = ({state: {streaming, retry}, now}: FrameInput): string | undefined => {
	const quiet = streaming === undefined ? 0 : now - streaming.heardAt;
	if (retry !== undefined || streaming?.draft !== undefined || quiet < quietMilliseconds) {
		return undefined;
	}
	return streaming?.text === '' ? undefined : `nothing new for ${Math.floor(quiet / 1000)} s, esc stops`;
};

/** Why it waits, and for how long still. */
const retryLines = (input: FrameInput): readonly string[] => {
	const {retry} = input.state;
	if (retry === undefined) {
		return [];
	}
	const {columns, now, styles} = input;
	const seconds = Math.max(0, Math.ceil((retry.until - now) / 1000));
	const wait = `trying again in ${seconds} s, ${retry.attempt} of ${retry.attempts}, esc stops`;
	return [
		...wrapText(sanitise(retry.failure.message), columns - 2).map(line => `  ${styles.warn(line)}`),
		movingLine(wait, input),
	];
};

const cardLines = (call: ToolCall, {state, pending, columns, now, spinner, styles}: FrameInput) =>
	toolCardLines(call, {
		width: columns,
		styles,
		now,
		spinner,
		isCrowded: pending.calls.length > roomyCards,
		logs: logsDuring(state, call, shownLogs).map(logText),
	});

/** What a message names and a server has to give first. */
const attachingText = ({state: {attaching}}: FrameInput): string | undefined => {
	if (attaching === undefined) {
		return undefined;
	}
	const [name = 'what the message names', ...more] = attaching.names.map(sanitiseLine);
	return `reading ${name}${more.length === 0 ? '' : ` and ${more.length} more`}, esc stops`;
};

const shownMessages = 3;

/** What is sent next, so that nobody has to remember it. */
const queueLines = ({state: {queue}, columns, styles}: FrameInput): readonly string[] => {
	const more = queue.length - shownMessages;
	return [
		...queue.slice(0, shownMessages).map(({text}) => `next: ${sanitiseLine(text.slice(0, 400))}`),
		...(more > 0 ? [`and ${more} more`] : []),
	].map(line => `  ${styles.dim(cutToWidth(line, columns - 2))}`);
};

/** What is under way, above the question and the draft. */
export const activityLines = (input: FrameInput): readonly string[] => {
	const {state, pending, columns, styles} = input;
	const compacting = state.compaction === undefined ? undefined : 'summarising the conversation, esc stops';
	const moving = (text: string | undefined): readonly string[] =>
		text === undefined ? [] : [movingLine(text, input)];
	return [
		...pending.answerLines,
		...pending.calls.flatMap(call => cardLines(call, input)),
		...moving(waitingText(input)),
		...moving(quietText(input)),
		...retryLines(input),
		...moving(compacting),
		...awaitingLines(input),
		...moving(attachingText(input)),
		...[...pending.notices, ...state.heldNotices].flatMap(notice => noticeLines(notice, columns, styles)),
		...queueLines(input),
	];
};
