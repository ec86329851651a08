import {describe, expect, it} from 'vitest';
import type {Grant} from '../../../source/domain/approval.ts';
import type {ApprovalAsk, ArgumentSource, AskAnswer} from '../../../source/domain/ask.ts';
import {type AppEvent, type AppFact, isSessionEvent} from '../../../source/domain/event.ts';
import {callDuration} from '../../../source/domain/tool-call.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {
	ask,
	at,
	definitionAsk,
	folderAsk,
	grant,
	inputAsk,
	replay,
	requested,
	resultAsk,
} from '../../helpers/conversation-events.ts';

const read = {type: 'tool-call' as const, callId: 'c1', modelName: 'files__read', arguments: {path: 'c1'}};
const step: readonly AppEvent[] = [
	at({type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'Hi'}),
	at({type: 'step-started', turnId: 't1', stepId: 's1', model: 'm'}),
	at({type: 'step-finished', stepId: 's1', reason: 'tool-calls', blocks: [read]}),
	at(requested('c1')),
];
const started = at({type: 'call-started' as const, callId: 'c1'}, 3);
const asked = (sources?: readonly ArgumentSource[]): AppEvent =>
	at({type: 'ask-raised', ask: {...ask('a1', 'c1'), ...(sources === undefined ? {} : {sources})}});
const answered = (answer: AskAnswer): AppEvent =>
	at({type: 'ask-answered', askId: 'a1', kind: 'approval', answer});
const edited = answered({type: 'allow', scope: 'once', arguments: {path: 'mine'}});
const result = {content: [{type: 'text' as const, text: 'done'}]};
const note = '[The user changed the arguments before this ran: {"path":"mine"}]';
const resultOf = (...events: readonly AppEvent[]) =>
	modelContext(replay([...step, ...events])).find(({role}) => role === 'tool');

describe('the modes and the assistant', () => {
	it('are act and none at first, and as they are said to be from then on', () => {
		expect(replay([])).toMatchObject({workMode: 'act', alwaysGrants: []});
		expect('assistant' in replay([])).toBe(false);
		const state = replay([
			at({type: 'work-mode-changed', mode: 'plan'}),
			at({type: 'assistant-changed', assistant: 'coder'}),
			at({type: 'grants-changed', grants: [grant]}),
		]);
		expect(state).toMatchObject({workMode: 'plan', assistant: 'coder', alwaysGrants: [grant]});
		expect('assistant' in replay([at({type: 'assistant-changed'})], state)).toBe(false);
	});

	it('are part of the session, and what is allowed for good is not', () => {
		const isSaved = (fact: AppFact): boolean => isSessionEvent(at(fact));
		expect(isSaved({type: 'work-mode-changed', mode: 'plan'})).toBe(true);
		expect(isSaved({type: 'assistant-changed', assistant: 'coder'})).toBe(true);
		expect(isSaved({type: 'grants-changed', grants: [grant]})).toBe(false);
	});
});

describe('arguments that the user changed', () => {
	it('are those of the call from then on, and marked', () => {
		const state = replay([...step, asked(), edited]);
		expect(state.calls.get('c1')).toMatchObject({
			status: 'pending',
			arguments: {path: 'mine'},
			isEdited: true,
		});
		const ended = replay([started, at({type: 'call-succeeded', callId: 'c1', result}, 4)], state);
		expect(ended.calls.get('c1')).toMatchObject({arguments: {path: 'mine'}, isEdited: true, result});
	});

	it('are not marked where they are what the model wrote', () => {
		const same = answered({type: 'allow', scope: 'once', arguments: {path: 'c1'}});
		expect('isEdited' in (replay([...step, asked(), same]).calls.get('c1') ?? {})).toBe(false);
	});

	it('are told to the model with the result, whatever that is', () => {
		expect(resultOf(asked(), edited, started, at({type: 'call-succeeded', callId: 'c1', result}))).toEqual({
			role: 'tool',
			callId: 'c1',
			outcome: 'succeeded',
			content: [{type: 'text', text: note}, ...result.content],
		});
		const failure = {code: 'broken', message: 'It broke.'};
		expect(
			resultOf(asked(), edited, started, at({type: 'call-failed', callId: 'c1', failure})),
		).toMatchObject({content: [{text: note}, {text: 'It broke.'}]});
		expect(
			resultOf(asked(), edited, started, at({type: 'call-cancelled', callId: 'c1', outcomeUnknown: true})),
		).toMatchObject({content: [{text: note}, {text: expect.stringContaining('unknown')}]});
	});

	it('are not told of a call that did not run', () => {
		const cancelled = at({type: 'call-cancelled' as const, callId: 'c1', outcomeUnknown: false});
		expect(JSON.stringify(resultOf(asked(), edited, cancelled))).not.toContain('changed the arguments');
	});

	it('leave what the model wrote as it wrote it', () => {
		const messages = modelContext(replay([...step, asked(), edited, started]));
		expect(messages.find(({role}) => role === 'assistant')).toMatchObject({blocks: [read]});
	});
});

describe('a grant for the session', () => {
	const web = {server: 'web', tool: 'fetch'};
	const mail = {server: 'mail', tool: 'read', argument: 'path'};
	const forSession = answered({type: 'allow', scope: 'session'});

	it('knows the servers whose text was in the turn, each once', () => {
		const {grants} = replay([...step, asked([web, mail, {...web, argument: 'path'}]), forSession]);
		expect(grants).toEqual([{server: 'files', tool: 'read', despite: ['web', 'mail']}]);
	});

	it('grows when it is given again despite others, and stays one', () => {
		const again = at({type: 'ask-raised' as const, ask: {...ask('a2', 'c2'), sources: [mail]}});
		const {grants} = replay([
			...step,
			asked([web]),
			forSession,
			at(requested('c2')),
			again,
			at({type: 'ask-answered', askId: 'a2', answer: {type: 'allow', scope: 'session'}}),
		]);
		expect(grants).toEqual([{server: 'files', tool: 'read', despite: ['web', 'mail']}]);
	});

	const askedOf = (askId: string, change: Partial<ApprovalAsk>): readonly AppEvent[] => [
		at(requested(askId)),
		at({type: 'ask-raised', ask: {...ask(askId, askId), ...change}}),
		at({type: 'ask-answered', askId, answer: {type: 'allow', scope: 'session'}}),
	];

	it('is bound to what the question was about, and says nothing about another', () => {
		const first = [...step.slice(0, 3), ...askedOf('c1', {boundTo: 'one', sources: [web]})];
		expect(replay(first).grants).toEqual([{server: 'files', tool: 'read', despite: ['web'], boundTo: 'one'}]);
		expect(replay([...first, ...askedOf('c2', {boundTo: 'two', sources: [mail]})]).grants).toEqual([
			{server: 'files', tool: 'read', despite: ['mail'], boundTo: 'two'},
		]);
		expect(replay([...first, ...askedOf('c2', {boundTo: 'one', sources: [mail]})]).grants).toEqual([
			{server: 'files', tool: 'read', despite: ['web', 'mail'], boundTo: 'one'},
		]);
	});

	it('is not made by an answer to a question about one call', () => {
		expect(replay([...step.slice(0, 3), ...askedOf('c1', {isOnce: true, sources: [web]})]).grants).toEqual(
			[],
		);
	});

	it.each(['once', 'tool', 'server'] as const)('is not what an answer for %s makes', scope => {
		expect(replay([...step, asked(), answered({type: 'allow', scope})]).grants).toEqual([]);
	});

	it.each(['tool', 'server'] as const)(
		'comes with an answer for %s in view of text of others, which an "always" alone does not cover',
		scope => {
			expect(replay([...step, asked([web]), answered({type: 'allow', scope})]).grants).toEqual([
				{server: 'files', tool: 'read', despite: ['web']},
			]);
		},
	);

	it('ends when it is taken back', () => {
		const granted = [...step, asked(), answered({type: 'allow', scope: 'session'})];
		const revoked = at({type: 'session-grant-revoked' as const, server: 'files', tool: 'read'});
		expect(replay([...granted, revoked]).grants).toEqual([]);
	});

	it('ends when the "always" for its tool is taken back', () => {
		const always = {
			grantId: 'g1',
			scope: 'tool',
			server: 'files',
			serverPrint: 'p',
			tools: {read: 't'},
			createdAt: 1,
		} as const;
		const granted = [...step, asked(), answered({type: 'allow', scope: 'session'})];
		const changed = (grants: readonly (typeof always)[]) => at({type: 'grants-changed' as const, grants});
		expect(replay([...granted, changed([always])]).grants).toHaveLength(1);
		expect(replay([...granted, changed([always]), changed([])]).grants).toEqual([]);
	});

	it('ends when the "always" for its tool is taken back, although one for another folder stays', () => {
		const [here, there] = ['here', 'there'].map(folder => ({
			...grant,
			grantId: folder,
			tools: {read: `read in ${folder}`},
			reaches: {read: folder},
		}));
		const granted = [...step, asked(), answered({type: 'allow', scope: 'session'})];
		const changed = (...grants: readonly (Grant | undefined)[]) =>
			at({type: 'grants-changed' as const, grants: grants.filter(each => each !== undefined)});
		expect(replay([...granted, changed(here, there), changed(there)]).grants).toEqual([]);
		const renewed = here === undefined ? undefined : {...here, grantId: 'anew', tools: {read: 'otherwise'}};
		expect(replay([...granted, changed(here, there), changed(renewed, there)]).grants).toHaveLength(1);
	});
});

describe('a result that the user reviews', () => {
	const raised = at({type: 'ask-raised' as const, ask: resultAsk('r1', 'c1')});
	const running = [...step, started, raised];

	it('is asked about while its call runs', () => {
		const state = replay(running);
		expect(state.calls.get('c1')).toMatchObject({status: 'running'});
		expect(state.asks).toEqual([raised.ask]);
	});

	it('holds the call: its time ends when the question comes, however long the user looks', () => {
		const asked = at({type: 'ask-raised' as const, ask: resultAsk('r1', 'c1')}, 10);
		const held = replay([...step, started, asked]).calls.get('c1');
		expect(held).toMatchObject({status: 'running', startedAt: 3, heldSince: 10});
		expect(held && callDuration(held, 5000)).toBe(7);
		const end = at({type: 'call-succeeded' as const, callId: 'c1', result}, 5000);
		const over = replay([...step, started, asked, end]).calls.get('c1');
		expect(over && callDuration(over, 6000)).toBe(7);
		expect(over).not.toHaveProperty('heldSince');
	});

	it('is not asked about where no such call runs', () => {
		expect(replay([...step, raised]).asks).toEqual([]);
		expect(replay([raised]).asks).toEqual([]);
	});

	it('stays a question while the call still reports progress', () => {
		const progressed = at({type: 'call-progressed' as const, callId: 'c1', progress: {progress: 1}});
		expect(replay([...running, progressed]).asks).toEqual([raised.ask]);
	});

	it.each([
		at({type: 'turn-interrupted' as const, turnId: 't1'}),
		at({type: 'call-cancelled' as const, callId: 'c1', outcomeUnknown: true}),
		at({type: 'call-succeeded' as const, callId: 'c1', result}),
		at({type: 'session-resumed' as const, sessionId: 'x', version: '1', model: 'm'}),
	])('is no question any more after $type', event => {
		expect(replay([...running, event]).asks).toEqual([]);
	});

	it('leaves the call running when it is answered, until the call ends', () => {
		const sent = at({
			type: 'ask-answered' as const,
			askId: 'r1',
			kind: 'result' as const,
			answer: {type: 'send' as const},
		});
		const state = replay([...running, sent]);
		expect([state.asks, state.calls.get('c1')?.status]).toEqual([[], 'running']);
	});

	it.each(['edited', 'withheld'] as const)('is kept as it was sent, and marked as %s', reviewed => {
		const end = at({type: 'call-succeeded' as const, callId: 'c1', result, reviewed});
		expect(replay([...running, end]).calls.get('c1')).toMatchObject({result, reviewed});
		expect(resultOf(started, end)).toMatchObject({content: result.content});
	});

	it('reaches the model neither as structured data nor as the words of a failure', () => {
		const failure = {code: 'tool-error', message: 'private words'};
		const structured = {content: [], structured: {secret: 'private data'}};
		for (const end of [
			at({type: 'call-succeeded' as const, callId: 'c1', result: structured, reviewed: 'withheld' as const}),
			at({type: 'call-failed' as const, callId: 'c1', failure, reviewed: 'withheld' as const}),
			at({
				type: 'call-failed' as const,
				callId: 'c1',
				failure,
				result: structured,
				reviewed: 'edited' as const,
			}),
		]) {
			expect(resultOf(started, end)).toMatchObject({
				content: [{text: 'The user did not let you see this result.'}],
			});
		}
	});
});

describe('questions that hold what is private', () => {
	const asks = [definitionAsk, folderAsk, inputAsk, resultAsk('r1', 'c1')];
	const answers: readonly AskAnswer[] = [
		{type: 'accept', content: {value: 'secret'}},
		{type: 'edit', text: 'secret'},
		{type: 'withhold', message: 'secret'},
		{type: 'send'},
		{type: 'dismiss'},
	];

	it.each(asks)('are never saved, nor are their answers: $kind', one => {
		const {askId, kind} = one;
		const events: readonly AppEvent[] = [
			at({type: 'ask-raised', ask: one}),
			at({type: 'ask-withdrawn', askId, kind}),
			...answers.map((answer): AppEvent => at({type: 'ask-answered', askId, kind, answer})),
		];
		expect(events.filter(isSessionEvent)).toEqual([]);
	});
});
