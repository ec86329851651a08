import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import type {AppEvent} from '../../../source/domain/event.ts';
import {createModelApp, openModelAt, protocols, readTool, writeTool} from '../../helpers/model-app.ts';
import {
	callOf,
	type RefusalKind,
	refuses,
	type ScriptAnswer,
	type ScriptPart,
	type StreamAnswer,
	type StreamFault,
	says,
} from '../../servers/models/fault-script.ts';
import {startFaultServer} from '../../servers/models/fault-server.ts';
import {createSlowTools, expectSoundRequest} from './faults/long-conversation.ts';

const part: fc.Arbitrary<ScriptPart> = fc.oneof(
	fc.record({type: fc.constant('text' as const), text: fc.constantFrom('Well.', ' ', 'A\n\nB', 'ü😀')}),
	fc
		.tuple(
			fc.constantFrom('', 'c1', 'c2', 'c3', 'odd id', 'x'.repeat(70)),
			fc.constantFrom(readTool, readTool, writeTool, 'nobody', 'odd name!'),
			fc.constantFrom('{}', '{"path":"a"}', '{"path":"ü😀"}', '', '{"half', '[1]', '"text"'),
		)
		.map(([id, name, args]) => callOf(id, name, args)),
);

const fault: fc.Arbitrary<StreamFault> = fc.record({
	at: fc.constantFrom('start', 'parts'),
	what: fc.constantFrom('fin', 'rst', 'end', 'done', 'error', 'overload', 'garbage'),
});

const stream: fc.Arbitrary<StreamAnswer> = fc
	.tuple(
		fc.option(fc.constantFrom('Hm.', 'Let me think.'), {nil: undefined}),
		fc.array(part, {maxLength: 4}),
		fc.constantFrom('stop', 'calls', 'calls', 'length', 'refusal'),
		fc.option(fault, {nil: undefined, freq: 3}),
	)
	.map(([thought, parts, finish, broken]) => ({
		type: 'stream',
		parts: [...(thought === undefined ? [] : [{type: 'thinking' as const, text: thought}]), ...parts],
		finish,
		...(broken === undefined ? {} : {fault: broken}),
	}));

const refusal: fc.Arbitrary<ScriptAnswer> = fc
	.constantFrom<RefusalKind>(
		'wrong-key',
		'rate-limited',
		'quota',
		'overloaded',
		'server-error',
		'context-full',
		'unknown-model',
	)
	.map(kind => refuses(kind));

const answer: fc.Arbitrary<ScriptAnswer> = fc.oneof(
	{arbitrary: stream, weight: 6},
	{arbitrary: refusal, weight: 1},
	{arbitrary: fc.constant<ScriptAnswer>({type: 'reset'}), weight: 1},
);

/** The calls that may run: those of whole answers, to tools that there are, with arguments that are some. */
const countRunnable = (events: readonly AppEvent[]): number =>
	events
		.flatMap(event => (event.type === 'step-finished' ? event.blocks : []))
		.filter(
			block =>
				block.type === 'tool-call' &&
				block.invalid === undefined &&
				(block.modelName === readTool || block.modelName === writeTool),
		).length;

describe.each(protocols)('over the protocol %s whatever a provider does', protocol => {
	it('every turn ends, only what is whole is acted upon, and the conversation stays sound', async () => {
		const server = await startFaultServer();
		const models = await Promise.all(
			(['off', 'low'] as const).map(thinking => openModelAt(protocol, server.url, {thinking})),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(answer, {minLength: 1, maxLength: 5}), {minLength: 1, maxLength: 4}),
				fc.constantFrom(...models),
				async (turns, model) => {
					const servers = createSlowTools();
					const app = createModelApp(model, {
						servers,
						onEvent(event) {
							if (event.type !== 'ask-raised') return;
							queueMicrotask(() => app.app.answer(event.ask.askId, {type: 'compact'}));
						},
					});
					for (const answers of turns) {
						server.play([...answers, says('That is all.')]);
						const outcome = await app.say('Do it.');
						expect(['finished', 'failed', 'interrupted']).toContain(outcome?.type);
						if (outcome?.type === 'failed') {
							expect(outcome.failure.code).not.toBe('internal');
							expect(outcome.failure.hint).toMatch(/\w/);
						}
					}
					expect(servers.calls).toHaveLength(countRunnable(app.events));
					server.play([says('Fine.')]);
					await expect(app.say('And now?')).resolves.toEqual({type: 'finished'});
					const last = app.saved.findLastIndex(({type}) => type === 'history-compacted');
					expectSoundRequest(server.requests.at(-1), app.saved.slice(last + 1), ['And now?']);
				},
			),
			{numRuns: 60},
		);
		expect(server.problems()).toEqual([]);
	});
});
