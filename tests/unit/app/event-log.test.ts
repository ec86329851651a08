import {describe, expect, it} from 'vitest';
import {createEventLog} from '../../../source/app/event-log.ts';
import type {AppEvent, AppFact} from '../../../source/domain/event.ts';
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
});
