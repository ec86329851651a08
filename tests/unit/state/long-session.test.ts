import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import type {ToolCall} from '../../../source/domain/tool-call.ts';
import {emptyCallBook} from '../../../source/state/call-book.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {ask, at, replay, requested} from '../../helpers/conversation-events.ts';

const turn = (id: string): readonly AppEvent[] => [
	at({type: 'message-accepted', turnId: id, messageId: `m-${id}`, text: 'Hi'}),
	at({type: 'step-started', turnId: id, stepId: `s-${id}`, model: 'm'}),
	at({type: 'step-finished', stepId: `s-${id}`, reason: 'stop', blocks: [{type: 'text', text: 'Hello'}]}),
	at(requested(id)),
	at({type: 'ask-raised', ask: ask(`a-${id}`, id)}),
	at({type: 'ask-answered', askId: `a-${id}`, answer: {type: 'allow', scope: 'once'}}),
	at({type: 'call-started', callId: id}),
	at({type: 'call-succeeded', callId: id, result: {content: []}}),
	at({type: 'turn-finished', turnId: id}),
];

const turns = (count: number): readonly AppEvent[] =>
	Array.from({length: count}, (_, index) => turn(`t${index}`)).flat();

/** Counts every way in which a built-in list or map is copied or walked while `run` runs. */
const countSteps = (run: () => void): number => {
	let steps = 0;
	const {push, slice} = Array.prototype;
	const {set} = Map.prototype;
	const entries = Map.prototype[Symbol.iterator];
	const items = Array.prototype[Symbol.iterator];
	Array.prototype.push = function (...values) {
		steps += values.length;
		return push.apply(this, values);
	};
	Array.prototype.slice = function (...range) {
		const part = slice.apply(this, range);
		steps += part.length;
		return part;
	};
	Map.prototype.set = function (key, value) {
		steps += 1;
		return set.call(this, key, value);
	};
	Map.prototype[Symbol.iterator] = function () {
		steps += this.size;
		return entries.call(this);
	};
	Array.prototype[Symbol.iterator] = function () {
		steps += this.length;
		return items.call(this);
	};
	try {
		run();
	} finally {
		Object.assign(Array.prototype, {push, slice, [Symbol.iterator]: items});
		Object.assign(Map.prototype, {set, [Symbol.iterator]: entries});
	}
	return steps;
};

describe('a long session', () => {
	it('takes the same steps for a turn as a short one', () => {
		const stepsAfter = (count: number): number => {
			const before = replay(turns(count));
			return countSteps(() => {
				turn('next').reduce(reduce, before);
			});
		};
		expect(stepsAfter(1000)).toBe(stepsAfter(5));
	});

	it('of 5,000 turns is replayed by the same reducer', () => {
		const state = replay(turns(5000));
		expect([state.items.length, state.calls.size, state.calls.live()]).toEqual([15_000, 5000, []]);
	});
});

describe('the book of calls', () => {
	const call = (callId: string): ToolCall => ({
		callId,
		server: 'files',
		tool: 'read',
		modelName: 'files__read',
		arguments: {},
		requestedAt: 1,
		status: 'pending',
	});
	const denied = (callId: string): ToolCall => ({...call(callId), status: 'denied', rule: 'no', endedAt: 2});

	it('keeps the order of the requests, whichever is over first', () => {
		const book = emptyCallBook.with(call('a')).with(call('b')).with(denied('b')).with(denied('a'));
		expect([...book.values()]).toEqual([denied('a'), denied('b')]);
		expect([book.size, book.has('a'), book.has('c'), book.live()]).toEqual([2, true, false, []]);
	});

	it('knows what is under way', () => {
		expect(emptyCallBook.with(call('a')).with(denied('b')).live()).toEqual([call('a')]);
	});

	it('keeps a call that is over as it is', () => {
		const book = emptyCallBook.with(denied('a'));
		expect(book.with(call('a'))).toBe(book);
	});

	it('reads as it was, whatever is written after it', () => {
		const before = emptyCallBook.with(call('a')).with(denied('b'));
		const one = before.with(denied('a')).with(denied('c'));
		const other = before.with(denied('d'));
		expect([...before.values()]).toEqual([call('a'), denied('b')]);
		expect([...one.values()]).toEqual([denied('a'), denied('b'), denied('c')]);
		expect([...other.values()]).toEqual([call('a'), denied('b'), denied('d')]);
		expect([before.get('c'), other.get('c'), one.get('d')]).toEqual([undefined, undefined, undefined]);
	});
});
