import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {createNoticeGate} from '../../../../source/core/mcp/requests/notice-gate.ts';
import type {ServerNotice} from '../../../../source/domain/server-request.ts';

const logged = (data: string): ServerNotice => ({type: 'logged', level: 'info', data});
const updated = (uri: string): ServerNotice => ({type: 'resource-updated', uri});

describe('the gate for notices', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	const open = (limit = 3) => {
		const passed: ServerNotice[] = [];
		const pass = createNoticeGate({onNotice: notice => passed.push(notice), limit});
		return {passed, pass};
	};

	it('lets a few through at once', () => {
		const {passed, pass} = open();
		pass(logged('a'));
		pass(logged('b'));
		expect(passed).toEqual([logged('a'), logged('b')]);
		vi.advanceTimersByTime(1000);
		expect(passed).toHaveLength(2);
	});

	it('counts what is more, says so once, and opens again', () => {
		const {passed, pass} = open();
		for (let index = 0; index < 10; index += 1) pass(logged(`${index}`));
		expect(passed).toHaveLength(3);
		vi.advanceTimersByTime(1000);
		expect(passed.at(-1)).toEqual({
			type: 'misbehaved',
			message: 'left out 7 of its messages: it sends more than 3 in a second',
		});
		pass(logged('later'));
		expect(passed.at(-1)).toEqual(logged('later'));
		vi.advanceTimersByTime(1000);
		expect(passed).toHaveLength(5);
	});

	it('joins changes of one resource and loses none', () => {
		const {passed, pass} = open();
		for (let index = 0; index < 100; index += 1) pass(updated('a'));
		pass(updated('b'));
		expect(passed).toEqual([updated('a'), updated('b')]);
		vi.advanceTimersByTime(1000);
		expect(passed).toEqual([updated('a'), updated('b'), updated('a')]);
		vi.advanceTimersByTime(5000);
		expect(passed).toHaveLength(3);
	});

	it('brings changes of many resources a few at a time', () => {
		const {passed, pass} = open();
		const uris = Array.from({length: 10}, (_, index) => `uri-${index}`);
		for (const uri of uris) pass(updated(uri));
		expect(passed).toHaveLength(3);
		vi.advanceTimersByTime(10_000);
		expect(passed.map(notice => (notice.type === 'resource-updated' ? notice.uri : notice))).toEqual(uris);
	});
});
