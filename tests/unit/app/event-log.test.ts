import {describe, expect, it} from 'vitest';
import {createEventLog} from '../../../source/app/event-log.ts';
import type {AppEvent, AppFact} from '../../../source/domain/event.ts';
import {createRedactor} from '../../../source/support/redactor.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';

const accepted: AppFact = {type: 'message-accepted', turnId: 't1', messageId: 'm1', text: 'Hi'};
const notice: AppFact = {type: 'notice-raised', tone: 'info', text: 'psst'};

const setUp = (flush: () => Promise<void> = async () => undefined) => {
	const order: string[] = [];
	const seen: AppEvent[] = [];
	const clock = createFakeClock(500);
	const log = createEventLog({
		journal: {
			append: event => {
				order.push(`append ${event.type}`);
			},
			async flush() {
				order.push('flush');
				await flush();
			},
			close: async () => undefined,
		},
		now: clock.now,
		apply: event => {
			order.push(`apply ${event.type}`);
			seen.push(event);
		},
		onEvent: event => {
			order.push(`tell ${event.type}`);
		},
	});
	return {log, order, seen, clock};
};

describe('the event log', () => {
	it('stamps an event, saves it, applies it and tells of it, in this order', () => {
		const {log, order, seen} = setUp();
		log.emit(accepted);
		expect(order).toEqual(['append message-accepted', 'apply message-accepted', 'tell message-accepted']);
		expect(seen).toEqual([{...accepted, at: 500}]);
	});

	it('does not save what is true only now', () => {
		const {log, order} = setUp();
		log.emit(notice);
		expect(order).toEqual(['apply notice-raised', 'tell notice-raised']);
	});

	it('saves the opening together with the first message, and of its modes the last', () => {
		const {log, order} = setUp();
		const started: AppFact = {type: 'session-started', sessionId: 's', version: '1', model: 'm', cwd: '/'};
		const saved = () => order.filter(entry => entry.startsWith('append'));
		for (const fact of [
			started,
			{type: 'approval-mode-changed', mode: 'auto'},
			{type: 'approval-mode-changed', mode: 'always-ask'},
		] as const) {
			log.emit(fact);
			expect(order.at(-2)).toBe(`apply ${fact.type}`);
		}
		expect(saved()).toEqual([]);
		log.emit(accepted);
		log.emit({type: 'approval-mode-changed', mode: 'auto'});
		expect(saved()).toEqual([
			'append session-started',
			'append approval-mode-changed',
			'append message-accepted',
			'append approval-mode-changed',
		]);
	});

	it('does not let a listener that throws stop what it hears of', async () => {
		const errors: unknown[] = [];
		const journal = {append: () => undefined, flush: async () => undefined, close: async () => undefined};
		const log = createEventLog({
			journal,
			now: () => 1,
			apply: () => undefined,
			onEvent: () => {
				throw new Error('closed pipe');
			},
			onListenerError: error => errors.push(error),
		});
		await log.commit(accepted);
		expect(errors).toEqual([new Error('closed pipe')]);
	});

	it('commits only when the disk has it', async () => {
		let save = (): void => undefined;
		const {log, order} = setUp(
			() =>
				new Promise(resolve => {
					save = resolve;
				}),
		);
		let isDone = false;
		const done = log.commit(accepted).then(() => {
			isDone = true;
		});
		expect(order.at(-1)).toBe('flush');
		await new Promise(resolve => setImmediate(resolve));
		expect(isDone).toBe(false);
		save();
		await done;
		expect(isDone).toBe(true);
	});

	it('needs nobody to tell', () => {
		const seen: AppEvent[] = [];
		const journal = {append: () => undefined, flush: async () => undefined, close: async () => undefined};
		createEventLog({journal, now: () => 1, apply: event => seen.push(event)}).emit(notice);
		expect(seen).toEqual([{...notice, at: 1}]);
	});

	const setUpPlaces = () => {
		const {redactAll, learn} = createRedactor();
		learn('hunter2-of-ada');
		const places: Record<'saved' | 'printed' | 'state', string> = {saved: '', printed: '', state: ''};
		const note = (place: keyof typeof places) => (event: AppEvent) => {
			places[place] += JSON.stringify(event);
		};
		const log = createEventLog({
			journal: {append: note('saved'), flush: async () => undefined, close: async () => undefined},
			now: () => 1,
			apply: note('state'),
			onEvent: note('printed'),
			redact: redactAll,
		});
		return {log, places};
	};

	it('saves and prints no secret, and keeps what the user approves as it is', () => {
		const {log, places} = setUpPlaces();
		const secret = 'is hunter2-of-ada';
		log.emit({...accepted, text: secret});
		log.emit({...notice, text: secret});
		expect(places.saved).not.toContain('hunter2');
		expect(places.printed).not.toContain('hunter2');
		expect(places.state.match(/hunter2/g)).toHaveLength(1);
	});

	it('saves and prints no argument that is called a secret, and keeps what the user approves as it is', () => {
		const {log, places} = setUpPlaces();
		log.emit(accepted);
		const args = {user: 'ada', password: 'canary-1', api_key: 'canary-2', nested: {token: 'canary-3'}};
		log.emit({
			type: 'step-finished',
			stepId: 's1',
			reason: 'tool-calls',
			blocks: [{type: 'tool-call', callId: 'c1', modelName: 'a__b', arguments: args}],
			raw: {format: 'chat', content: {tool_calls: [{function: {arguments: JSON.stringify(args)}}]}},
		});
		const call = {callId: 'c1', server: 'a', tool: 'b', arguments: args};
		log.emit({...call, type: 'call-requested', stepId: 's1', modelName: 'a__b'});
		const ask = {...call, kind: 'approval', askId: 'q1', annotations: {}, rule: 'always-ask'} as const;
		log.emit({type: 'ask-raised', ask});
		const answer = {type: 'allow', scope: 'once', arguments: args} as const;
		log.emit({type: 'ask-answered', askId: 'q1', answer});
		expect(places.saved).toContain('"user":"ada","password":"•••","api_key":"•••"');
		expect(places.saved).not.toContain('canary');
		expect(places.printed).not.toContain('canary');
		expect(places.state.match(/canary/g)).toHaveLength(15);
	});

	it('saves and prints no result that repeats such an argument, and leaves ordinary words alone', () => {
		const {log, places} = setUpPlaces();
		log.emit(accepted);
		const args = {password: 'canary-1', authorization: 'Bearer canary-2', auth: 'client_credentials'};
		const call = {callId: 'c1', stepId: 's1', server: 'a', tool: 'b', modelName: 'a__b', arguments: args};
		log.emit({...call, type: 'call-requested'});
		const text = 'Signed in with canary-1, canary-2 and client_credentials.';
		log.emit({type: 'call-succeeded', callId: 'c1', result: {content: [{type: 'text', text}]}});
		expect(places.saved).toContain('Signed in with •••, ••• and client_credentials.');
		expect(places.saved).not.toContain('canary');
		expect(places.printed).not.toContain('canary');
		expect(places.state).toContain(text);
	});

	it('keeps a message that waits as it was typed, because it may become a draft again', () => {
		const {log, places} = setUpPlaces();
		log.emit({type: 'message-queued', messageId: 'm2', text: 'is hunter2-of-ada'});
		expect(places.state).toContain('hunter2-of-ada');
		expect(places.printed).not.toContain('hunter2');
	});
});
