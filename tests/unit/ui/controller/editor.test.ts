import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../source/domain/json.ts';
import {controlChat} from '../../../helpers/ui-controller.ts';
import {editing} from '../../../helpers/ui-editing.ts';
import {askOf, hostile} from '../../../helpers/ui-samples.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {waitUntil} from '../../../helpers/wait-until.ts';

describe('arguments that are edited', () => {
	it('begin as they are, in several lines', () => {
		expect(editing(askOf()).text()).toBe('{\n  "path": "notes.txt",\n  "content": "hello"\n}');
	});

	it('are sent as they are written', async () => {
		const chat = editing(askOf());
		chat.press('down', 'end', 'left', 'left', '2', 'enter');
		await chat.answered();
		expect(chat.fake.answers).toEqual([
			{
				askId: 'ask-1',
				answer: {type: 'allow', scope: 'once', arguments: {path: 'notes.txt2', content: 'hello'}},
			},
		]);
		expect(chat.draft()).toBe('');
	});

	it('are sent by ctrl+s, too, and take line breaks by ctrl+j', async () => {
		const chat = editing(askOf({arguments: {}}));
		chat.press('right', 'ctrl+j', '"', 'y', '"', ':', '1', 'ctrl+s');
		await chat.answered();
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once', arguments: {y: 1}});
	});

	it('that nobody has changed are those of the model', async () => {
		const chat = editing(askOf());
		chat.press('end', 'ctrl+j', 'enter');
		await chat.answered();
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once'});
	});

	it.each([
		['{"a": 1,}', {line: 1, column: 8}],
		['{\n  "a": \n}', {line: 3, column: 1}],
		['[1]', {line: 1, column: 1}],
		['', {line: 1, column: 1}],
		['{"a": 1, "a": 2}', {line: 1, column: 10}],
		['{"id": 12345678901234567890}', {line: 1, column: 8}],
	])('that say %j are not sent, and the cursor goes to what is wrong', (wrong, {line, column}) => {
		const chat = editing(askOf());
		chat.replace(wrong);
		chat.press('enter');
		expect(chat.fake.answers).toEqual([]);
		const {text, cursor} = chat.editor()?.text ?? {text: '', cursor: -1};
		const before = text.slice(0, cursor).split('\n');
		expect([before.length, (before.at(-1) ?? '').length + 1]).toEqual([line, column]);
	});

	it('are not run by an enter too many', async () => {
		const chat = controlChat();
		let checks = 0;
		chat.fake.check = async () => {
			checks += 1;
			return undefined;
		};
		chat.raise(askOf());
		chat.clock.advance(300);
		chat.press('e', 'enter');
		chat.clock.advance(299);
		chat.press('enter');
		expect(checks).toBe(0);
		chat.clock.advance(1);
		chat.press('enter');
		expect(checks).toBe(1);
		await waitUntil(() => chat.fake.answers.length > 0);
	});

	it('take the letters of every answer for letters', () => {
		const chat = editing(askOf({arguments: {}}));
		chat.type('ysaenrx?');
		expect(chat.fake.answers).toEqual([]);
		expect(chat.text()).toBe('ysaenrx?{}');
	});

	it('go back to the question by esc, and are still there by e', () => {
		const chat = editing(askOf());
		chat.type('xy');
		chat.press('esc');
		expect(chat.editor()?.isOpen).toBe(false);
		// What is shown now is the call of the model.
		chat.press('y', 'esc');
		expect([chat.fake.answers, chat.fake.count.interrupts]).toEqual([[], 0]);
		chat.clock.advance(300);
		chat.press('e');
		expect(chat.text()).toMatch(/^xy\{/);
		chat.press('esc');
		chat.clock.advance(300);
		chat.press('y');
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once'});
	});

	it('come back with up when the question went away by itself, and enter sends nothing', () => {
		const chat = editing(askOf());
		chat.type('mine');
		chat.fake.emit({type: 'call-cancelled', callId: 'call-1', outcomeUnknown: false});
		chat.press('enter');
		expect(chat.fake.submitted).toEqual([]);
		expect(chat.draft()).toBe('');
		chat.press('up');
		expect(chat.draft()).toMatch(/^mine\{/);
	});

	it('leave no trace when they went away unchanged', () => {
		const chat = editing(askOf());
		chat.fake.emit({type: 'call-cancelled', callId: 'call-1', outcomeUnknown: false});
		chat.press('up');
		expect(chat.draft()).toBe('');
	});

	it('keep the draft that waits for them', async () => {
		const chat = controlChat();
		chat.type('mine');
		chat.raise(askOf({arguments: {}}));
		chat.clock.advance(1000);
		chat.press('tab', 'e');
		chat.clock.advance(300);
		chat.press('enter');
		await waitUntil(() => chat.fake.answers.length > 0);
		expect(chat.draft()).toBe('mine');
	});

	it('move by lines and by ten, and never leave the text', () => {
		const chat = editing(askOf({arguments: {list: Array.from({length: 30}, (_, index) => index)}}));
		const line = () => {
			const {text = '', cursor = 0} = chat.editor()?.text ?? {};
			return text.slice(0, cursor).split('\n').length;
		};
		chat.press('page-down');
		expect(line()).toBe(11);
		chat.press('page-down', 'page-down', 'page-down', 'page-down', 'down');
		expect(line()).toBe(34);
		chat.press('page-up', 'up');
		expect(line()).toBe(23);
	});

	it('of any kind say the same when they are opened and sent, and are safe to show', async () => {
		await fc.assert(
			fc.asyncProperty(fc.dictionary(fc.string({unit: 'binary'}), fc.jsonValue()), async value => {
				const args = {
					...(JSON.parse(JSON.stringify(value)) as JsonObject),
					[hostile]: [hostile, 'e\u0301'.repeat(20)],
				};
				const chat = editing(askOf({arguments: args}));
				expect(unsafeLines(chat.text().split('\n'))).toEqual([]);
				expect(JSON.parse(chat.text())).toEqual(args);
				chat.press('enter');
				await chat.answered();
				expect(chat.fake.answers[0]?.answer).toEqual({type: 'allow', scope: 'once'});
			}),
		);
	});
});
