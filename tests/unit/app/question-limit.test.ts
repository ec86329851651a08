import {describe, expect, it} from 'vitest';
import {createQuestionLimit} from '../../../source/app/question-limit.ts';
import {createFakeClock} from '../../helpers/fake-clock.ts';

const setUp = () => {
	const clock = createFakeClock();
	const told: string[] = [];
	const limit = createQuestionLimit(clock.now, sentence => told.push(sentence));
	/** A question that is over at once. */
	const ask = (server = 'files'): boolean => {
		const end = limit.take(server);
		end?.();
		return end !== undefined;
	};
	const askMany = (count: number): number => Array.from({length: count}, () => ask()).filter(Boolean).length;
	return {clock, told, limit, ask, askMany};
};

describe('how much a server may ask', () => {
	it('is ten questions in any minute', () => {
		const {clock, ask, askMany} = setUp();
		expect(askMany(4)).toBe(4);
		clock.advance(30_000);
		expect(askMany(10)).toBe(6);
		clock.advance(29_999);
		expect(ask()).toBe(false);
		clock.advance(1);
		expect(askMany(10)).toBe(4);
	});

	it('is counted for each server', () => {
		const {ask, askMany} = setUp();
		askMany(20);
		expect(ask('mail')).toBe(true);
	});

	it('is three questions at a time', () => {
		const {limit} = setUp();
		const open = [limit.take('files'), limit.take('files'), limit.take('files')];
		expect(limit.take('files')).toBeUndefined();
		open[1]?.();
		expect(limit.take('files')).toBeDefined();
		expect(limit.take('files')).toBeUndefined();
	});

	it('is said once in a minute when it is exceeded', () => {
		const {clock, told, askMany} = setUp();
		askMany(1000);
		expect(told).toHaveLength(1);
		clock.advance(59_999);
		askMany(1000);
		expect(told).toHaveLength(1);
		clock.advance(1);
		askMany(1000);
		expect(told).toHaveLength(2);
		expect(told[0]).toMatch(/^files asks more than 10 questions in a minute/);
	});

	it('is nothing, without a word, once it is muted', () => {
		const {limit, told, ask, askMany} = setUp();
		limit.mute('files');
		expect(askMany(100)).toBe(0);
		expect(told).toEqual([]);
		expect(ask('mail')).toBe(true);
	});
});
