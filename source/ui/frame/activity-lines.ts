import type {Answer} from '../../state/app-state.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {formatBytes} from '../text/format.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import {noticeLines} from '../transcript/item-lines.ts';
import {toolCardLines} from '../transcript/tool-card.ts';
import type {FrameInput} from './build-frame.ts';

const namedServers = 3;

const startingText = (names: readonly string[]): string => {
	const named = names.slice(0, namedServers).map(sanitiseLine).join(', ');
	const more = names.length - namedServers;
	return `waiting for ${named}${more > 0 ? ` and ${more} more` : ''} to start`;
};

/** What the model is writing that is not shown as it comes. */
const draftText = (draft: Answer['draft']): string | undefined =>
	draft && `writing a call of ${sanitiseLine(draft.modelName)}, ${formatBytes(draft.characters)}`;

/** After so long an answer that has begun looks finished, unless something says that it is not. */
const quietMilliseconds = 3000;

const quietLines = ({state, columns, now, spinner, styles}: FrameInput): readonly string[] => {
	const {streaming, retry} = state;
	const quiet = streaming === undefined ? 0 : now - streaming.heardAt;
	if (retry !== undefined || streaming?.draft !== undefined || quiet < quietMilliseconds) {
		return [];
	}
	const text = `nothing new for ${Math.floor(quiet / 1000)} s, esc stops`;
	return streaming?.text === ''
		? []
		: [`${styles.accent(spinner)} ${styles.dim(cutToWidth(text, columns - 2))}`];
};

/** Why it waits, and for how long still. */
const retryLines = ({state: {retry}, columns, now, spinner, styles}: FrameInput): readonly string[] => {
	if (retry === undefined) {
		return [];
	}
	const seconds = Math.max(0, Math.ceil((retry.until - now) / 1000));
	const wait = `trying again in ${seconds} s, ${retry.attempt} of ${retry.attempts}, esc stops`;
	return [
		...wrapText(sanitise(retry.failure.message), columns - 2).map(line => `  ${styles.warn(line)}`),
		`${styles.accent(spinner)} ${styles.dim(cutToWidth(wait, columns - 2))}`,
	];
};

/** What is under way, above the question and the draft. */
export const activityLines = (input: FrameInput): readonly string[] => {
	const {state, pending, columns, now, spinner, styles} = input;
	const {streaming} = state;
	const context = {width: columns, styles, now, spinner};
	const isSilent =
		state.retry === undefined &&
		state.asks[0]?.kind !== 'turn' &&
		streaming !== undefined &&
		(streaming.text === '' || streaming.draft !== undefined);
	const thinking = streaming?.thinking ?? '';
	// The end is cut off before it is cleaned: hours of thoughts cost no more than the last of them.
	const lastThoughts = sanitise(thinking.slice(-1000)).replaceAll('\n', ' ').slice(-200).trim();
	const waiting = draftText(streaming?.draft) ?? (thinking === '' ? 'working' : `thinking: ${lastThoughts}`);
	const connecting = [...state.servers].flatMap(([name, {type}]) => (type === 'connecting' ? [name] : []));
	const isStarting = state.turn !== undefined && streaming === undefined && pending.calls.length === 0;
	return [
		...pending.answerLines,
		...pending.calls.flatMap(call => toolCardLines(call, context)),
		...(isSilent ? [`${styles.accent(spinner)} ${styles.dim(cutToWidth(waiting, columns - 2))}`] : []),
		...quietLines(input),
		...retryLines(input),
		...(state.compaction === undefined
			? []
			: [
					`${styles.accent(spinner)} ${styles.dim(cutToWidth('summarising the conversation, esc stops', columns - 2))}`,
				]),
		...(isStarting && connecting.length > 0
			? [`${styles.accent(spinner)} ${styles.dim(cutToWidth(startingText(connecting), columns - 2))}`]
			: []),
		...[...pending.notices, ...state.heldNotices].flatMap(notice => noticeLines(notice, columns, styles)),
	];
};
