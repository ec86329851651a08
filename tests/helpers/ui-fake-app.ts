import type {App} from '../../source/app/app.ts';
import {type Catalogue, emptyCatalogue} from '../../source/app/catalogue.ts';
import {createRewinding} from '../../source/app/rewinding.ts';
import type {AskAnswer} from '../../source/domain/ask.ts';
import type {AppFact} from '../../source/domain/event.ts';
import {type AppState, initialState} from '../../source/state/app-state.ts';
import {reduce} from '../../source/state/reduce.ts';
import {createCounterIds} from './counter-ids.ts';

export type FakeApp = {
	readonly app: App;
	/** Applies a fact with the real reducer and tells the listeners at once. */
	readonly emit: (...facts: readonly AppFact[]) => void;
	readonly submitted: string[];
	/** What of each was typed, where the front end says so. */
	readonly typed: (string | undefined)[];
	readonly opened: string[];
	readonly answers: {readonly askId: string; readonly answer: AskAnswer}[];
	readonly count: {interrupts: number; cycles: number; listeners: number; goneOn: number};
	/** What commands take, by their names. */
	arguments: Readonly<Record<string, readonly string[]>>;
	/** Why texts are no commands, by the text. */
	readonly unknown: Map<string, string>;
	suggestion: string | undefined;
	/** Whether a tool takes arguments; unless told otherwise, it takes any. */
	check: App['checkArguments'];
	/** Texts that were given back to the user. */
	readonly returned: string[];
	/** Whether there is nothing to interrupt. */
	isIdle: boolean;
	/** What is known about tools, and what comes of trying them. */
	explorer: Partial<App['explorer']>;
};

/** The App at its type: real state, and a record of what the front end asked for. */
export const createFakeApp = (now: () => number = () => 0, catalogue: Partial<Catalogue> = {}): FakeApp => {
	const fakeCatalogue: Catalogue = {...emptyCatalogue, ...catalogue};
	let state: AppState = initialState;
	const listeners = new Set<() => void>();
	const emit = (...facts: readonly AppFact[]): void => {
		for (const fact of facts) {
			state = reduce(state, {...fact, at: now()});
		}
		for (const listener of listeners) {
			listener();
		}
	};
	const fake: FakeApp = {
		emit,
		submitted: [],
		typed: [],
		opened: [],
		answers: [],
		count: {interrupts: 0, cycles: 0, listeners: 0, goneOn: 0},
		unknown: new Map(),
		arguments: {mode: ['plan', 'act']},
		suggestion: undefined,
		check: async () => undefined,
		returned: [],
		isIdle: false,
		explorer: {},
		app: {
			changeAssistant: async () => ({type: 'changed'}),
			followAssistant: async () => ({type: 'changed'}),
			revokeForSession: ({server, tool}) => emit({type: 'session-grant-revoked', server, tool}),
			getState: () => state,
			subscribe(listener) {
				listeners.add(listener);
				fake.count.listeners = listeners.size;
				return () => {
					listeners.delete(listener);
					fake.count.listeners = listeners.size;
				};
			},
			submit(text, options) {
				fake.submitted.push(text);
				fake.typed.push(options?.typed);
			},
			send(text) {
				fake.submitted.push(text);
			},
			answer(askId, answer) {
				fake.answers.push({askId, answer});
				emit({type: 'ask-answered', askId, answer});
			},
			openPage(askId) {
				fake.opened.push(askId);
			},
			interrupt() {
				fake.count.interrupts += 1;
				return !fake.isIdle;
			},
			stopWaiting() {
				fake.count.goneOn += 1;
				return state.awaiting !== undefined;
			},
			withdrawQueue() {
				const texts = state.queue.map(({text}) => text);
				emit({type: 'queue-withdrawn'});
				return texts.join('\n');
			},
			setApprovalMode() {},
			checkArguments: (...wanted) => fake.check(...wanted),
			assistant: () => undefined,
			changeModel: async () => ({type: 'same'}),
			cycleApprovalMode() {
				fake.count.cycles += 1;
			},
			suggestion: () => fake.suggestion,
			whyUnknownCommand: text => fake.unknown.get(text),
			argumentsOf: command => fake.arguments[command] ?? [],
			catalogue: fakeCatalogue,
			attachFrontEnd() {},
			rawMessages: () => undefined,
			readResult: async () => undefined,
			keepImage: async () => undefined,
			runAgain: async () => ({type: 'cancelled', sent: false}),
			whyAskAgain: () => ({rule: 'test'}),
			toolUses: {all: () => [], refresh: async () => undefined},
			rewinding: createRewinding({
				sink: {emit, commit: async fact => emit(fact)},
				getState: () => state,
				newId: createCounterIds('rewind'),
				servers: {tools: fakeCatalogue.tools},
				putDraft: text => fake.returned.push(text),
			}),
			explorer: {
				tools: fakeCatalogue.tools,
				standingOf: tool =>
					fake.explorer.standingOf?.(tool) ?? {isOff: false, flags: [], isSuspicious: false},
				isBelieved: () => false,
				whyNotNow: () => fake.explorer.whyNotNow?.(),
				doubts: (tool, args) => fake.explorer.doubts?.(tool, args) ?? [],
				check: async (tool, args, signal) => fake.explorer.check?.(tool, args, signal),
				run: async (tool, args, options, signal) =>
					fake.explorer.run?.(tool, args, options, signal) ?? {type: 'cancelled', sent: false},
			},
			settled: () => Promise.resolve(undefined),
			exitRequested: new Promise<undefined>(() => undefined),
			moveTo: () => undefined,
			flush: async () => undefined,
			isUsable: () => true,
			serverRequests: {
				elicit: async () => ({action: 'cancel'}),
				sample: async () => ({type: 'refused', failure: {code: 'test', message: 'no'}}),
				signIn: async () => ({type: 'declined'}),
				roots: () => [],
			},
			askFolder: async () => 'later',
			askInput: async () => 'later',
			report: fact => emit(fact),
			refreshDefinitions: () => Promise.resolve(),
			close: () => Promise.resolve(),
		},
	};
	return fake;
};
