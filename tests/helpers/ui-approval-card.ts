import type {ApprovalAsk} from '../../source/domain/ask.ts';
import {approvalLines} from '../../source/ui/frame/approval-lines.ts';
import {createStyles} from '../../source/ui/theme/styles.ts';
import type {AskView} from '../../source/ui/view-state.ts';
import {seen} from './ui-text.ts';

const styles = createStyles(true);
const askView: AskView = {askId: 'ask-1', shownAt: 0, highlight: 'deny', scroll: 0, isFocused: false};

export type CardOptions = {
	readonly width?: number;
	readonly height?: number;
	readonly count?: number;
	readonly before?: number;
	readonly isDraftFocused?: boolean;
	readonly view?: Partial<AskView>;
};

/** The card of a call that asks, as it is laid out. */
export const build = (ask: ApprovalAsk, {view, ...change}: CardOptions = {}) =>
	approvalLines(
		ask,
		{...askView, ...view},
		{width: 80, height: 20, styles, count: 1, before: 0, isDraftFocused: false, ...change},
	);

export const bar = /^┃ /;
/** The lines of the card as they are seen, without its bar. */
export const read = (ask: ApprovalAsk, options: CardOptions = {}): readonly string[] =>
	build(ask, options).lines.map(line => seen(line).replace(bar, ''));
