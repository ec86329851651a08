import {callDuration, type ToolCall} from '../../domain/tool-call.ts';
import {createListLayer} from '../bench/list-layer.ts';
import type {ViewerLayer} from '../pager/tab.ts';
import {formatDuration, formatTime} from '../text/format.ts';
import {showInline} from '../text/show-json.ts';
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

/** Every call of the session, the newest first, to choose one from. */
export const createCallList = ({calls, current, styles, now, onDone}: CallListDeps): ViewerLayer =>
	createListLayer<ToolCall>({
		title: 'Calls of this session',
		items: () => calls().toReversed(),
		idOf: ({callId}) => callId,
		textOf: call => `${callName(call)} ${statusText(call)}`,
		rowOf(call) {
			const {icon, tone} = statusIcon(call);
			const duration = callDuration(call, now());
			const facts = duration === undefined ? statusText(call) : formatDuration(duration);
			return {
				mark: {text: icon, tone: tone ?? 'dim'},
				label: `${callName(call)}  ${showInline(call.arguments).slice(0, argumentLength)}`,
				note: `${facts}  ${formatTime(call.requestedAt)}`,
			};
		},
		...(current === undefined ? {} : {first: current}),
		nothing: 'no call is like this',
		keys: 'enter open',
		styles,
		onTake: onDone,
		onLeave: () => onDone(undefined),
	});
