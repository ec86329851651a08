import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {createSceneFinder} from '../../../source/core/cassettes/find-scene.ts';
import {createReplayedModel, modelsOf} from '../../../source/core/cassettes/replayed-model.ts';
import type {Message} from '../../../source/domain/message.ts';
import type {Model, ModelEvent, ModelRequest, ToolFit} from '../../../source/domain/model.ts';
import type {OfferedTool} from '../../../source/domain/tool.ts';
import {hideTokens} from '../../../source/support/hide-tokens.ts';
import {mustRead, startRecording} from '../../helpers/cassettes.ts';
import {callsTools, events, says, scriptModel, toolCall, trouble} from '../../helpers/scripted-model.ts';

const offered = (modelName: string): OfferedTool => ({
	modelName,
	definition: {
		server: 'one',
		tool: modelName,
		description: '',
		inputSchema: {type: 'object'},
		annotations: {},
	},
});

const same = <Value>(value: Value): Value => value;

const user = (text: string): Message => ({role: 'user', text});
const answer = (text: string): Message => ({role: 'assistant', blocks: [{type: 'text', text}]});
const note: Message = {role: 'user', text: 'one step left', isNote: true};

const ask = (messages: readonly Message[], tools: readonly string[] = []): ModelRequest => ({
	messages,
	tools: tools.map(offered),
});

const collect = async (model: Model, request: ModelRequest): Promise<readonly ModelEvent[]> => {
	const collected: ModelEvent[] = [];
	for await (const event of model.stream(request, new AbortController().signal)) collected.push(event);
	return collected;
};

/** What the model said then, and a model that says it again. */
const recordAndPlay = async (
	model: Model,
	requests: readonly ModelRequest[],
	clean: <Value>(value: Value) => Value = same,
) => {
	const {file, recording} = await startRecording(clean);
	const recorded = recording.model(model);
	const said: (readonly ModelEvent[])[] = [];
	for (const request of requests) said.push(await collect(recorded, request));
	await recording.close();
	const {records} = await mustRead(file);
	const play = () =>
		createReplayedModel({id: model.id, model: model.id, file: 'tape.jsonl', records, longestWait: 0, clean});
	return {said, records, play};
};

const failureIn = (list: readonly ModelEvent[]): string => {
	const [first] = list;
	return first?.type === 'failed' ? first.trouble.failure.message : `no failure, but ${first?.type}`;
};

describe('the model of a cassette', () => {
	it('answers the same conversation with the same events', async () => {
		const first = [user('hi')];
		const second = [...first, answer('Hello.'), user('and now?')];
		const model = scriptModel(
			events(
				{type: 'thinking', text: 'hm'},
				{type: 'text', text: 'Hello.'},
				{type: 'finished', reason: 'stop', usage: {inputTokens: 1, outputTokens: 2}},
			),
			callsTools(toolCall('c1', 'one__echo', {message: 'x'})),
		);
		const tools = ['one__echo'];
		const {said, play} = await recordAndPlay(model, [ask(first, tools), ask(second, tools)]);
		const {model: played} = play();
		expect(await collect(played, ask(first, tools))).toEqual(said[0]);
		expect(await collect(played, ask([...second, note], [...tools, 'one__new']))).toEqual(said[1]);
	});

	it('plays equal requests in order, and the last one again', async () => {
		const model = scriptModel(events({type: 'failed', trouble: trouble('overloaded')}), says('Here.'));
		const request = ask([user('hi')]);
		const {said, play} = await recordAndPlay(model, [request, request]);
		const {model: played} = play();
		expect(await collect(played, request)).toEqual(said[0]);
		expect(await collect(played, request)).toEqual(said[1]);
		expect(await collect(played, request)).toEqual(said[1]);
	});

	it('fails loudly where it is asked something else, and says what comes next in the cassette', async () => {
		const first = [user('what is the weather?')];
		const second = [...first, answer('Fine.'), user('and tomorrow?')];
		const {play} = await recordAndPlay(scriptModel(says('Fine.'), says('Rain.')), [ask(first), ask(second)]);
		const {model} = play();
		const wrong = await collect(model, ask([user('what is the time?')]));
		expect(wrong).toMatchObject([
			{type: 'failed', trouble: {kind: 'not-recorded', failure: {code: 'not-recorded'}}},
		]);
		expect(failureIn(wrong)).toBe(
			'The cassette tape.jsonl has no answer to the message "what is the time?". It goes on with the message "what is the weather?".',
		);
		await collect(model, ask(first));
		expect(
			failureIn(await collect(model, ask([user('else'), answer('Fine.'), user('and tomorrow?')]))),
		).toContain('It has the same after another conversation');
		await collect(model, ask(second));
		expect(failureIn(await collect(model, ask([user('more')])))).toContain('has nothing more');
	});

	it('fails loudly where a result is another', async () => {
		const asked: readonly Message[] = [
			user('go'),
			{role: 'assistant', blocks: [{type: 'tool-call', callId: 'c1', modelName: 'one__echo', arguments: {}}]},
		];
		const result = (text: string): Message => ({
			role: 'tool',
			callId: 'c1',
			outcome: 'succeeded',
			content: [{type: 'text', text}],
		});
		const {play} = await recordAndPlay(scriptModel(says('Done.')), [ask([...asked, result('4')])]);
		expect(failureIn(await collect(play().model, ask([...asked, result('5')])))).toBe(
			'The cassette tape.jsonl has no answer to the result "5". It goes on with the result "4".',
		);
	});

	it('says so where a call is allowed that was denied when it was recorded', async () => {
		const call: Message = {
			role: 'assistant',
			blocks: [{type: 'tool-call', callId: 'c1', modelName: 'one__echo', arguments: {}}],
		};
		const result = (outcome: 'denied' | 'failed', text: string): Message => ({
			role: 'tool',
			callId: 'c1',
			outcome,
			content: [{type: 'text', text}],
		});
		const denied = ask([user('go'), call, result('denied', 'The user said no.')]);
		const {play} = await recordAndPlay(scriptModel(says('Done.')), [denied]);
		const found = createSceneFinder([], 'replay').find('tools/call', {name: 'echo', arguments: {a: 'b'}});
		const why = found.type === 'missing' ? found.why : '';
		expect(why).toBe('The cassette has no call of "echo". This call did not run when it was recorded.');
		const [failed] = await collect(play().model, ask([user('go'), call, result('failed', `Failed: ${why}`)]));
		expect(failed).toMatchObject({
			trouble: {
				failure: {
					message:
						'The cassette tape.jsonl does not go on from here: a call was allowed now that did not run when it was recorded.',
					hint: 'Answer as it was answered then: it goes on with the result "The user said no.".',
				},
			},
		});
	});

	it('knows a conversation again although a session gives calls other ids each time', async () => {
		const called = (callId: string): readonly Message[] => [
			{role: 'assistant', blocks: [{type: 'tool-call', callId, modelName: 'one__echo', arguments: {}}]},
			{role: 'tool', callId, outcome: 'succeeded', content: [{type: 'text', text: callId.slice(0, 1)}]},
		];
		const twice = (first: string, second: string): ModelRequest =>
			ask([user('go'), ...called(first), ...called(second)]);
		const {said, play} = await recordAndPlay(scriptModel(says('Done.')), [twice('a', 'b-1')]);
		expect(await collect(play().model, twice('a', 'b-2'))).toEqual(said[0]);
		const swapped: readonly Message[] = [
			{
				role: 'assistant',
				blocks: ['a', 'b'].map(callId => ({
					type: 'tool-call',
					callId,
					modelName: 'one__echo',
					arguments: {},
				})),
			},
			...['b', 'a'].flatMap(callId => called(callId).slice(1)),
		];
		const ordered = [swapped.at(0), swapped.at(2), swapped.at(1)].filter(each => each !== undefined);
		const other = await recordAndPlay(scriptModel(says('Done.')), [ask(swapped)]);
		expect(failureIn(await collect(other.play().model, ask(ordered)))).toContain('has no answer');
	});

	it('calls no tool that is not offered any more', async () => {
		const request = ask([user('go')], ['one__echo']);
		const {play} = await recordAndPlay(scriptModel(callsTools(toolCall('c1', 'one__echo'))), [request]);
		expect(failureIn(await collect(play().model, ask([user('go')], ['one__other'])))).toBe(
			'The recorded answer calls one__echo, which is not offered now.',
		);
		expect((await collect(play().model, request))[0]?.type).toBe('tool-call');
	});

	it('suggests what was said next', async () => {
		const first = [user('hi')];
		const second = [...first, answer('Hello.'), user('and now?')];
		const {play} = await recordAndPlay(scriptModel(says('Hello.'), says('Bye.')), [ask(first), ask(second)]);
		const {suggestPrompt} = play();
		expect(suggestPrompt([])).toBe('hi');
		expect(suggestPrompt([...first, answer('Hello.')])).toBe('and now?');
		expect(suggestPrompt([user('else')])).toBeUndefined();
		expect(suggestPrompt([...second, answer('Bye.')])).toBeUndefined();
	});

	it('knows the conversation again although secrets are hidden in it', async () => {
		const clean = <Value>(value: Value): Value =>
			JSON.parse(JSON.stringify(value).replaceAll('canary-77', '•••'));
		const model = scriptModel(callsTools(toolCall('c1', 'one__echo', {key: 'canary-77'})));
		const request = ask([user('use canary-77')], ['one__echo']);
		const {records, play} = await recordAndPlay(model, [request], clean);
		expect(JSON.stringify(records)).not.toContain('canary-77');
		const played = await collect(play().model, request);
		expect(played[0]).toMatchObject({type: 'tool-call', arguments: {key: '•••'}});
		expect(await collect(play().model, ask([user('use •••')], ['one__echo']))).toEqual(played);
	});

	it('does not say a key again that the model said in pieces', async () => {
		const pieces = ['It is sk-', 'ant-', 'api03-abcdefghijkl', '.'].map(
			text => ({type: 'text', text}) as const,
		);
		const model = scriptModel(events(...pieces, {type: 'finished', reason: 'stop'}));
		const {said, records, play} = await recordAndPlay(model, [ask([user('hi')])], hideTokens);
		expect(said[0]?.slice(0, -1)).toEqual(pieces);
		expect(JSON.stringify(records)).not.toContain('api03');
		const played = await collect(play().model, ask([user('hi')]));
		expect(played.map(event => (event.type === 'text' ? event.text : '')).join('')).toBe('It is •••.');
	});

	it('is like the model that was recorded', async () => {
		const model: Model = {
			...scriptModel(says('Hello.')),
			facts: () => ({contextTokens: 1000, seesImages: true}),
			toolLimit: 3,
			fitTool: ({modelName}) => (modelName === 'bad' ? {type: 'unfit', reason: 'too odd'} : {type: 'fits'}),
		};
		const {file, recording} = await startRecording();
		const recorded = recording.model(model);
		recorded.fitTool?.(offered('bad'));
		await collect(recorded, ask([user('hi')]));
		await recording.close();
		const {records} = await mustRead(file);
		const {model: played} = createReplayedModel({
			id: 'other',
			file,
			records,
			longestWait: 0,
			clean: value => value,
		});
		expect(played.id).toBe('other');
		expect(played.facts?.()).toEqual({contextTokens: 1000, seesImages: true});
		expect(played.toolLimit).toBe(3);
		expect(played.fitTool?.(offered('bad'))).toEqual({type: 'unfit', reason: 'too odd'});
		expect(played.fitTool?.(offered('good'))).toEqual({type: 'fits'});
		expect(modelsOf(records)).toEqual([model.id]);
	});

	it('has a tool of any name as it was', async () => {
		const unfit = ({modelName}: OfferedTool): ToolFit =>
			modelName === '__proto__' ? {type: 'unfit', reason: 'too odd'} : {type: 'fits'};
		const {file, recording} = await startRecording();
		const recorded = recording.model({...scriptModel(says('Hello.')), fitTool: unfit});
		for (const name of ['__proto__', 'constructor']) recorded.fitTool?.(offered(name));
		await collect(recorded, ask([user('hi')]));
		await recording.close();
		expect(readFileSync(file, 'utf8')).toContain('"fits":{"__proto__":{"type":"unfit","reason":"too odd"}}');
		const options = {id: 'other', file, longestWait: 0, clean: same};
		const fits = {bad: {type: 'unfit', reason: 'too odd'}} as const;
		const records = [{type: 'model', at: 0, model: 'other', fits}] as const;
		const {model: played} = createReplayedModel({...options, records});
		expect(played.fitTool?.(offered('constructor'))).toEqual({type: 'fits'});
	});

	it('says that an answer was never whole', async () => {
		const model = scriptModel(events({type: 'text', text: 'Hel'}));
		const {play} = await recordAndPlay(model, [ask([user('hi')])]);
		const [first, ...rest] = await collect(play().model, ask([user('hi')]));
		expect(first).toEqual({type: 'text', text: 'Hel'});
		expect(failureIn(rest)).toBe('The cassette has only the beginning of this answer.');
	});

	it('suggests no message of which it has only the beginning, and no command', async () => {
		const suggestionFor = async (text: string): Promise<string | undefined> =>
			(await recordAndPlay(scriptModel(says('Yes.')), [ask([user(text)])])).play().suggestPrompt([]);
		expect(await suggestionFor('x'.repeat(5000))).toBeUndefined();
		expect(await suggestionFor('/approvals auto')).toBeUndefined();
		expect(await suggestionFor('/exit')).toBeUndefined();
		expect(await suggestionFor('/files:summary a.txt')).toBe('/files:summary a.txt');
		expect(await suggestionFor('/usr/bin/env fails')).toBe('/usr/bin/env fails');
	});

	it('stops when it is told to', async () => {
		const model = scriptModel(says('Hello.'));
		const {play} = await recordAndPlay(model, [ask([user('hi')])]);
		const stopped: ModelEvent[] = [];
		const {model: played} = play();
		for await (const event of played.stream(ask([user('hi')]), AbortSignal.abort())) stopped.push(event);
		expect(stopped).toEqual([]);
	});
});
