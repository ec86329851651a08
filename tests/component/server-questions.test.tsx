import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {addressAsk, formAsk} from '../helpers/ui-samples.ts';
import {renderChat} from './render-chat.tsx';

let chat: ReturnType<typeof renderChat>;
beforeEach(() => {
	chat = renderChat();
});
afterEach(() => {
	chat.close();
});

describe('a form of a server', () => {
	it('is filled in with real keys, in the place of the draft, and answered', async () => {
		chat.raise(
			formAsk({city: {type: 'string', title: 'City'}, seat: {type: 'string', enum: ['window', 'aisle']}}, [
				'seat',
			]),
		);
		await chat.shows('› City');
		await chat.shows('› your answer');
		chat.clock.advance(300);
		for (const key of 'Bern') {
			chat.send(key);
		}
		await chat.shows('› Bern');
		chat.send('\r');
		await chat.shows('› ○ 1 window');
		chat.send('\u001b[B');
		await chat.shows('› ○ 2 aisle');
		chat.send('\r');
		await chat.shows('airline gets:');
		expect(chat.screen()).toContain('City: Bern');
		chat.clock.advance(300);
		chat.send('\r');
		await chat.until(() => chat.fake.answers.length === 1);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'accept', content: {city: 'Bern', seat: 'aisle'}});
		await chat.shows('message, or /');
	});

	it('is declined with ctrl+x', async () => {
		chat.raise(formAsk({city: {type: 'string'}}));
		await chat.shows('airline asks');
		chat.clock.advance(300);
		chat.send('\u0018');
		await chat.until(() => chat.fake.answers.length === 1);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'deny'});
	});
});

describe('a page of a server', () => {
	it('leaves its address above the frame in one piece, however long it is', async () => {
		const url = `https://pay.example.org/now?id=${'7'.repeat(300)}`;
		chat.raise(addressAsk(url));
		await chat.shows('ctrl+n no more questions');
		chat.fake.emit({type: 'ask-withdrawn', askId: 'address-1'});
		await chat.until(() => !chat.screen().includes('ctrl+n'));
		expect(chat.screen().split('\n')).toContain(url);
		expect(chat.screen().split(url)).toHaveLength(2);
	});

	it('is shown with its host, opened with y, and said to be open where no browser was', async () => {
		chat.raise(addressAsk());
		await chat.shows('leads to pay.example.org');
		chat.clock.advance(300);
		chat.send('y');
		await chat.until(() => chat.fake.opened.length === 1);
		chat.fake.emit({type: 'browser-tried', askId: 'address-1', browser: 'missing'});
		await chat.shows('y I opened it');
		chat.clock.advance(300);
		chat.send('y');
		await chat.until(() => chat.fake.answers.length === 1);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'accept'});
	});

	it('is the last thing that its server asks after ctrl+n', async () => {
		chat.raise(addressAsk());
		await chat.shows('ctrl+n no more questions');
		chat.clock.advance(300);
		chat.send('\u000e');
		await chat.until(() => chat.fake.answers.length === 1);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'mute'});
	});
});
