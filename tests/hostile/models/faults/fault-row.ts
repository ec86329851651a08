import {expect} from 'vitest';
import type {WireProtocol} from '../../../../source/core/models/adapter.ts';
import type {AskAnswer} from '../../../../source/domain/ask.ts';
import type {AppEvent} from '../../../../source/domain/event.ts';
import type {ProviderSettings} from '../../../../source/domain/provider-settings.ts';
import {
	canaryKey,
	createFileServers,
	createModelApp,
	type ModelApp,
	openModelAt,
	readTool,
} from '../../../helpers/model-app.ts';
import {callOf, calls, type ScriptAnswer, says} from '../../../servers/models/fault-script.ts';
import {type FaultServer, startFaultServer} from '../../../servers/models/fault-server.ts';

/** One way in which an answer can go wrong, and what comes of it. */
export type FaultRow = {
	/** Continues "an answer that ...". */
	readonly fault: string;
	/** The protocols that it is about; all without it. */
	readonly protocols?: readonly WireProtocol[];
	/** The answers of the turn, the last again and again. */
	readonly answers: readonly ScriptAnswer[];
	readonly expected: Expected;
	/** The requests of the turn, those for a summary included. */
	readonly requests: number;
	/** How many tools ran. */
	readonly ran?: number;
	/** The waits between attempts, in milliseconds. */
	readonly waits?: readonly number[];
	readonly settings?: ProviderSettings;
	/** What the user answers when the turn asks how to go on. */
	readonly choice?: AskAnswer;
	/** What else must hold. */
	readonly also?: (after: {
		readonly server: FaultServer;
		readonly app: ModelApp;
		readonly protocol: WireProtocol;
	}) => void;
};

export type Expected =
	| {readonly type: 'fails'; readonly code: string; readonly message: RegExp; readonly hint: RegExp}
	/** The fault is survived; `text` is the answer in the end. */
	| {readonly type: 'finishes'; readonly text: string; readonly notice?: RegExp};

export const fails = (code: string, message: RegExp, hint: RegExp): Expected => ({
	type: 'fails',
	code,
	message,
	hint,
});
export const finishes = (text: string, notice?: RegExp): Expected => ({
	type: 'finishes',
	text,
	...(notice === undefined ? {} : {notice}),
});

const greeting = [calls(callOf('call_0', readTool, {path: 'a'})), says('Hello.')];

/** What the model said last, after so many items. */
const lastText = ({app}: ModelApp, items = 0): string => {
	const last = app
		.getState()
		.items.slice(items)
		.findLast(item => item.type === 'answer');
	return last?.type === 'answer' ? last.text : '';
};

const noticesIn = (events: readonly AppEvent[]): string =>
	events.map(event => (event.type === 'notice-raised' ? event.text : '')).join('\n');

/** Where the fault comes: in the first answer of a turn, or after a step with thinking and a call in the same turn. */
export type FaultMoment = 'at the beginning of a turn' | 'in the middle of a turn, with thinking on,';

const firstStep = calls(
	{type: 'thinking', text: 'First I look.'},
	callOf('call_first', readTool, {path: 'z'}),
);

/**
 * A conversation in which a tool was called goes well, then the fault comes, then another message is sent. The server
 * refuses whatever the provider would refuse.
 */
export const runFaultRow = async (
	row: FaultRow,
	protocol: WireProtocol,
	moment: FaultMoment,
): Promise<void> => {
	const isMiddle = moment !== 'at the beginning of a turn';
	const steps = isMiddle ? [firstStep] : [];
	const server = await startFaultServer(greeting);
	const servers = createFileServers();
	const thinking = isMiddle ? {thinking: 'low' as const} : {};
	const model = await openModelAt(protocol, server.url, {...thinking, ...row.settings});
	const app: ModelApp = createModelApp(model, {
		servers,
		onEvent(event) {
			if (event.type === 'ask-raised') {
				queueMicrotask(() => app.app.answer(event.ask.askId, row.choice ?? {type: 'stop'}));
			}
		},
	});
	await expect(app.say('Hello?')).resolves.toEqual({type: 'finished'});
	const before = {
		requests: server.requests.length,
		calls: servers.calls.length,
		events: app.events.length,
		items: app.app.getState().items.length,
		waits: app.clock.slept.length,
	};

	server.play([...steps, ...row.answers]);
	const outcome = await app.say('Do it.');
	const events = app.events.slice(before.events);
	expect(server.problems()).toEqual([]);
	if (row.expected.type === 'fails') {
		const {code, message, hint} = row.expected;
		expect(outcome).toEqual({
			type: 'failed',
			failure: {code, message: expect.stringMatching(message), hint: expect.stringMatching(hint)},
		});
		expect(events.map(({type}) => type)).toContain('turn-failed');
	} else {
		expect(outcome).toEqual({type: 'finished'});
		expect(lastText(app, before.items)).toBe(row.expected.text);
		if (row.expected.notice !== undefined) expect(noticesIn(events)).toMatch(row.expected.notice);
	}
	expect(servers.calls).toHaveLength(before.calls + steps.length + (row.ran ?? 0));
	expect(server.requests).toHaveLength(before.requests + steps.length + row.requests);
	expect(app.clock.slept.slice(before.waits)).toEqual(row.waits ?? []);
	row.also?.({server, app, protocol});

	server.play([says('Fine.')]);
	await expect(app.say('And now?')).resolves.toEqual({type: 'finished'});
	expect(lastText(app)).toBe('Fine.');
	expect(server.problems()).toEqual([]);
	expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('And now?');
	expect(JSON.stringify(app.events)).not.toContain(canaryKey);
};
