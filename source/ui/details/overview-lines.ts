import {assertNever} from '../../domain/assert-never.ts';
import {callDuration, type ToolCall} from '../../domain/tool-call.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {formatBytes, formatDuration, formatMoment} from '../text/format.ts';
import {reveal} from '../text/reveal.ts';
import {denialText, failureText, sourceText} from '../transcript/for-the-user.ts';
import {resultOf, resultText, statusIcon, statusText} from './call-text.ts';

const column = 11;

const entry = (label: string, text: string, rest: Pick<Line, 'tone'> = {}): Line => ({
	label: label.padEnd(column),
	text: sanitiseLine(reveal(text)),
	...rest,
});

const sentence = (call: ToolCall): string => {
	const server = call.server === '' ? 'The model' : call.server;
	switch (call.status) {
		case 'pending':
		case 'awaiting-approval':
			return `${server} wants to run ${call.tool}.`;
		case 'running':
			return `${server} runs ${call.tool}.`;
		case 'succeeded':
			return `${server} ran ${call.tool}.`;
		case 'failed':
			return call.server === ''
				? `Nobody offers ${call.modelName}.`
				: `${server} could not run ${call.tool}.`;
		case 'denied':
			return `${server} did not run ${call.tool}.`;
		case 'cancelled':
			return call.outcomeUnknown
				? `${server} was interrupted while it ran ${call.tool}.`
				: `${server} did not run ${call.tool}.`;
		default:
			return assertNever(call);
	}
};

const approval = (call: ToolCall): readonly Line[] => {
	if (call.status === 'denied') {
		return [entry('approval', `denied: ${denialText(call)}`)];
	}
	if (call.status === 'awaiting-approval') {
		return [entry('approval', 'not yet')];
	}
	return call.allowed === undefined ? [] : [entry('approval', call.allowed)];
};

const deeds = (call: ToolCall): readonly Line[] => {
	const reviewed = call.status === 'succeeded' || call.status === 'failed' ? call.reviewed : undefined;
	return [
		...(call.unchecked === undefined
			? []
			: [entry('schema', `arguments not checked: ${call.unchecked}`, {tone: 'warn'})]),
		...(call.sources ?? []).map(source => entry('untrusted', sourceText(source), {tone: 'warn'})),
		...(call.isEdited === true ? [entry('edited', 'the arguments are yours, in place of the model’s')] : []),
		...(reviewed === undefined ? [] : [entry('reviewed', `you have ${reviewed} the result`)]),
	];
};

const times = (call: ToolCall, now: number): readonly Line[] => {
	const startedAt = 'startedAt' in call ? call.startedAt : undefined;
	const duration = callDuration(call, now);
	return [
		entry('asked for', formatMoment(call.requestedAt)),
		...(startedAt === undefined ? [] : [entry('started', formatMoment(startedAt))]),
		...('endedAt' in call ? [entry('ended', formatMoment(call.endedAt))] : []),
		...(duration === undefined ? [] : [entry('duration', formatDuration(duration))]),
	];
};

/** Written once for each call: arguments and results may be megabytes. */
export const callSizes = (call: ToolCall): {readonly sent: number; readonly received?: number} => {
	const result = resultOf(call);
	return {
		sent: Buffer.byteLength(JSON.stringify(call.arguments)),
		...(result === undefined ? {} : {received: Buffer.byteLength(resultText(result))}),
	};
};

const sizes = (call: ToolCall, {sent, received}: ReturnType<typeof callSizes>): readonly Line[] => {
	const stored = resultOf(call)?.stored;
	return [
		entry('arguments', formatBytes(sent)),
		...(received === undefined
			? []
			: [
					entry(
						'result',
						stored === undefined
							? formatBytes(received)
							: `${groupDigits(stored.characters)} characters, the model sees ${formatBytes(received)}`,
					),
				]),
		...(stored?.file === undefined ? [] : [entry('whole in', stored.file)]),
	];
};

/** What there is to know about a call at a glance. */
export const overviewLines = (
	call: ToolCall,
	size: ReturnType<typeof callSizes>,
	now: number,
): readonly Line[] => {
	const {icon, tone} = statusIcon(call);
	return [
		{text: sanitiseLine(sentence(call)), tone: 'strong'},
		{text: ''},
		entry('status', `${icon} ${statusText(call)}`, {tone}),
		...(call.server === '' ? [] : [entry('server', call.server)]),
		entry('tool', call.tool),
		entry('for models', call.modelName),
		...approval(call),
		...deeds(call),
		...times(call, now),
		...sizes(call, size),
		...(call.status === 'running' && call.progress !== undefined
			? [
					entry(
						'progress',
						[
							`${call.progress.progress}${call.progress.total === undefined ? '' : ` of ${call.progress.total}`}`,
							...(call.progress.message === undefined ? [] : [call.progress.message]),
						].join('  '),
					),
				]
			: []),
		...(call.status === 'failed'
			? [
					{text: ''},
					entry('error', failureText(call.failure), {tone: 'bad'}),
					...(call.failure.hint === undefined ? [] : [entry('', call.failure.hint)]),
				]
			: []),
	];
};
