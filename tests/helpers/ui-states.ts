import fc from 'fast-check';
import type {ApprovalAsk, Ask} from '../../source/domain/ask.ts';
import type {PartChange} from '../../source/domain/definition-change.ts';
import type {AppFact} from '../../source/domain/event.ts';
import type {JsonObject} from '../../source/domain/json.ts';
import type {ToolAnnotations} from '../../source/domain/tool.ts';
import type {AppState} from '../../source/state/app-state.ts';
import {approvalChoices} from '../../source/ui/asks/ask-choices.ts';
import type {EditorView} from '../../source/ui/asks/editor-view.ts';
import {initialView, type ViewState} from '../../source/ui/view-state.ts';
import {
	addressAsk,
	askOf,
	definitionAsk,
	folderAsk,
	formAsk,
	inputAsk,
	requested,
	resultAsk,
	samplingAsk,
	signInAsk,
	stateAfter,
	turnAsk,
} from './ui-samples.ts';
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

const partsArbitrary: fc.Arbitrary<readonly PartChange[]> = fc.array(
	fc.record({
		part: fc.constantFrom('title', 'description', 'parameters', 'annotations', 'command', 'url'),
		difference: fc.array(
			fc.record({type: fc.constantFrom('same', 'added', 'removed'), text: fc.oneof(textArbitrary, lines)}),
			{maxLength: 6},
		),
	}),
	{maxLength: 3},
);

const sourcesArbitrary = fc.array(
	fc.oneof(fc.record({server: name, tool: name}), fc.record({server: name, tool: name, argument: name})),
	{maxLength: 3},
);

export const askArbitrary: fc.Arbitrary<ApprovalAsk> = fc
	.record({
		isTrusted: fc.boolean(),
		canKeep: fc.boolean(),
		sources: sourcesArbitrary,
		flags: fc.array(textArbitrary, {maxLength: 2}),
		changes: partsArbitrary,
		server: name,
		tool: name,
		arguments: argumentsArbitrary,
		annotations: annotationsArbitrary,
		rule: fc.oneof(fc.constant('the mode always-ask'), textArbitrary),
	})
	.map(askOf);

const propertyArbitrary: fc.Arbitrary<JsonObject> = fc.oneof(
	fc.record({type: fc.constant('string'), title: textArbitrary, description: textArbitrary}),
	fc.record({type: fc.constant('boolean'), default: fc.boolean()}),
	fc.record({type: fc.constantFrom('number', 'integer'), title: textArbitrary}),
	fc.record({type: fc.constant('string'), enum: fc.array(wordArbitrary, {maxLength: 30})}),
	fc.record({
		type: fc.constant('array'),
		items: fc.record({type: fc.constant('string'), enum: fc.array(wordArbitrary, {maxLength: 12})}),
	}),
);

/** A question of any kind, with any text in it. */
export const anyAskArbitrary: fc.Arbitrary<Ask> = fc.oneof(
	askArbitrary,
	fc
		.tuple(name, textArbitrary, fc.dictionary(name, propertyArbitrary, {maxKeys: 4}))
		.map(([server, message, properties]) => {
			const ask = formAsk(properties);
			return {...ask, server, request: {...ask.request, message}};
		}),
	fc.tuple(name, fc.oneof(fc.webUrl(), textArbitrary)).map(([server, url]) => ({...addressAsk(url), server})),
	fc.tuple(name, textArbitrary, lines).map(([server, systemPrompt, text]) => ({
		...samplingAsk({systemPrompt, messages: [{role: 'user', content: [{type: 'text', text}]}]}),
		server,
	})),
	fc.tuple(name, fc.webUrl(), textArbitrary).map(([server, url, scopes]) => ({
		...signInAsk,
		server,
		request: {...signInAsk.request, url, scopes},
	})),
	fc
		.tuple(fc.constantFrom('steps-used', 'going-round', 'context-full'), textArbitrary)
		.map(([reason, message]) => turnAsk({reason, message})),
	fc
		.record({
			server: name,
			changes: fc.array(
				fc.record({tool: name, parts: partsArbitrary, flags: fc.array(textArbitrary, {maxLength: 2})}),
				{minLength: 1, maxLength: 4},
			),
		})
		.map(definitionAsk),
	fc.record({server: name, tool: name, isError: fc.boolean(), text: lines}).map(resultAsk),
	fc
		.record({
			folder: textArbitrary,
			servers: fc.array(
				fc.record({
					name,
					file: name,
					runs: textArbitrary,
					variables: fc.array(name, {maxLength: 3}),
					isChanged: fc.boolean(),
				}),
				{minLength: 1, maxLength: 4},
			),
		})
		.map(folderAsk),
	fc
		.record({
			inputId: name,
			description: textArbitrary,
			servers: fc.array(name, {maxLength: 3}),
			isSecret: fc.boolean(),
		})
		.map(inputAsk),
);

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
		{type: 'call-drafted', stepId: 'step-1', modelName: notice, characters: text.length},
		{type: 'notice-raised', tone: 'warning', text: notice},
		...(thinking.length % 2 === 0
			? []
			: [
					{
						type: 'retry-scheduled',
						turnId: 'turn-1',
						failure: {code: 'overloaded', message: notice},
						attempt: 1,
						attempts: 6,
						until: 9000,
					} as const,
				]),
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
		asks: fc.array(anyAskArbitrary, {maxLength: 3}),
	})
	.map(({around, activity, asks}) =>
		stateAfter([
			...around,
			accepted,
			...activity,
			...asks.flatMap((ask, index): readonly AppFact[] => {
				const callId = `asked-${index}`;
				if (ask.kind === 'result') {
					return [
						requested(callId),
						{type: 'call-started', callId},
						{type: 'ask-raised', ask: {...ask, callId, askId: `ask-${index}`}},
					];
				}
				if (ask.kind !== 'approval') {
					return [{type: 'ask-raised', ask: {...ask, askId: `ask-${index}`}}];
				}
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

const editorArbitrary: fc.Arbitrary<EditorView> = fc
	.record({
		text: bufferArbitrary,
		original: textArbitrary,
		isOpen: fc.boolean(),
		found: fc.oneof(
			fc.constant({}),
			fc.constant({isChecking: true} as const),
			fc.record({problem: fc.oneof(textArbitrary, lines)}),
		),
	})
	.map(({found, ...editor}) => ({...editor, ...found}));

export const viewArbitrary: fc.Arbitrary<ViewState> = fc
	.record({
		draft: fc.oneof(fc.constant({text: '', cursor: 0}), bufferArbitrary),
		isKeysOpen: fc.boolean(),
		keysScroll: fc.nat({max: 99}),
		isQuitArmed: fc.boolean(),
		line: fc.option(bufferArbitrary, {nil: undefined}),
		field: fc.option(bufferArbitrary, {nil: undefined}),
		editor: fc.option(editorArbitrary, {nil: undefined}),
		isKeeping: fc.boolean(),
		highlight: fc.constantFrom(...approvalChoices.map(({choice}) => choice)),
		scroll: fc.nat({max: 50}),
		isFocused: fc.boolean(),
	})
	.map(({draft, isKeysOpen, keysScroll, isQuitArmed, line, field, editor, ...rest}) => ({
		...initialView,
		draft,
		keysScroll,
		isKeysOpen: isKeysOpen && isQuitArmed,
		isQuitArmed,
		ask: {
			askId: 'ask-0',
			shownAt: 0,
			...rest,
			...(line === undefined ? {} : {line}),
			...(field === undefined ? {} : {field}),
			...(editor === undefined ? {} : {editor}),
		},
	}));
