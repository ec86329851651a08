import {describe, expect, it} from 'vitest';
import type {Ask, AskAnswer} from '../../../source/domain/ask.ts';
import {definitionAsk, folderAsk, inputAsk} from '../../helpers/conversation-events.ts';
import {
	addressAsk,
	asking,
	askOf,
	formAsk,
	samplingAsk,
	signInAsk,
	stateAfter,
} from '../../helpers/ui-samples.ts';

const linesAfter = (ask: Ask, answer: AskAnswer): readonly string[] =>
	[
		...stateAfter([
			{type: 'ask-raised', ask},
			{type: 'ask-answered', askId: ask.askId, kind: ask.kind, answer},
		]).items,
	].map(item => (item.type === 'notice' ? item.text : item.type));

const twoTools = {
	...definitionAsk,
	changes: [...definitionAsk.changes, {tool: 'write', parts: [], flags: []}],
};
const form = formAsk({city: {type: 'string'}});

describe('the answer to a question of a server', () => {
	it.each<readonly [Ask, AskAnswer, string]>([
		[form, {type: 'accept'}, 'You answered the question of airline.'],
		[form, {type: 'deny'}, 'You declined the question of airline.'],
		[form, {type: 'dismiss'}, 'You cancelled the question of airline.'],
		[addressAsk(), {type: 'accept'}, 'You opened the page that airline asked for.'],
		[addressAsk(), {type: 'dismiss'}, 'You cancelled the question of airline.'],
		[samplingAsk(), {type: 'deny'}, 'You did not let airline use your model.'],
		[signInAsk, {type: 'accept'}, 'You gave the address for the sign-in to airline.'],
		[signInAsk, {type: 'deny'}, 'You did not sign in to airline.'],
		[definitionAsk, {type: 'accept'}, 'You accepted what files changed: read.'],
		[twoTools, {type: 'dismiss'}, 'The model is not offered what files changed: read, write.'],
		[twoTools, {type: 'deny'}, 'The model is not offered what files changed: read, write.'],
		[folderAsk, {type: 'accept'}, 'You trust the servers of /home/test/project.'],
		[folderAsk, {type: 'deny'}, 'You refused the servers of /home/test/project: nothing of it is started.'],
		[folderAsk, {type: 'dismiss'}, 'The servers of /home/test/project are not used now.'],
		[inputAsk, {type: 'dismiss'}, 'You gave no value for token.'],
	])('is a line of the transcript (%#)', (ask, answer, line) => {
		expect(linesAfter(ask, answer)).toEqual([line]);
	});

	it('is no line where another says it, or where it is not the answer of the user', () => {
		expect(linesAfter(samplingAsk(), {type: 'allow', scope: 'once'})).toEqual([]);
		expect(linesAfter(form, {type: 'mute'})).toEqual([]);
		expect(linesAfter(inputAsk, {type: 'accept'})).toEqual([]);
		expect(linesAfter(form, {type: 'deny', rule: 'nobody is here'})).toEqual([]);
	});
});

describe('the count of questions', () => {
	it('goes on while some wait, and starts again when none does', () => {
		const three = stateAfter([
			...asking(askOf()),
			{type: 'ask-raised', ask: form},
			{type: 'ask-raised', ask: addressAsk()},
		]);
		expect(three.asksOver).toBe(0);
		const two = stateAfter([{type: 'ask-answered', askId: 'ask-1', answer: {type: 'deny'}}], three);
		expect(two.asksOver).toBe(1);
		const one = stateAfter([{type: 'ask-withdrawn', askId: form.askId}], two);
		expect(one.asksOver).toBe(2);
		expect(stateAfter([{type: 'ask-withdrawn', askId: 'address-1'}], one).asksOver).toBe(0);
	});

	it('counts a question that ended with its call', () => {
		const state = stateAfter([...asking(askOf()), {type: 'ask-raised', ask: form}]);
		const ended = stateAfter([{type: 'turn-interrupted', turnId: 'turn-1'}], state);
		expect(ended.asks).toHaveLength(1);
		expect(ended.asksOver).toBe(1);
	});
});
