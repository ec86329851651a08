import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {Ask} from '../../../../source/domain/ask.ts';
import {choicesOf} from '../../../../source/ui/asks/ask-choices.ts';
import {createDialogue} from '../../../../source/ui/lines/ask-dialogue.ts';
import {
	addressAsk,
	definitionAsk,
	folderAsk,
	formAsk,
	inputAsk,
	requested,
	resultAsk,
	samplingAsk,
	signInAsk,
	turnAsk,
} from '../../../helpers/ui-samples.ts';
import {anyAskArbitrary} from '../../../helpers/ui-states.ts';
import {unsafeLines} from '../../../helpers/ui-text.ts';
import {startLineChat} from './line-chat-run.ts';

const answersTo = async (ask: Ask, lines: readonly string[]) => {
	const run = await startLineChat();
	run.emit(requested('call-1'), {type: 'call-started', callId: 'call-1'}, {type: 'ask-raised', ask});
	for (const line of lines) {
		run.type(line);
	}
	return run;
};

describe('questions as lines', () => {
	it('are told without marks that only eyes understand, whatever is in them', () => {
		fc.assert(
			fc.property(anyAskArbitrary, fc.constantFrom(60, 80, 100_000), (ask, width) => {
				const {begin} = createDialogue(ask, width, 1);
				const lines = begin.flatMap(line => line.split('\n'));
				expect(unsafeLines(lines)).toEqual([]);
				expect(begin[0]).toMatch(/^Question: /);
				expect(begin.join('\n')).not.toContain('the keyboard');
				for (const {choice, key, label} of choicesOf(ask)) {
					if (choice !== 'explore') {
						expect(begin.at(-1)).toContain(/^[a-z]$/.test(key) ? `${key} for ${label}` : choice);
					}
				}
			}),
			{numRuns: 300},
		);
	});

	const turn = turnAsk();
	it.each<readonly [string, Ask, readonly string[], unknown]>([
		['a question for consent', formAsk({}), ['y'], {type: 'accept'}],
		['a question for consent with nothing', formAsk({}), [''], {type: 'deny'}],
		['a page', addressAsk(), ['n'], {type: 'deny'}],
		['a page with nothing', addressAsk(), [''], {type: 'deny'}],
		['a page that is put aside', addressAsk(), ['cancel'], {type: 'dismiss'}],
		['a server that asks too much', addressAsk(), ['mute'], {type: 'mute'}],
		['the use of the model', samplingAsk(), ['y'], {type: 'allow', scope: 'once'}],
		[
			'a sign-in',
			signInAsk,
			['p', 'http://127.0.0.1:4711/callback?code=1'],
			{type: 'accept', content: {returned: 'http://127.0.0.1:4711/callback?code=1'}},
		],
		['a sign-in that is not wanted', signInAsk, [''], {type: 'deny'}],
		['a long turn', turn, ['c'], {type: 'continue'}],
		['a long turn that ends', turn, ['w'], {type: 'wrap-up'}],
		['a full context', turnAsk({reason: 'context-full'}), ['c'], {type: 'compact'}],
		['a changed tool', definitionAsk(), ['y'], {type: 'accept'}],
		['a folder', folderAsk(), ['t'], {type: 'accept'}],
		['a folder by a word', folderAsk(), ['y', 'trust'], {type: 'accept'}],
		['a folder for later', folderAsk(), [''], {type: 'dismiss'}],
		['a folder never', folderAsk(), ['d'], {type: 'deny'}],
		['a result', resultAsk(), ['y'], {type: 'send'}],
		['a result that is kept back', resultAsk(), ['w', 'private'], {type: 'withhold', message: 'private'}],
		['a result that is changed', resultAsk(), ['e', 'less'], {type: 'edit', text: 'less'}],
		['a value', inputAsk({isSecret: false}), ['abc'], {type: 'accept', content: {value: 'abc'}}],
		['a value for later', inputAsk({isSecret: false}), [''], {type: 'dismiss'}],
	])('answer %s', async (_, ask, lines, answer) => {
		const {answers} = await answersTo(ask, lines);
		expect(answers).toEqual([{askId: ask.askId, answer}]);
	});

	it('open the page that they are about, and say again what can be done when that did not work', async () => {
		const ask = addressAsk(`https://pay.example.org/${'a'.repeat(150)}`);
		const {opened, emit, news} = await answersTo(ask, ['y']);
		expect(opened).toEqual([ask.askId]);
		expect(news()).toContain(`\nThe whole address:\nhttps://pay.example.org/${'a'.repeat(150)}\n`);
		emit({type: 'browser-tried', askId: ask.askId, browser: 'missing'});
		expect(news()).toContain('y for I opened it');
	});

	it('ask for the fields of a form one by one, and send nothing that was not read aloud', async () => {
		const ask = formAsk(
			{
				name: {type: 'string', title: 'Your name', description: 'As in the passport'},
				seats: {type: 'integer', minimum: 1, maximum: 9, default: 2},
				class: {type: 'string', enum: ['economy', 'business']},
				meal: {type: 'boolean'},
			},
			['name'],
		);
		const {answers, news, type} = await answersTo(ask, []);
		expect(news()).toContain('Field 1 of 4: Your name, required.\nAs in the passport.\nYour name: ');
		type('');
		expect(news()).toContain('Not taken: an answer is required.\nYour name: ');
		type('Ada');
		expect(news()).toContain('Enter alone means [2].');
		type('12');
		expect(news()).toContain('Not taken: ');
		type('');
		expect(news()).toContain('Choose one: 1 economy, 2 business.');
		type('2');
		type('');
		expect(news()).toContain(
			'airline gets:\n  Your name: Ada\n  seats: 2\n  class: business\nType y to send it',
		);
		type('');
		expect(answers).toEqual([]);
		type('y');
		expect(answers[0]?.answer).toEqual({type: 'accept', content: {name: 'Ada', seats: 2, class: 'business'}});
	});

	it.each([
		['/decline', {type: 'deny'}],
		['/cancel', {type: 'dismiss'}],
		['/mute', {type: 'mute'}],
	])('take %s for a form', async (line, answer) => {
		const {answers} = await answersTo(formAsk({name: {type: 'string'}}), [line]);
		expect(answers[0]?.answer).toEqual(answer);
	});

	it('say which words a form knows instead of taking another one as the answer', async () => {
		const {answers, news, type} = await answersTo(
			formAsk({name: {type: 'string'}, folder: {type: 'string'}, password: {type: 'string'}}),
			[],
		);
		news();
		type('/declne');
		expect(news().replaceAll('\n', ' ')).toContain(
			'Not taken: there is no such word here. /decline declines, /cancel cancels, /mute also hears nothing more of this server. If it is your answer, begin it with two slashes. name: ',
		);
		type('//declne');
		type('/home/ada');
		news();
		type('/s3cret');
		expect(news()).not.toContain('s3cret');
		type('//s3cret');
		news();
		type('/help');
		expect(news()).toContain('Not taken: ');
		type('y');
		expect(answers[0]?.answer).toEqual({
			type: 'accept',
			content: {name: '/declne', folder: '/home/ada', password: '//s3cret'.slice(1)},
		});
	});

	it('read a secret without showing it, with the keys that correct it', async () => {
		const {keyboard, clock, answers, written} = await answersTo(inputAsk(), []);
		clock.advance(400);
		expect(keyboard.isRaw).toBe(true);
		keyboard.send('wrong\u0015s3cx\u007fret\u001b[A');
		keyboard.send('\r');
		expect(answers[0]?.answer).toEqual({type: 'accept', content: {value: 's3cret'}});
		expect(written()).not.toContain('s3c');
		expect(keyboard.isRaw).toBe(false);
	});

	it('leave commands to the program', async () => {
		const {submitted, answers} = await answersTo(samplingAsk(), ['/mcp']);
		expect(submitted).toEqual(['/mcp']);
		expect(answers).toEqual([]);
	});
});
