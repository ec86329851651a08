import {assertNever} from '../../domain/assert-never.ts';
import {type CallProgress, callDuration, isCallOver, type ToolCall} from '../../domain/tool-call.ts';
import {countOf} from '../../support/count-of.ts';
import {hiddenMark, sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {showInline} from '../text/show-json.ts';
import {spokenStyles} from '../theme/styles.ts';
import {denialText, failureText, sourceText} from '../transcript/for-the-user.ts';
import {previewResult} from '../transcript/result-preview.ts';
import {sentence, spokenDuration} from './spoken-words.ts';

/** Who listens cannot skip ahead, and the model has all of it. */
const shownLines = 8;
const shownArguments = 300;
const longestText = 20_000;
const shortMilliseconds = 100;

const nameOf = ({server, tool, modelName}: ToolCall): string =>
	`Tool ${server === '' ? sanitiseLine(modelName) : `${sanitiseLine(server)} ${sanitiseLine(tool)}`}`;

const inlineArguments = ({arguments: args}: ToolCall): string => {
	const text = showInline(args);
	if (text === '') {
		return '';
	}
	return text.length > shownArguments ? ` with ${text.slice(0, shownArguments)} and more` : ` with ${text}`;
};

const untrustedWords = ({sources = []}: ToolCall): string =>
	sources.length === 0 ? '' : `. Untrusted content: ${sources.map(sourceText).join('; ')}`;

export const startSentence = (call: ToolCall): string =>
	`${nameOf(call)} starts${inlineArguments(call)}${untrustedWords(call)}`;

const afterTime = (call: ToolCall): string => {
	const duration = callDuration(call, 0);
	if (duration === undefined) {
		return '';
	}
	return duration < shortMilliseconds ? ' at once' : ` after ${spokenDuration(duration)}`;
};

const changesOf = (call: ToolCall): string => {
	const reviewed = call.status === 'succeeded' || call.status === 'failed' ? call.reviewed : undefined;
	return [
		...(call.isEdited === true ? [', arguments changed by you'] : []),
		...(reviewed === undefined ? [] : [`, result ${reviewed} by you`]),
	].join('');
};

const resultLines = (
	call: ToolCall & {status: 'succeeded'},
	width: number,
): {readonly count: number; readonly lines: readonly string[]} => {
	const {text} = previewResult(call.result, width, spokenStyles);
	const whole = text.trim();
	const all = whole === '' ? [] : sanitise(whole.slice(0, longestText)).split('\n');
	const count = whole === '' ? 0 : whole.split('\n').length;
	const isShort = all.length <= shownLines + 1 && whole.length <= longestText;
	const shown = isShort ? all : all.slice(0, shownLines);
	const more = count - shown.length;
	return {
		count,
		lines: [
			...shown.map(line => `  ${line}`.trimEnd()),
			...(more > 0 ? [`  and ${countOf(more, 'more line')}, which the model sees`] : []),
			...(whole.includes(hiddenMark) ? ['  Hidden text was removed from this result.'] : []),
		],
	};
};

/** How a call ended, and the beginning of what came of it. Nothing while it is not over. */
export const endLines = (call: ToolCall, width: number): readonly string[] => {
	const name = nameOf(call);
	switch (call.status) {
		case 'succeeded': {
			const {count, lines} = resultLines(call, width);
			const size = count === 0 ? 'no result' : `${countOf(count, 'line')}:`;
			return [sentence(`${name} finished${afterTime(call)}${changesOf(call)}, ${size}`), ...lines];
		}
		case 'failed': {
			const {hint} = call.failure;
			const [first = '', ...rest] = sanitise(failureText(call.failure)).split('\n');
			return [
				sentence(`${name} failed${afterTime(call)}${changesOf(call)}: ${first}`),
				...rest.map(line => `  ${line}`),
				...(hint === undefined ? [] : [`  ${sanitise(hint)}`]),
			];
		}
		case 'denied':
			return [sentence(`${name} was not run: ${sanitiseLine(denialText(call))}`)];
		case 'cancelled':
			return [
				`${name} ${call.outcomeUnknown ? 'was interrupted; nobody knows what it did' : 'was not run'}.`,
			];
		case 'pending':
		case 'awaiting-approval':
		case 'running':
			return [];
		default:
			return assertNever(call);
	}
};

const progressText = ({progress, total, message}: CallProgress): string => {
	const share =
		total === undefined || total <= 0
			? `progress ${progress}`
			: `${Math.round(Math.min(1, Math.max(0, progress / total)) * 100)} percent`;
	return message === undefined ? share : `${share}: ${sanitiseLine(message.slice(0, shownArguments))}`;
};

/** What is said about a call that takes long. */
export const stillRunning = (call: ToolCall, now: number): string | undefined => {
	const duration = callDuration(call, now);
	if (isCallOver(call) || duration === undefined || call.status !== 'running') {
		return undefined;
	}
	const progress = call.progress === undefined ? '' : `, ${progressText(call.progress)}`;
	return sentence(`${nameOf(call)} is still running after ${spokenDuration(duration)}${progress}`);
};
