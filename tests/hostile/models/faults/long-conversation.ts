import {expect} from 'vitest';
import type {WireProtocol} from '../../../../source/core/models/adapter.ts';
import type {AppEvent} from '../../../../source/domain/event.ts';
import type {ToolServers} from '../../../../source/domain/ports.ts';
import {succeededWith} from '../../../helpers/fake-servers.ts';
import {createFileServers, readTool, writeTool} from '../../../helpers/model-app.ts';
import {callOf, type ScriptPart, type StreamAnswer, says} from '../../../servers/models/fault-script.ts';
import type {FaultRequest} from '../../../servers/models/fault-server.ts';

const step = (thought: string, ...parts: readonly ScriptPart[]): StreamAnswer => ({
	type: 'stream',
	parts: [{type: 'thinking', text: thought}, ...parts],
	finish: 'calls',
});

/** A turn of several steps with everything in it that makes a history difficult. */
export const longConversation: readonly StreamAnswer[] = [
	step(
		'Two at once.',
		{type: 'text', text: 'I read and write.'},
		callOf('call_1', readTool, {path: 'a'}),
		callOf('call_2', writeTool, {path: 'b', text: 'ü'}),
	),
	step(
		'Now mistakes.',
		callOf('call_1', readTool, {path: 'the same id'}),
		callOf('call_3', writeTool, '{"path": "half'),
		callOf('call_4', 'files__nobody', {}),
	),
	step('Once more.', {type: 'text', text: 'One more.'}, callOf('', readTool, {path: 'c'})),
	says('Here is the end of it.'),
];

/** Thinking is on, so that what has to come back untouched is there. */
export const thinkingSettings = {thinking: 'low'} as const;

/** Lets everything that is ready happen, so many times. */
export const letHappen = async (times: number): Promise<void> => {
	for (let time = 0; time < times; time += 1) await new Promise(resolve => setImmediate(resolve));
};

/** Tools that take a moment, and say so when they are interrupted in it. */
export const createSlowTools = () => {
	const call: ToolServers['call'] = async (_ref, args, _onProgress, signal) => {
		await letHappen(2);
		return signal.aborted ? {type: 'cancelled', sent: true} : succeededWith(JSON.stringify(args));
	};
	return createFileServers(call);
};

/** The calls in the answers that count. */
const countCalls = (events: readonly AppEvent[]): number =>
	events
		.flatMap(event => (event.type === 'step-finished' ? event.blocks : []))
		.filter(({type}) => type === 'tool-call').length;

type Content = {readonly role?: string; readonly type?: string; readonly content?: unknown};

const resultsIn = ({protocol, body}: FaultRequest): number => {
	const blocks = (message: Content): readonly Content[] =>
		Array.isArray(message.content) ? message.content : [];
	const counters: Readonly<Record<WireProtocol, () => number>> = {
		anthropic: () => body.messages.flatMap(blocks).filter(({type}: Content) => type === 'tool_result').length,
		responses: () => body.input.filter(({type}: Content) => type === 'function_call_output').length,
		chat: () => body.messages.filter(({role}: Content) => role === 'tool').length,
	};
	return counters[protocol]();
};

/** The request that came after whatever happened: nothing is wrong with it, and nothing is missing in it. */
export const expectSoundRequest = (
	request: FaultRequest | undefined,
	events: readonly AppEvent[],
	texts: readonly string[],
): void => {
	expect(request?.problems).toEqual([]);
	if (request === undefined) return;
	expect(resultsIn(request)).toBe(countCalls(events));
	const written = JSON.stringify(request.body);
	for (const text of texts) expect(written).toContain(text);
};
