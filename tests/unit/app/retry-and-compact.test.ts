import {describe, expect, it} from 'vitest';
import type {ModelTrouble} from '../../../source/domain/model.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {events, hangsAfter, type ScriptedAnswer, says, scriptModel} from '../../helpers/scripted-model.ts';

const trouble: ModelTrouble = {
	kind: 'wrong-key',
	failure: {code: 'wrong-key', message: 'The key is wrong.', hint: 'Set another.'},
};
const fails = events({type: 'text', text: 'Hel'}, {type: 'failed', trouble});
const hangs = hangsAfter({type: 'text', text: 'Sum'});

const lastNotice = ({app}: ReturnType<typeof createAppHarness>): string => {
	const last = app.getState().items.at(-1);
	return last?.type === 'notice' ? last.text : '';
};

/** An app in which a message was answered. */
const afterAnswer = async (...rest: readonly ScriptedAnswer[]) => {
	const harness = createAppHarness({model: scriptModel(says('Hello.'), ...rest)});
	harness.app.submit('Hi');
	await harness.app.settled();
	return harness;
};

describe('/retry', () => {
	it('tries a turn that failed again, without a new message', async () => {
		const harness = createAppHarness({model: scriptModel(fails, says('Hello.'))});
		const {app, model} = harness;
		app.submit('Hi');
		await expect(app.settled()).resolves.toMatchObject({type: 'failed'});
		app.submit('/retry');
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect(model.requests.map(({messages}) => messages)).toEqual([
			[{role: 'user', text: 'Hi'}],
			[{role: 'user', text: 'Hi'}],
		]);
		expect([...app.getState().items].map(({type}) => type)).toEqual(['user', 'answer', 'turn-end', 'answer']);
	});

	it('goes on after an interruption, with the results that are there', async () => {
		const harness = createAppHarness({model: scriptModel(hangs, says('Hello.'))});
		const {app, until, saved} = harness;
		app.submit('Hi');
		await until(state => state.streaming?.text === 'Sum');
		app.interrupt();
		await app.settled();
		app.submit('/retry');
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		const turnIds = saved.flatMap(event => ('turnId' in event ? [event.turnId] : []));
		expect(new Set(turnIds).size).toBe(1);
		expect(saved.map(({type}) => type)).toContain('turn-retried');
	});

	it('may be tried as often as the turn fails', async () => {
		const harness = createAppHarness({model: scriptModel(fails, fails, says('Hello.'))});
		harness.app.submit('Hi');
		await harness.app.settled();
		for (const outcome of ['failed', 'finished']) {
			harness.app.submit('/retry');
			await expect(harness.app.settled()).resolves.toMatchObject({type: outcome});
		}
	});

	it('says that there is nothing to try again', async () => {
		const harness = createAppHarness();
		harness.app.submit('/retry');
		expect(lastNotice(harness)).toMatch(/^There is nothing to try again/);
		const answered = await afterAnswer();
		answered.app.submit('/retry');
		expect(lastNotice(answered)).toMatch(/^There is nothing to try again/);
		expect(answered.model.requests).toHaveLength(1);
	});

	it('waits for nobody while a turn runs', async () => {
		const harness = createAppHarness({model: scriptModel(hangs)});
		harness.app.submit('Hi');
		await harness.until(state => state.streaming?.text === 'Sum');
		harness.app.submit('/retry');
		expect(harness.app.getState().heldNotices.at(-1)?.text).toMatch(/^The model is at work/);
		harness.app.interrupt();
		await harness.app.settled();
		expect(harness.model.requests).toHaveLength(1);
	});

	it('is written to the file of a session that goes on', async () => {
		const first = createAppHarness({model: scriptModel(fails)});
		first.app.submit('Hi');
		await first.app.settled();
		const second = createAppHarness({past: first.saved, model: scriptModel(says('Hello.'))});
		second.app.submit('/retry');
		await second.app.settled();
		expect(second.saved.map(({type}) => type)).toEqual([
			'session-resumed',
			'approval-mode-changed',
			'turn-retried',
			'step-started',
			'answer-streamed',
			'step-finished',
			'turn-finished',
		]);
	});
});

describe('/compact', () => {
	it('puts a summary in place of the history', async () => {
		const {app, model, saved} = await afterAnswer(says('We said hello.'), says('Yes.'));
		app.submit('/compact the greeting');
		await app.settled();
		expect(app.getState().items.at(-1)).toMatchObject({
			type: 'compaction',
			summary: expect.stringContaining('We said hello.'),
		});
		expect(JSON.stringify(model.requests[1]?.messages)).toContain('the greeting');
		expect(saved.map(({type}) => type)).toContain('history-compacted');
		app.submit('Really?');
		await app.settled();
		const messages = model.requests[2]?.messages ?? [];
		expect(messages.every(({role}) => role === 'user')).toBe(true);
		expect(JSON.stringify(messages)).toContain('We said hello.');
		expect(JSON.stringify(messages)).toContain('Really?');
	});

	it('uses the instructions and the tools of no turn', async () => {
		const {app, model} = await afterAnswer(says('We said hello.'));
		app.submit('/compact');
		await app.settled();
		expect(model.requests[1]?.tools).toEqual([]);
		expect(model.requests[1]?.instructions).not.toBe(model.requests[0]?.instructions);
	});

	it('says that there is nothing to summarise, and asks nobody', async () => {
		const harness = createAppHarness();
		harness.app.submit('/compact');
		expect(lastNotice(harness)).toBe('There is nothing to summarise yet.');
		const again = await afterAnswer(says('We said hello.'));
		again.app.submit('/compact');
		await again.app.settled();
		again.app.submit('/compact');
		expect(lastNotice(again)).toBe('There is nothing new to summarise since the last time.');
		expect(again.model.requests).toHaveLength(2);
	});

	it('is not possible while a turn runs', async () => {
		const harness = createAppHarness({model: scriptModel(hangs)});
		harness.app.submit('Hi');
		await harness.until(state => state.streaming?.text === 'Sum');
		harness.app.submit('/compact');
		expect(harness.app.getState().heldNotices.at(-1)?.text).toMatch(/^The model is at work.*esc/);
		harness.app.interrupt();
		await harness.app.settled();
		expect(harness.events.map(({type}) => type)).not.toContain('compaction-started');
	});

	it('can be interrupted, and leaves everything as it was', async () => {
		const harness = await afterAnswer(hangs, says('Still here.'));
		const {app, until, model} = harness;
		app.submit('/compact');
		await until(state => state.compaction !== undefined);
		expect(app.interrupt()).toBe(true);
		await app.settled();
		expect(app.getState().compaction).toBeUndefined();
		expect(lastNotice(harness)).toBe('Stopped. The history stays as it is.');
		app.submit('Are you?');
		await app.settled();
		expect(model.requests[2]?.messages[0]).toEqual({role: 'user', text: 'Hi'});
	});

	it('lets messages that are typed meanwhile wait for the summary', async () => {
		const {app, model, until} = await afterAnswer(says('We said hello.'), says('two'), says('three'));
		app.submit('/compact');
		app.submit('two');
		app.submit('three');
		expect(app.getState().queue).toHaveLength(2);
		await app.settled();
		await until(state => state.queue.length === 0);
		expect(model.requests).toHaveLength(4);
		expect(JSON.stringify(model.requests[2]?.messages)).toContain('We said hello.');
		expect([...app.getState().items].map(({type}) => type)).toEqual([
			'user',
			'answer',
			'compaction',
			'user',
			'answer',
			'user',
			'answer',
		]);
	});

	it('says why it failed', async () => {
		const harness = await afterAnswer(events({type: 'failed', trouble}));
		harness.app.submit('/compact');
		await harness.app.settled();
		expect(lastNotice(harness)).toBe('The history was not summarised. The key is wrong.\nSet another.');
		expect(harness.app.getState().compaction).toBeUndefined();
	});

	it('that breaks is told of, and the chat goes on', async () => {
		const harness = await afterAnswer(() => {
			throw new Error('no such thing');
		});
		harness.app.submit('/compact');
		await harness.app.settled();
		expect(lastNotice(harness)).toContain('no such thing');
		expect(harness.app.getState().compaction).toBeUndefined();
	});

	it('is written to the file of a session that goes on, even if nothing is said in it', async () => {
		const first = await afterAnswer();
		const second = createAppHarness({past: first.saved, model: scriptModel(says('We said hello.'))});
		second.app.submit('/compact');
		await second.app.settled();
		expect(second.saved.map(({type}) => type)).toEqual([
			'session-resumed',
			'approval-mode-changed',
			'history-compacted',
		]);
	});

	it('ends with the program', async () => {
		const {app, until} = await afterAnswer(hangs);
		app.submit('/compact');
		await until(state => state.compaction !== undefined);
		await expect(app.close()).resolves.toBeUndefined();
	});
});

describe('a full context', () => {
	const full: ModelTrouble = {
		kind: 'context-full',
		failure: {code: 'context-full', message: 'The conversation is too long.'},
	};

	it('is compacted in the middle of a turn when the user wants that, and the turn goes on', async () => {
		const {app, model} = createAppHarness({
			model: scriptModel(
				says('Hello.'),
				events({type: 'failed', trouble: full}),
				says('We said hello.'),
				says('Yes.'),
			),
			onEvent(event) {
				if (event.type === 'ask-raised') {
					queueMicrotask(() => app.answer(event.ask.askId, {type: 'compact'}));
				}
			},
		});
		app.submit('Hi');
		await app.settled();
		app.submit('Really?');
		await expect(app.settled()).resolves.toEqual({type: 'finished'});
		expect([...app.getState().items].map(({type}) => type)).toEqual([
			'user',
			'answer',
			'user',
			'compaction',
			'answer',
		]);
		expect(JSON.stringify(model.requests[3]?.messages)).toContain('Really?');
	});
});
