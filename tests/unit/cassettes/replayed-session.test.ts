import {randomUUID} from 'node:crypto';
import {describe, expect, it} from 'vitest';
import {createReplayedModel} from '../../../source/core/cassettes/replayed-model.ts';
import type {Model} from '../../../source/domain/model.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {mustRead, startRecording} from '../../helpers/cassettes.ts';
import {createFakeServers, offerTool} from '../../helpers/fake-servers.ts';
import {callsTools, type ScriptedAnswer, says, scriptModel, toolCall} from '../../helpers/scripted-model.ts';

/** A session whose user denies every call. Its new ids are others each time. */
const startSession = (model: Model) => {
	const harness = createAppHarness({
		model: {...model, requests: []},
		servers: createFakeServers({tools: [offerTool('one', 'echo')]}),
		newId: randomUUID,
		onEvent: event => {
			if (event.type === 'ask-raised')
				queueMicrotask(() => harness.app.answer(event.ask.askId, {type: 'deny'}));
		},
	});
	const {app} = harness;
	const ask = async (text: string): Promise<unknown> => {
		app.submit(text);
		await app.settled();
		return [...app.getState().items].findLast(({type}) => type === 'answer' || type === 'turn-end');
	};
	return {app, ask};
};

/** Has the conversation with the model, and then a session with what was recorded of it. */
const recordAndPlay = async (answers: readonly ScriptedAnswer[], prompts: readonly string[]) => {
	const {file, recording} = await startRecording();
	const session = startSession(recording.model(scriptModel(...answers)));
	for (const prompt of prompts) await session.ask(prompt);
	await recording.close();
	const {records} = await mustRead(file);
	const options = {id: 'test/model', file, records, longestWait: 0};
	return startSession(createReplayedModel({...options, clean: value => value}).model);
};

const done = {type: 'answer', text: 'Done.', status: 'finished'};

describe('a session with the model of a cassette', () => {
	it.each(['call_0', ''])('goes through where every call has the id "%s"', async callId => {
		const calls = callsTools(toolCall(callId, 'one__echo'), toolCall(callId, 'one__echo', {message: 'x'}));
		const {ask} = await recordAndPlay([calls, calls, says('Done.')], ['go']);
		expect(await ask('go')).toMatchObject(done);
	});

	it('goes through again after the user went back', async () => {
		const answers = [callsTools(toolCall('c1', 'one__echo')), says('Done.')];
		const {app, ask} = await recordAndPlay(answers, ['go']);
		expect(await ask('go')).toMatchObject(done);
		const [point] = app.rewinding.points();
		app.rewinding.to(point?.messageId ?? '');
		expect([...app.getState().items].at(-1)?.type).toBe('rewind');
		expect(await ask('go')).toMatchObject(done);
		expect([...app.getState().items].at(-1)?.type).toBe('answer');
	});
});
