import {describe, expect, it} from 'vitest';
import {findStableParts, findVolatilePaths} from '../../../source/core/checks/volatile-paths.ts';
import type {JsonValue} from '../../../source/domain/json.ts';

const uuid = '7f2c1f7e-2d5b-4c1a-9a53-0c9a1a7e7b11';

describe('a path is proposed to be ignored', () => {
	it.each<[string, JsonValue, string, string]>([
		['an ISO time', {a: 'at 2026-11-17T18:30:00.123Z'}, '$.a', 'a time'],
		['a time as JavaScript writes it', {a: 'Tue Nov 17 2026 18:43:04 GMT+0000'}, '$.a', 'a time'],
		['seconds since the epoch under a name of a time', {created_at: 1_795_000_000}, '$.created_at', 'a time'],
		['milliseconds since the epoch', {x: 1_795_000_000_000}, '$.x', 'a time'],
		['a duration', {durationMs: 12}, '$.durationMs', 'a duration'],
		['a UUID', {id: uuid}, '$.id', 'a UUID'],
		['a long random id', {id: 'd41d8cd98f00b204e9800998ecf8427e'}, '$.id', 'a random id'],
		['the id of a request', {requestId: 'r-17'}, '$.requestId', 'an id of this run'],
		['a process id', {pid: 4711}, '$.pid', 'a random value'],
		['a temporary path', {a: 'saved to /tmp/xyz-123/out.txt'}, '$.a', 'a temporary path'],
		['a secret', {a: 'Bearer •••'}, '$.a', 'a secret'],
		['every item of a list', {items: [{at: '2026-11-17 18:30:00'}, {at: 'x'}]}, '$.items[*].at', 'a time'],
		['an object whose names change', {all: {[uuid]: 1}}, '$.all', 'a UUID'],
		['a name that is no word', {'odd key': uuid}, '$["odd key"]', 'a UUID'],
		['the whole result', uuid, '$', 'a UUID'],
	])('for %s', (_, value, path, why) => {
		expect(findVolatilePaths(value, {})).toEqual([{path, why}]);
	});

	it.each<[string, JsonValue]>([
		['words', {name: 'Ada', title: 'notes'}],
		['a small id', {id: 7, userId: 'u-1'}],
		['a date alone, which is content more often', {birthday: '1815-12-10'}],
		['a number that could be a time and is called otherwise', {population: 1_795_000_000}],
		['a checksum, which is the same for the same content', {md5: 'd41d8cd98f00b204e9800998ecf8427e'}],
		['a text that only has the name of a time', {time: 'soon'}],
	])('not for %s', (_, value) => {
		expect(findVolatilePaths(value, {})).toEqual([]);
	});

	it('not for what was given to the tool', () => {
		const path = '/tmp/project/notes.txt';
		expect(findVolatilePaths({path, id: uuid}, {path, nested: [{uuid}]})).toEqual([]);
		expect(findVolatilePaths({path: `${path}-1`}, {path})).toHaveLength(1);
	});

	it('at most 50 times', () => {
		const many = Object.fromEntries(Array.from({length: 80}, (_, index) => [`k${index}`, uuid]));
		expect(findVolatilePaths(many, {})).toHaveLength(50);
	});
});

describe('of a text that changes by itself', () => {
	it('the parts around the change are kept', () => {
		const text = 'Server started\nNow: 2026-11-17T18:30:00Z (UTC)\nAll is well.';
		const {why, parts = []} = findStableParts(text, {}) ?? {};
		expect(why).toBe('a time');
		expect(parts).toEqual(['Server started', 'Now:', '(UTC)', 'All is well.']);
		expect(parts.every(part => text.includes(part))).toBe(true);
	});

	it('nothing is parted where nothing changes', () => {
		expect(findStableParts('The sum of 2 and 3 is 5.', {})).toBeUndefined();
		expect(findStableParts('wrote /tmp/a/b.txt', {path: '/tmp/a/b.txt'})).toBeUndefined();
	});

	it('a long hostile text takes no time to speak of', () => {
		for (const piece of ['0', 'a', 'Nov 1 ', '/tmp/', 'eyJ', '0-', '7f2c1f7e-']) {
			findStableParts(`•••${piece.repeat(100_000)}`, {});
			findVolatilePaths({a: piece.repeat(100_000)}, {});
		}
	});
});
