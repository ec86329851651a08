import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AskAnswer} from '../../../source/domain/ask.ts';
import {createModelApp, type ModelApp, openModelAt, protocols} from '../../helpers/model-app.ts';
import {says} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';
import {
	createSlowTools,
	expectSoundRequest,
	letHappen,
	longConversation,
	thinkingSettings,
} from './faults/long-conversation.ts';

/** Where in the conversation the user presses esc. */
type Cancel =
	/** After this share of the bytes of one answer, and a moment. */
	| {readonly type: 'bytes'; readonly answer: number; readonly share: number; readonly moments: number}
	/** After so many events of the app. */
	| {readonly type: 'events'; readonly count: number};

const cancel: fc.Arbitrary<Cancel> = fc.oneof(
	fc.record({
		type: fc.constant('bytes' as const),
		answer: fc.nat({max: longConversation.length - 1}),
		share: fc.double({min: 0, max: 1, noNaN: true}),
		moments: fc.nat({max: 6}),
	}),
	fc.record({type: fc.constant('events' as const), count: fc.integer({min: 1, max: 60})}),
);

const approval: fc.Arbitrary<AskAnswer> = fc.constantFrom(
	{type: 'allow', scope: 'once'} as const,
	{type: 'deny'} as const,
	{type: 'deny', reason: 'not today'} as const,
);

describe.each(protocols)('over the protocol %s a turn that is cancelled anywhere', protocol => {
	it('leaves a conversation that the provider takes, with one result for every call', async () => {
		const server = await startFaultServer();
		const model = await openModelAt(protocol, server.url, thinkingSettings);
		let interrupted = 0;
		await fc.assert(
			fc.asyncProperty(cancel, fc.array(approval, {maxLength: 4}), async (where, answers) => {
				let asked = 0;
				let heard = 0;
				let isOver = false;
				const app: ModelApp = createModelApp(model, {
					servers: createSlowTools(),
					approvalMode: 'always-ask',
					onEvent(event) {
						if (event.type === 'ask-raised') {
							const answer = answers[asked] ?? {type: 'allow', scope: 'once'};
							asked += 1;
							queueMicrotask(() => app.app.answer(event.ask.askId, answer));
						}
						heard += 1;
						if (where.type === 'events' && heard === where.count && !isOver) {
							queueMicrotask(() => app.app.interrupt());
						}
					},
				});
				server.play(
					where.type === 'bytes'
						? longConversation.map((answer, index) =>
								index === where.answer ? {...answer, haltAt: where.share} : answer,
							)
						: longConversation,
				);
				const ended = app.say('Do it.').finally(() => {
					isOver = true;
				});
				if (where.type === 'bytes') {
					await Promise.race([server.halted(), ended]);
					await letHappen(where.moments);
					if (!isOver) app.app.interrupt();
				}
				const outcome = await ended;
				expect(['finished', 'interrupted']).toContain(outcome?.type);
				if (outcome?.type === 'interrupted') interrupted += 1;

				server.play([says('Fine.')]);
				await expect(app.say('And now?')).resolves.toEqual({type: 'finished'});
				// A message that was still waiting for servers is a draft again.
				const isAccepted = app.saved.some(
					event => event.type === 'message-accepted' && event.text === 'Do it.',
				);
				expectSoundRequest(server.requests.at(-1), app.saved, [
					...(isAccepted ? ['Do it.'] : []),
					'And now?',
				]);
			}),
			{numRuns: 100},
		);
		expect(server.problems()).toEqual([]);
		// Otherwise nothing was shown.
		expect(interrupted).toBeGreaterThan(20);
	});
});
