import {callDuration, type ToolCall} from '../../domain/tool-call.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {findIntent} from '../input/keymap.ts';
import {edits, emptyBuffer, insertSafely, type TextBuffer} from '../input/text-buffer.ts';
import {toneStyle} from '../pager/line.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {bothEnds} from '../pager/viewer-lines.ts';
import {formatDuration, formatTime} from '../text/format.ts';
import {lineWindow} from '../text/line-window.ts';
import {showInline} from '../text/show-json.ts';
import {cutStyled, cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {callName, statusIcon, statusText} from './call-text.ts';

type CallListDeps = {
	/** The newest last. */
	readonly calls: () => readonly ToolCall[];
	readonly current: string | undefined;
	readonly styles: () => Styles;
	readonly now: () => number;
	/** Called once, with the call that was chosen, if any. */
	readonly onDone: (call: ToolCall | undefined) => void;
};

const argumentLength = 200;

const rowText = (call: ToolCall): string => `${callName(call)} ${statusText(call)}`.toLowerCase();

/** Every word must be somewhere in it. */
const isWanted = (call: ToolCall, filter: string): boolean => {
	const text = rowText(call);
	return filter
		.toLowerCase()
		.split(' ')
		.every(word => text.includes(word));
};

const callRow = (call: ToolCall, isChosen: boolean, width: number, now: number, styles: Styles): string => {
	const {icon, tone} = statusIcon(call);
	const duration = callDuration(call, now);
	const facts = `${duration === undefined ? statusText(call) : formatDuration(duration)}  ${formatTime(call.requestedAt)}`;
	const args = showInline(call.arguments).slice(0, argumentLength);
	const [name, gap, right] = bothEnds(`${callName(call)}  ${args}`, facts, Math.max(1, width - 4));
	const text = `${toneStyle(tone, styles)(icon)} ${isChosen ? styles.strong(name) : name}${gap}${styles.dim(right)}`;
	return `${isChosen ? styles.accent('› ') : '  '}${text}`;
};

/** Every call of the session, the newest first, to choose one from. What is typed narrows it. */
export const createCallList = ({calls, current, styles, now, onDone}: CallListDeps): ViewerLayer => {
	let filter: TextBuffer = emptyBuffer;
	let chosen = current;
	let height = 10;

	const shown = (): readonly ToolCall[] =>
		calls()
			.filter(call => isWanted(call, filter.text))
			.toReversed();
	const place = (list: readonly ToolCall[]): number =>
		Math.max(
			0,
			list.findIndex(({callId}) => callId === chosen),
		);
	const move = (step: number): void => {
		const list = shown();
		chosen = list[Math.max(0, Math.min(list.length - 1, place(list) + step))]?.callId;
	};
	const type = (next: TextBuffer): void => {
		filter = next;
	};
	return {
		draw({columns: width, rows}) {
			const look = styles();
			const list = shown();
			const at = place(list);
			height = Math.max(1, rows - 4);
			const first = Math.max(0, Math.min(list.length - height, at - Math.floor(height / 2)));
			const [title, gap, count] = bothEnds(
				'Calls of this session',
				`${list.length} of ${calls().length}`,
				width,
			);
			const body = list
				.slice(first, first + height)
				.map((call, index) => cutStyled(callRow(call, first + index === at, width, now(), look), width));
			const {text, cursor} = lineWindow(filter, Math.max(4, width - 9));
			return {
				lines: [
					`${look.strong(title)}${gap}${look.dim(count)}`,
					`${look.dim('filter: ')}${text}`,
					look.dim('─'.repeat(width)),
					...(body.length === 0 ? [look.dim(cutToWidth('no call is like this', width))] : body),
					...Array.from({length: Math.max(0, height - Math.max(1, body.length))}, () => ''),
					look.dim(cutToWidth('esc back · enter open · ↑ ↓ choose · type to filter', width)),
				].slice(0, rows),
				cursor: {x: Math.min(width - 1, 8 + cursor), y: 1},
			};
		},
		onKey(name, text) {
			const intent = findIntent('prompt', name) ?? findIntent('scrolling', name);
			switch (intent?.type) {
				case 'submit': {
					const list = shown();
					onDone(list[place(list)]);
					break;
				}
				case 'interrupt':
				case 'clear-or-quit':
					onDone(undefined);
					break;
				case 'up':
					move(-1);
					break;
				case 'down':
					move(1);
					break;
				case 'scroll':
					move(Math.sign(intent.step) * height);
					break;
				case 'edit':
					if (intent.edit !== 'newline') {
						type(edits[intent.edit](filter));
					}
					break;
				default:
					if (text !== '') {
						type(insertSafely(filter, sanitiseLine(text)));
					}
			}
		},
		onPaste: text => type(insertSafely(filter, sanitiseLine(text))),
	};
};
