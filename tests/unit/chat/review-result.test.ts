import {describe, expect, it} from 'vitest';
import type {AskAnswer} from '../../../source/domain/ask.ts';
import type {CallReport, ResultStore} from '../../../source/domain/ports.ts';
import type {ToolResult} from '../../../source/domain/tool.ts';
import {createFakeHearing, setUp} from './call-harness.ts';

const result: ToolResult = {
	content: [
		{type: 'text', text: 'The password is hunter2.'},
		{type: 'image', mimeType: 'image/png', data: 'aGk='},
	],
	structured: {password: 'hunter2'},
};
const succeeded: CallReport = {type: 'succeeded', result, raw: {}};
const failure = {code: 'tool-error', message: 'Tool "read" said: hunter2', hint: 'hunter2?'};
const text = 'The password is hunter2.\n[image, image/png]';

/** One call whose result is reviewed, and everything that went anywhere because of it. */
const review = async (
	answer: AskAnswer | {readonly type: 'aborted'},
	report: CallReport = succeeded,
	isReviewed = true,
) => {
	const kept: ToolResult[] = [];
	const keep: ResultStore['keep'] = async (_callId, whole) => {
		kept.push(whole);
		return whole;
	};
	const {hearing, told} = createFakeHearing();
	const {run, sink, asked} = setUp({
		policy: {isReviewed: () => isReviewed},
		answer,
		onCall: async () => report,
		keep,
		hearing,
	});
	const effect = await run();
	return {effect, asked, kept, told, facts: sink.facts, end: sink.facts.at(-1)};
};

const textOf = (words: string): ToolResult => ({content: [{type: 'text', text: words}]});
const withheld = textOf('[The user withheld this result.]');

describe('a result that the user reviews', () => {
	it('leaves out what only the user sees, which stays on the card whatever the user decides', async () => {
		const forUser = {type: 'text', text: 'a chart', isForUser: true} as const;
		const report: CallReport = {type: 'succeeded', result: {content: [...result.content, forUser]}, raw: {}};
		const {asked, kept} = await review({type: 'edit', text: 'changed'}, report);
		expect(asked).toMatchObject([{text}]);
		expect(kept).toEqual([{content: [{type: 'text', text: 'changed'}, forUser]}]);
		const alone = await review({type: 'stop'}, {...report, result: {content: [forUser]}});
		expect(alone.asked).toEqual([]);
		expect(alone.kept).toEqual([{content: [forUser]}]);
	});

	it('shows the description of a link, which the model would read', async () => {
		const link = {type: 'link', uri: 'file:///a', name: 'a', description: 'the first'} as const;
		const {asked} = await review({type: 'send'}, {type: 'succeeded', result: {content: [link]}, raw: {}});
		expect(asked).toMatchObject([{text: '[link file:///a] a\nthe first'}]);
	});

	it('is shown with its text, and what is not text is described', async () => {
		const {asked} = await review({type: 'send'});
		expect(asked).toEqual([
			{
				kind: 'result',
				askId: 'ask-1',
				callId: 'c1',
				server: 'files',
				tool: 'read',
				isError: false,
				result,
				text,
			},
		]);
	});

	it('is shown as structured data where there is nothing else', async () => {
		const {asked} = await review(
			{type: 'send'},
			{...succeeded, result: {content: [], structured: {b: [1], a: 2}}},
		);
		expect(asked).toMatchObject([{text: '{\n\t"a": 2,\n\t"b": [\n\t\t1\n\t]\n}'}]);
	});

	it('goes to the model as it is when it is sent', async () => {
		const {end, effect, kept, told} = await review({type: 'send'});
		expect(end).toEqual({type: 'call-succeeded', callId: 'c1', result});
		expect(kept).toEqual([result]);
		expect(told).toHaveLength(1);
		expect(effect).toBe('continue');
	});

	it('goes to the model as it is when nothing was edited', async () => {
		const {end} = await review({type: 'edit', text});
		expect(end).toEqual({type: 'call-succeeded', callId: 'c1', result});
	});

	it('goes to the model as the user has rewritten it', async () => {
		const {end, kept, told} = await review({type: 'edit', text: 'There is a password.'});
		const edited = textOf('There is a password.');
		expect(end).toEqual({type: 'call-succeeded', callId: 'c1', result: edited, reviewed: 'edited'});
		expect(kept).toEqual([edited]);
		expect(told).toEqual([{tool: 'read', words: 'There is a password.'}]);
	});

	it('does not go to the model when it is withheld, and the message does', async () => {
		const plain = await review({type: 'withhold'});
		expect(plain.end).toEqual({type: 'call-succeeded', callId: 'c1', result: withheld, reviewed: 'withheld'});
		const {end, kept, told, effect} = await review({type: 'withhold', message: 'Ask Ann.'});
		const words = textOf('[The user withheld this result.] Ask Ann.');
		expect(end).toEqual({type: 'call-succeeded', callId: 'c1', result: words, reviewed: 'withheld'});
		expect(kept).toEqual([words]);
		expect(told).toEqual([]);
		expect(effect).toBe('continue');
	});

	it.each([
		[{type: 'aborted'}, 'stop'],
		[{type: 'stop'}, 'stop'],
		[{type: 'deny'}, 'continue'],
		[{type: 'dismiss'}, 'continue'],
		[{type: 'allow', scope: 'once'}, 'continue'],
		[{type: 'accept'}, 'continue'],
	] as const)('has run and is withheld when the answer is %j', async (answer, effect) => {
		const outcome = await review(answer);
		expect(outcome.end).toEqual({
			type: 'call-succeeded',
			callId: 'c1',
			result: withheld,
			reviewed: 'withheld',
		});
		expect(outcome.effect).toBe(effect);
	});

	it('is not asked about where nobody wants to see it', async () => {
		const {asked, end} = await review({type: 'withhold'}, succeeded, false);
		expect(asked).toEqual([]);
		expect(end).toEqual({type: 'call-succeeded', callId: 'c1', result});
	});

	it('is refused loudly when the answer is none that exists', async () => {
		await expect(review({type: 'maybe'} as never)).rejects.toThrow('maybe');
	});
});

describe('a failure that the user reviews', () => {
	it.each([
		['with a result', {type: 'failed', failure, result}],
		['without one', {type: 'failed', failure}],
	] satisfies readonly (readonly [string, CallReport])[])(
		'%s keeps the words of the server from the model and from the disk',
		async (_what, report) => {
			for (const [answer, what] of [
				[{type: 'withhold'}, 'withheld'],
				[{type: 'edit', text: 'It failed.'}, 'rewrote'],
			] as const) {
				const {end, facts, kept, asked} = await review(answer, report);
				expect(asked).toMatchObject([{isError: true}]);
				expect(end).toMatchObject({
					type: 'call-failed',
					failure: {
						code: 'tool-error',
						message: `The call of read of files failed, and the user ${what} what it said.`,
					},
				});
				expect(JSON.stringify([facts, kept])).not.toContain('hunter2');
			}
		},
	);

	it('goes to the model as it is when it is sent', async () => {
		const {end, kept} = await review({type: 'send'}, {type: 'failed', failure});
		expect(end).toEqual({type: 'call-failed', callId: 'c1', failure});
		expect(kept).toEqual([]);
	});

	it('is not asked about when the call was cancelled', async () => {
		const {asked, end} = await review({type: 'send'}, {type: 'cancelled', sent: true});
		expect(asked).toEqual([]);
		expect(end).toMatchObject({type: 'call-cancelled'});
	});
});
