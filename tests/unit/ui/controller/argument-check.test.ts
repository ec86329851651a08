import {describe, expect, it} from 'vitest';
import type {App} from '../../../../source/app/app.ts';
import type {Failure} from '../../../../source/domain/failure.ts';
import {editing} from '../../../helpers/ui-editing.ts';
import {askOf} from '../../../helpers/ui-samples.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

/** A check that ends when the test says so. */
const slowCheck = () => {
	const signals: AbortSignal[] = [];
	const ends: ((failure?: Failure) => void)[] = [];
	const check: App['checkArguments'] = (_, __, signal) =>
		new Promise(resolve => {
			signals.push(signal);
			ends.push(resolve);
		});
	return {check, signals, end: (index: number, failure?: Failure) => ends[index]?.(failure)};
};

describe('arguments that a tool may not take', () => {
	const failure = {code: 'invalid-arguments', message: 'The arguments do not fit: /path must be a string'};

	it('are checked by the schema as they are written, and not sent when they do not fit', async () => {
		const chat = editing(askOf({arguments: {}}));
		const asked: unknown[] = [];
		chat.fake.check = async (askId, args) => {
			asked.push([askId, args]);
			return failure;
		};
		chat.press('right', '"', 'y', '"', ':', '1', 'enter');
		await waitUntil(() => chat.editor()?.problem !== undefined);
		expect(asked).toEqual([['ask-1', {y: 1}]]);
		expect(chat.editor()).toMatchObject({problem: failure.message, isOpen: true});
		expect(chat.editor()?.isChecking).toBeUndefined();
		expect(chat.fake.answers).toEqual([]);
	});

	it('are not called wrong any more once they are changed, and are sent when they fit', async () => {
		const chat = editing(askOf({arguments: {}}));
		chat.fake.check = async () => failure;
		chat.press('enter');
		await waitUntil(() => chat.editor()?.problem !== undefined);
		chat.press('right');
		expect(chat.editor()?.problem).toBe(failure.message);
		chat.press(' ');
		expect(chat.editor()?.problem).toBeUndefined();
		chat.fake.check = async () => undefined;
		chat.press('enter');
		await chat.answered();
	});

	it('are checked once, however often enter is pressed meanwhile', async () => {
		const chat = editing(askOf());
		const slow = slowCheck();
		chat.fake.check = slow.check;
		chat.press('enter', 'enter', 'ctrl+s');
		expect(chat.editor()?.isChecking).toBe(true);
		expect([slow.signals.length, chat.fake.answers.length]).toEqual([1, 0]);
		slow.end(0);
		await chat.answered();
		expect(chat.fake.answers).toHaveLength(1);
	});

	it('are not sent when esc stops the check, and the editor stays open', async () => {
		const chat = editing(askOf());
		const slow = slowCheck();
		chat.fake.check = slow.check;
		chat.press('enter', 'esc');
		expect(slow.signals[0]?.aborted).toBe(true);
		expect(chat.editor()?.isChecking).toBeUndefined();
		expect(chat.editor()?.isOpen).toBe(true);
		slow.end(0);
		chat.press('enter');
		slow.end(1);
		await chat.answered();
		expect(chat.fake.answers).toHaveLength(1);
	});

	it('are not sent as they were when something is typed during the check', async () => {
		const chat = editing(askOf({arguments: {}}));
		const slow = slowCheck();
		chat.fake.check = slow.check;
		chat.press('enter', 'right', '"', 'y', '"', ':', '1');
		expect(slow.signals[0]?.aborted).toBe(true);
		slow.end(0);
		chat.press('enter');
		slow.end(1);
		await chat.answered();
		expect(chat.fake.answers.map(({answer}) => answer)).toEqual([
			{type: 'allow', scope: 'once', arguments: {y: 1}},
		]);
	});

	it('answer no other question when theirs went away during the check', async () => {
		const chat = editing(askOf());
		const slow = slowCheck();
		chat.fake.check = slow.check;
		chat.raise(askOf({askId: 'ask-2', callId: 'call-2'}));
		chat.press('enter');
		chat.fake.emit({type: 'call-cancelled', callId: 'call-1', outcomeUnknown: false});
		expect(slow.signals[0]?.aborted).toBe(true);
		chat.clock.advance(2000);
		chat.press('e');
		chat.clock.advance(300);
		chat.press('enter');
		slow.end(0);
		slow.end(1);
		await chat.answered();
		expect(chat.fake.answers.map(({askId}) => askId)).toEqual(['ask-2']);
	});

	it('say so when they could not be checked', async () => {
		const chat = editing(askOf());
		chat.fake.check = () => Promise.reject(new Error('no worker'));
		chat.press('enter');
		await waitUntil(() => chat.editor()?.problem !== undefined);
		expect(chat.editor()?.problem).toContain('no worker');
	});
});
