import fc from 'fast-check';
import type {Ask} from '../../source/domain/approval.ts';
import type {AppFact} from '../../source/domain/event.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {ToolAnnotations} from '../../source/domain/tool.ts';
import type {AppState} from '../../source/state/app-state.ts';
import {approvalChoices} from '../../source/ui/frame/approval-lines.ts';
import {initialView, type ViewState} from '../../source/ui/view-state.ts';
import {askOf, requested, stateAfter} from './ui-samples.ts';
import {boundariesOf, textArbitrary, wordArbitrary} from './ui-text.ts';

const name = fc.oneof(fc.constantFrom('filesystem', 'write_file', 'a'), wordArbitrary);
const lines = fc.array(wordArbitrary, {maxLength: 40}).map(list => list.join('\n'));
const hint = fc.constantFrom(undefined, true, false);

const annotationsArbitrary: fc.Arbitrary<ToolAnnotations> = fc
	.record({readOnlyHint: hint, destructiveHint: hint, openWorldHint: hint, idempotentHint: hint})
	.map(
		all =>
			Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as ToolAnnotations,
	);

const argumentsArbitrary: fc.Arbitrary<JsonObject> = fc.dictionary(
	name,
	fc.oneof(textArbitrary, lines, fc.integer(), fc.array(wordArbitrary), fc.dictionary(name, textArbitrary)),
	{maxKeys: 5},
);

export const askArbitrary: fc.Arbitrary<Ask> = fc
	.record({
		server: name,
		tool: name,
		arguments: argumentsArbitrary,
		annotations: annotationsArbitrary,
		rule: fc.oneof(fc.constant('the mode always-ask'), textArbitrary),
	})
	.map(askOf);

const callFacts = (callId: string): fc.Arbitrary<readonly AppFact[]> =>
	fc
		.record({
			text: textArbitrary,
			kind: fc.constantFrom('pending', 'running', 'succeeded', 'failed', 'denied', 'cancelled'),
			args: argumentsArbitrary,
			server: name,
			tool: name,
		})
		.map(({text, kind, args, server, tool}) => {
			const start: AppFact = {type: 'call-started', callId};
			const ends: Readonly<Record<string, readonly AppFact[]>> = {
				pending: [],
				running: [start, {type: 'call-progressed', callId, progress: {progress: 1, total: 3, message: text}}],
				succeeded: [start, {type: 'call-succeeded', callId, result: {content: [{type: 'text', text}]}}],
				failed: [start, {type: 'call-failed', callId, failure: {code: 'x', message: text, hint: text}}],
				denied: [{type: 'call-denied', callId, rule: text, reason: text}],
				cancelled: [start, {type: 'call-cancelled', callId, outcomeUnknown: true}],
			};
			return [{...requested(callId, args), server, tool} as AppFact, ...(ends[kind] ?? [])];
		});

const streamed: fc.Arbitrary<readonly AppFact[]> = fc
	.record({text: textArbitrary, thinking: textArbitrary, notice: textArbitrary})
	.map(({text, thinking, notice}) => [
		{type: 'step-started', turnId: 'turn-1', stepId: 'step-1', model: 'm'},
		{type: 'thinking-streamed', stepId: 'step-1', text: thinking},
		{type: 'answer-streamed', stepId: 'step-1', text},
		{type: 'notice-raised', tone: 'warning', text: notice},
	]);

const surroundings: fc.Arbitrary<readonly AppFact[]> = fc
	.record({model: name, failing: fc.boolean(), queued: fc.nat({max: 3}), message: textArbitrary})
	.map(({model, failing, queued, message}) => [
		{type: 'session-started', sessionId: 's', version: '0', model, cwd: '/'},
		{type: 'server-status-changed', server: 'one', status: {type: 'connecting', since: 0}},
		{
			type: 'server-status-changed',
			server: 'two',
			status: {type: 'failed', failure: {code: 'x', message}, stderr: []},
		},
		...(failing ? [{type: 'saving-failed', failure: {code: 'x', message}} as const] : []),
		...Array.from({length: queued}, (_, index) => ({
			type: 'message-queued' as const,
			messageId: `queued-${index}`,
			text: message,
		})),
	]);

const accepted: AppFact = {type: 'message-accepted', turnId: 'turn-1', messageId: 'm', text: 'go'};

/** Any state a chat can be in: with questions, calls, an answer on its way, and trouble. */
export const stateArbitrary: fc.Arbitrary<AppState> = fc
	.record({
		around: surroundings,
		activity: fc.oneof(
			fc.constant([] as readonly AppFact[]),
			streamed,
			fc.tuple(callFacts('call-2'), callFacts('call-3')).map(list => list.flat()),
		),
		asks: fc.array(askArbitrary, {maxLength: 3}),
	})
	.map(({around, activity, asks}) =>
		stateAfter([
			...around,
			accepted,
			...activity,
			...asks.flatMap((ask, index): readonly AppFact[] => {
				const callId = `asked-${index}`;
				return [
					requested(callId, ask.arguments),
					{type: 'ask-raised', ask: {...ask, callId, askId: `ask-${index}`}},
				];
			}),
		]),
	);

const bufferArbitrary = fc.tuple(textArbitrary, fc.nat()).map(([text, place]) => {
	const places = [...boundariesOf(text)];
	return {text, cursor: places[place % places.length] ?? 0};
});

export const viewArbitrary: fc.Arbitrary<ViewState> = fc
	.record({
		draft: fc.oneof(fc.constant({text: '', cursor: 0}), bufferArbitrary),
		isKeysOpen: fc.boolean(),
		isQuitArmed: fc.boolean(),
		reason: fc.option(bufferArbitrary, {nil: undefined}),
		highlight: fc.constantFrom(...approvalChoices.map(({choice}) => choice)),
		scroll: fc.nat({max: 50}),
		isFocused: fc.boolean(),
	})
	.map(({draft, isKeysOpen, isQuitArmed, reason, ...rest}) => ({
		...initialView,
		draft,
		isKeysOpen: isKeysOpen && isQuitArmed,
		isQuitArmed,
		ask: {askId: 'ask-0', shownAt: 0, ...rest, ...(reason === undefined ? {} : {reason})},
	}));
