import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import type {AppFact} from '../../source/domain/event.ts';
import {askOf, hostile, requested} from '../helpers/ui-samples.ts';
import {unsafeLines} from '../helpers/ui-text.ts';
import {renderChat} from './render-chat.tsx';

const step: AppFact = {type: 'step-started', turnId: 'turn-1', stepId: 'step-1', model: 'm'};
const streamed = (text: string): AppFact => ({type: 'answer-streamed', stepId: 'step-1', text});

let chat: ReturnType<typeof renderChat>;
beforeEach(() => {
	chat = renderChat();
});
afterEach(() => {
	chat.close();
});

const occurrences = (text: string): number => chat.screen().split(text).length - 1;

describe('the chat screen', () => {
	it('shows the greeting, the prompt and the footer', async () => {
		await chat.shows('message, or / for commands');
		expect(occurrences('welcome to this test')).toBe(1);
		expect(chat.screen()).toContain('always-ask');
	});

	it('echoes what is typed and submits it by enter', async () => {
		await chat.shows('message, or /');
		for (const key of 'hello') {
			chat.send(key);
		}
		await chat.shows('› hello');
		chat.send('\r');
		await chat.until(() => chat.fake.submitted.length === 1);
		expect(chat.fake.submitted).toEqual(['hello']);
		await chat.shows('message, or /');
	});

	it('shows an answer while it arrives and prints each paragraph once', async () => {
		chat.startTurn();
		chat.fake.emit(step);
		await chat.shows('working');
		chat.fake.emit(streamed('first part\n\nsec'));
		await chat.shows('sec');
		chat.fake.emit(streamed('ond part'));
		await chat.shows('second part');
		chat.fake.emit({type: 'step-finished', stepId: 'step-1', reason: 'stop', blocks: []});
		chat.fake.emit({type: 'turn-finished', turnId: 'turn-1'});
		await chat.until(() => !chat.screen().includes('working'));
		for (const text of ['welcome to this test', '› go', 'first part', 'second part']) {
			expect(occurrences(text), text).toBe(1);
		}
	});

	it('shows the card of a call from its request to its result', async () => {
		chat.startTurn();
		chat.fake.emit(requested('call-1', {path: 'a.txt'}));
		await chat.shows('○ filesystem write_file  path: "a.txt"');
		chat.fake.emit({type: 'call-started', callId: 'call-1'});
		await chat.until(() => !chat.screen().includes('○'));
		chat.fake.emit({
			type: 'call-succeeded',
			callId: 'call-1',
			result: {content: [{type: 'text', text: 'wrote it'}]},
		});
		await chat.shows('✔ filesystem write_file');
		await chat.shows('wrote it');
		expect(occurrences('filesystem write_file')).toBe(1);
	});

	it('shows a question, and its keys reach the app', async () => {
		chat.raise(askOf({arguments: {path: 'secret.txt'}}));
		await chat.shows('filesystem wants to run write_file');
		await chat.shows('path: "secret.txt"');
		chat.clock.advance(1000);
		chat.send('y');
		await chat.until(() => chat.fake.answers.length === 1);
		expect(chat.fake.answers).toEqual([{askId: 'ask-1', answer: {type: 'allow', scope: 'once'}}]);
		await chat.until(() => !chat.screen().includes('wants to run'));
	});

	it('takes a key that comes too soon after a question into the draft', async () => {
		chat.raise(askOf());
		await chat.shows('wants to run');
		chat.send('y');
		await chat.shows('› y');
		expect(chat.fake.answers).toEqual([]);
	});

	it('scrolls the arguments of a question to their end and no further', async () => {
		const content = Array.from({length: 60}, (_, index) => `row ${index};`).join('\n');
		chat.raise(askOf({arguments: {content}}));
		await chat.shows('row 0;');
		chat.clock.advance(1000);
		for (let press = 0; press < 80; press++) {
			chat.send('\u001b[B');
		}
		await chat.shows('row 59;');
		await chat.shows('of 61');
		chat.send('\u001b[A');
		await chat.until(() => !chat.screen().includes('row 59;'));
	});

	it('sends a reason with a denial', async () => {
		chat.raise(askOf());
		await chat.shows('wants to run');
		chat.clock.advance(1000);
		chat.send('r');
		await chat.shows('why not?');
		for (const key of 'no') {
			chat.send(key);
		}
		await chat.shows('› no');
		chat.send('\r');
		await chat.until(() => chat.fake.answers.length === 1);
		expect(chat.fake.answers[0]?.answer).toEqual({type: 'deny', reason: 'no'});
	});

	it('takes a bracketed paste whole, without submitting it', async () => {
		await chat.shows('message, or /');
		chat.send('\u001b[200~one\rtwo\r\u001b[201~');
		await chat.until(() => chat.draft() !== '');
		expect(chat.draft()).toBe('one\ntwo\n');
		await chat.shows('› one');
		expect(chat.fake.submitted).toEqual([]);
	});

	it('takes a paste without brackets the same way', async () => {
		await chat.shows('message, or /');
		chat.send('one\rtwo\r');
		await chat.until(() => chat.draft() !== '');
		expect(chat.draft()).toBe('one\ntwo\n');
		expect(chat.fake.submitted).toEqual([]);
	});

	it('never takes a pasted letter for an answer', async () => {
		chat.raise(askOf());
		await chat.shows('wants to run');
		chat.clock.advance(1000);
		chat.send('\u001b[200~y\u001b[201~');
		await chat.shows('› y');
		expect(chat.fake.answers).toEqual([]);
	});

	it('loses no paste, with or without brackets, while the keys are shown', async () => {
		await chat.shows('message, or /');
		chat.send('?');
		await chat.shows('any other key closes this');
		chat.send('one\rtwo');
		chat.send('\u001b[200~ three\u001b[201~');
		await chat.until(() => chat.draft().endsWith('three'));
		expect(chat.draft()).toBe('one\ntwo three');
	});

	it('takes letters that arrive together for text, whatever they spell', async () => {
		await chat.shows('message, or /');
		for (const word of ['up', 'esc', 'tab', 'enter', 'home', 'ctrl+c']) {
			chat.send(word);
		}
		await chat.until(() => chat.draft().endsWith('ctrl+c'));
		expect(chat.draft()).toBe('upesctabenterhomectrl+c');
		expect(chat.fake.submitted).toEqual([]);
		expect(chat.fake.count.interrupts).toBe(0);
	});

	it('never shows hostile text as anything but text', async () => {
		chat.raise(askOf({server: `s${hostile}`, tool: `t${hostile}`, arguments: {[hostile]: hostile}}));
		chat.fake.emit({type: 'notice-raised', tone: 'warning', text: `note${hostile}`});
		await chat.shows('note');
		await chat.shows('wants to run');
		expect(unsafeLines(chat.screen().split('\n'))).toEqual([]);
	});
});

describe('a screen that is mounted again', () => {
	const say = (id: string): void => chat.fake.emit({type: 'notice-raised', tone: 'info', text: id});

	it('prints what came meanwhile and nothing of what the one before has printed', async () => {
		say('before');
		await chat.shows('before');
		expect(chat.screen()).toContain('welcome to this test');
		chat.unmount();
		say('meanwhile');
		chat.mountAgain();
		await chat.shows('meanwhile');
		say('after');
		await chat.shows('after');
		expect(chat.screen()).not.toContain('before');
		expect(chat.screen()).not.toContain('welcome to this test');
		expect(occurrences('meanwhile')).toBe(1);
		expect(occurrences('after')).toBe(1);
	});

	it('holds nothing that is printed', async () => {
		for (let index = 0; index < 20; index++) {
			say(`note ${index};`);
		}
		await chat.shows('note 19;');
		await chat.until(() => chat.held() === 0);
		for (let index = 0; index < 20; index++) {
			expect(occurrences(`note ${index};`)).toBe(1);
		}
	});

	it('gives a question that was hidden its 300 ms again', async () => {
		chat.raise(askOf());
		await chat.shows('wants to run');
		chat.clock.advance(1000);
		expect(chat.controller.isAskFocused()).toBe(true);
		chat.unmount();
		expect(chat.controller.isAskFocused()).toBe(false);
		chat.mountAgain();
		await chat.shows('wants to run');
		expect(chat.controller.isAskFocused()).toBe(false);
		chat.clock.advance(300);
		expect(chat.controller.isAskFocused()).toBe(true);
	});
});
