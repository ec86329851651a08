import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {askOf, inputAsk} from '../helpers/ui-samples.ts';
import {renderChat} from './render-chat.tsx';

let chat: ReturnType<typeof renderChat>;
beforeEach(async () => {
	chat = renderChat();
	await chat.shows('message, or /');
});
afterEach(() => {
	chat.close();
});

describe('a question that is answered with a text', () => {
	it('keeps arguments that the tool does not take in the editor, and says why', async () => {
		chat.fake.check = async () => ({code: 'invalid-arguments', message: 'They do not fit: /path is missing'});
		chat.raise(askOf({arguments: {}}));
		await chat.shows('e edit');
		chat.clock.advance(300);
		chat.send('e');
		await chat.shows('valid JSON, line 1 of 1');
		chat.clock.advance(300);
		chat.send('\r');
		await chat.shows('✘ They do not fit: /path is missing');
		expect(chat.fake.answers).toEqual([]);
		chat.fake.check = async () => undefined;
		chat.send('\r');
		await chat.until(() => chat.fake.answers.length > 0);
	});

	it('lets arguments be edited with the bytes of a terminal, and sends what it shows', async () => {
		chat.raise(askOf({arguments: {path: 'a'}}));
		await chat.shows('e edit');
		chat.clock.advance(300);
		chat.send('e');
		await chat.shows('valid JSON, line 1 of 3');
		chat.clock.advance(300);
		chat.send('\u001b[B');
		chat.send('\u001b[F');
		await chat.shows('line 2 of 3');
		chat.send(',');
		await chat.shows('✘ line 2, column 14: no comma before }');
		chat.send('\n');
		chat.send('"y": "?"');
		await chat.shows('┃ "y": "?"');
		await chat.shows('valid JSON, line 3 of 4');
		chat.send('\u0013');
		await chat.until(() => chat.fake.answers.length > 0);
		expect(chat.fake.answers[0]?.answer).toEqual({
			type: 'allow',
			scope: 'once',
			arguments: {path: 'a', y: '?'},
		});
	});

	it('never shows a secret that is typed or pasted', async () => {
		chat.raise(inputAsk());
		await chat.shows('typed unseen');
		chat.clock.advance(300);
		chat.send('hush');
		await chat.shows('› ••••');
		chat.send('\u001b[200~-hush\n\u001b[201~');
		await chat.shows('› ••••••••••');
		expect(chat.screen()).not.toContain('hush');
		chat.clock.advance(300);
		chat.send('\r');
		await chat.until(() => chat.fake.answers.length > 0);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'accept', content: {value: 'hush-hush'}});
		expect(chat.screen()).not.toContain('hush');
	});
});
