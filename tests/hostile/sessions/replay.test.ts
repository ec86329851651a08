import {Buffer} from 'node:buffer';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {createEventLog} from '../../../source/app/event-log.ts';
import {encodeRecord} from '../../../source/core/sessions/record.ts';
import {type AppEvent, isSessionEvent, type SessionEvent} from '../../../source/domain/event.ts';
import {type AppState, initialState} from '../../../source/state/app-state.ts';
import {modelContext} from '../../../source/state/model-context.ts';
import {reduce} from '../../../source/state/reduce.ts';
import {keptItems} from '../../../source/state/rewind.ts';
import {expectValidHistory} from '../../helpers/check-history.ts';
import {anyEvents, at, plainState, replay} from '../../helpers/conversation-events.ts';
import {readLog} from '../../integration/sessions/read-log.ts';
import {temporaryFolder} from '../../integration/sessions/temporary-folder.ts';

/** Nothing is saved before something was said. */
const begun: readonly AppEvent[] = [
	at({type: 'session-started', sessionId: 'one', version: '1', model: 'm', cwd: '/'}),
	at({type: 'message-accepted', turnId: 't1', messageId: 'first', text: 'Hello'}),
];

/** Lets everything happen in a program that runs: what it then shows, and what it has saved. */
const live = (events: readonly AppEvent[]) => {
	let state: AppState = initialState;
	let now = 0;
	const saved: SessionEvent[] = [];
	const {emit} = createEventLog({
		journal: {
			append: event => void saved.push(event),
			flush: async () => undefined,
			close: async () => undefined,
		},
		now: () => now,
		apply: event => {
			state = reduce(state, event);
		},
	});
	for (const {at: moment, ...fact} of [...begun, ...events]) {
		now = moment;
		emit(fact);
	}
	return {state, saved};
};

const bytesOf = (events: readonly SessionEvent[]): Buffer =>
	Buffer.concat(events.map((event, index) => encodeRecord(index + 1, event)));

/** What of a state belongs to the conversation: neither notices, which nobody keeps, nor what was only for the moment. */
const conversationOf = (state: AppState) => ({
	context: modelContext(state),
	kept: [...keptItems(state)].flatMap(item => {
		const {id: _, ...rest} = item;
		return item.type === 'notice' ? [] : [rest];
	}),
	calls: [...state.calls.values()].map(({callId, status, arguments: args}) => ({callId, status, args})),
	usage: state.usage,
	model: state.model,
	workMode: state.workMode,
	assistant: state.assistant,
	turn: state.turn,
});

describe('a session that is replayed', () => {
	it('is in the very state that it was in, for any sequence of what is saved', async () => {
		const file = join(await temporaryFolder(), 'one.jsonl');
		await fc.assert(
			fc.asyncProperty(anyEvents, async any => {
				const {state, saved} = live(any.filter(isSessionEvent));
				await writeFile(file, bytesOf(saved));
				const {events} = await readLog(file);
				expect(plainState(replay(events))).toEqual(plainState(state));
			}),
		);
	});

	it('is the same conversation, whatever else happened while it was live', async () => {
		const file = join(await temporaryFolder(), 'one.jsonl');
		await fc.assert(
			fc.asyncProperty(anyEvents, async any => {
				const {state, saved} = live(any);
				await writeFile(file, bytesOf(saved));
				const {events} = await readLog(file);
				expect(conversationOf(replay(events))).toEqual(conversationOf(state));
			}),
		);
	});

	it('loads from any prefix of its file, as it was then, and goes on with a valid history', async () => {
		const file = join(await temporaryFolder(), 'one.jsonl');
		await fc.assert(
			fc.asyncProperty(anyEvents, fc.nat(), async (any, place) => {
				const {saved} = live(any);
				const bytes = bytesOf(saved);
				await writeFile(file, bytes.subarray(0, place % (bytes.length + 1)));
				const {events, report} = await readLog(file);
				expect(report.damaged).toBeLessThanOrEqual(1);
				expect(plainState(replay(events))).toEqual(plainState(replay(saved.slice(0, events.length))));
				const resumed = at({type: 'session-resumed' as const, sessionId: 'one', version: '2', model: 'm'});
				expectValidHistory(modelContext(replay([...events, resumed])));
			}),
		);
	});
});
