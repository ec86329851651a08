import type {Ask} from '../../source/domain/ask.ts';
import {choicesOf} from '../../source/ui/asks/ask-choices.ts';
import {buildFrame, type Frame} from '../../source/ui/frame/build-frame.ts';
import {createStyles} from '../../source/ui/theme/styles.ts';
import {type AskView, initialView, type ViewState} from '../../source/ui/view-state.ts';
import {requested, stateAfter} from './ui-samples.ts';
import {seen} from './ui-text.ts';

const styles = createStyles(true);

type Options = {
	readonly columns?: number;
	readonly rows?: number;
	readonly ask?: Partial<AskView>;
	readonly view?: Partial<ViewState>;
};

/** What the screen shows while a question is open. */
export const frameOf = (ask: Ask, {columns = 80, rows = 24, ask: change, view}: Options = {}): Frame => {
	const state = stateAfter([
		{type: 'message-accepted', turnId: 'turn-1', messageId: 'm', text: 'go'},
		...('callId' in ask ? [requested(ask.callId)] : []),
		...(ask.kind === 'result' ? [{type: 'call-started', callId: ask.callId} as const] : []),
		{type: 'ask-raised', ask},
	]);
	const askView: AskView = {
		askId: ask.askId,
		shownAt: 0,
		highlight: choicesOf(ask)[0]?.choice ?? 'deny',
		scroll: 0,
		isFocused: false,
		...change,
	};
	return buildFrame({
		state,
		view: {...initialView, ask: askView, ...view},
		pending: {answerLines: [], calls: [], notices: []},
		isAskFocused: true,
		suggestion: undefined,
		columns,
		rows,
		now: 0,
		spinner: '-',
		styles,
	});
};

export const linesOf = (ask: Ask, options?: Options): readonly string[] =>
	frameOf(ask, options).lines.map(seen);

/** The lines of the question, without its bar. */
export const cardOf = (ask: Ask, options?: Options): readonly string[] =>
	linesOf(ask, options).flatMap(line => (line.startsWith('┃ ') ? [line.slice(2)] : []));
