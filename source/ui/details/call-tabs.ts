import type {App} from '../../app/app.ts';
import type {JsonObject} from '../../domain/json.ts';
import type {ToolCall} from '../../domain/tool-call.ts';
import {allTurns, type Times} from '../../state/turn-times.ts';
import {jsonForms, liveForm, sizedForm, textForm} from '../pager/forms.ts';
import {type Line, linesSource} from '../pager/line.ts';
import type {PageDeps} from '../pager/page.ts';
import type {Form, Tab} from '../pager/tab.ts';
import {waterfallLines} from '../stats/waterfall.ts';
import type {Again} from './again.ts';
import {againForms} from './again-forms.ts';
import {resultOf} from './call-text.ts';
import {logLines} from './log-lines.ts';
import {callSizes, overviewLines} from './overview-lines.ts';
import {resultForms} from './result-forms.ts';

type CallTabsDeps = PageDeps & {
	readonly app: App;
	readonly now: () => number;
	readonly again: Again;
	readonly signal: AbortSignal;
};

const nothingYet = (call: ToolCall): string => {
	switch (call.status) {
		case 'denied':
			return 'It was not run, so there is no result.';
		case 'cancelled':
			return call.outcomeUnknown ? 'It was interrupted before its result came.' : 'It was not run.';
		default:
			return 'No result yet.';
	}
};

/** The messages of the protocol: what was sent, and what came back where it is still known. */
const rawMessages = (call: ToolCall, app: App): JsonObject | undefined => {
	const raw = app.rawMessages(call.callId);
	return raw === undefined
		? undefined
		: {
				request: {method: 'tools/call', params: raw.request},
				...(raw.result === undefined ? {} : {result: raw.result}),
			};
};

/** What took the time in the turn of a call. */
const turnLines = ({requestedAt}: ToolCall, times: Times, width: number, now: number): readonly Line[] => {
	const turn = allTurns(times).findLast(({from, until = now}) => from <= requestedAt && requestedAt <= until);
	return turn === undefined
		? [{text: 'It was your own call: it belongs to no turn.', tone: 'dim'}]
		: waterfallLines(turn, width, now);
};

/** The tabs of the call that is shown. What does not change between two frames is made once. */
export const createCallTabs = (deps: CallTabsDeps) => {
	const {app, now, again} = deps;
	let call: ToolCall | undefined;
	const kept = new Map<string, {readonly parts: readonly unknown[]; readonly forms: readonly Form[]}>();
	/** The same forms as long as what they are made of is the same. */
	const keep = (name: string, parts: readonly unknown[], make: () => readonly Form[]): Tab => ({
		name,
		forms() {
			const known = kept.get(name);
			if (known?.parts.every((part, index) => part === parts[index]) === true) {
				return known.forms;
			}
			const forms = make();
			kept.set(name, {parts, forms});
			return forms;
		},
	});
	const sentence = (text: string): readonly Form[] => [
		textForm(
			() => linesSource([{text, tone: 'dim'}]),
			'the line',
			() => text,
			deps,
		),
	];
	let live: readonly {readonly renew: () => void}[] = [];
	let sized: {readonly call: ToolCall; readonly sizes: ReturnType<typeof callSizes>} | undefined;
	const sizesOf = (shown: ToolCall): ReturnType<typeof callSizes> => {
		if (sized?.call !== shown) {
			sized = {call: shown, sizes: callSizes(shown)};
		}
		return sized.sizes;
	};
	let liveOf: string | undefined;
	let overview: Form | undefined;
	let log: Form | undefined;
	let turn: Form | undefined;

	const followCall = (shown: ToolCall): void => {
		call = shown;
		if (liveOf !== shown.callId) {
			liveOf = shown.callId;
			kept.clear();
			const current = (): ToolCall => call ?? shown;
			const first = liveForm(() => overviewLines(current(), sizesOf(current()), now()), 'the overview', deps);
			const last = liveForm(() => logLines(current(), app.getState()), 'the log', deps);
			const times = sizedForm(
				width => turnLines(shown, app.getState().times, width, now()),
				'the turn',
				deps,
			);
			overview = first;
			log = last;
			turn = times;
			live = [first, last, times];
		}
	};

	return {
		/** Looks again at what moves. */
		renew(shown: ToolCall): void {
			followCall(shown);
			for (const form of live) {
				form.renew();
			}
		},
		of(shown: ToolCall): readonly Tab[] {
			followCall(shown);
			const {callId} = shown;
			const result = resultOf(shown);
			const failure = shown.status === 'failed' ? shown.failure : undefined;
			const ran = again.of(callId);
			return [
				{name: 'Overview', forms: () => (overview === undefined ? [] : [overview])},
				keep('Arguments', [callId, shown.arguments], () => jsonForms(shown.arguments, 'the arguments', deps)),
				keep('Result', [callId, result, failure, shown.status], () =>
					result === undefined && failure === undefined
						? sentence(nothingYet(shown))
						: resultForms(
								{...(result === undefined ? {} : {result}), ...(failure === undefined ? {} : {failure})},
								{...deps, readResult: app.readResult},
							),
				),
				keep('Raw', [callId, shown.status, result], () => {
					const raw = rawMessages(shown, app);
					return raw === undefined ? sentence('Nothing was sent.') : jsonForms(raw, 'the messages', deps);
				}),
				{name: 'Log', forms: () => (log === undefined ? [] : [log])},
				...(ran === undefined
					? []
					: [keep('Again', [callId, ran], () => againForms(ran, {...deps, readResult: app.readResult}))]),
				{name: 'Turn', forms: () => (turn === undefined ? [] : [turn])},
			];
		},
	};
};
