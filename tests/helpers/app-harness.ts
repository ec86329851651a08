import type {App} from '../../source/app/app.ts';
import type {AppDeps} from '../../source/app/app-deps.ts';
import {createApp} from '../../source/app/create-app.ts';
import {createPolicy} from '../../source/core/approvals/create-policy.ts';
import {noApprovals} from '../../source/domain/approval.ts';
import type {AppEvent, SessionEvent} from '../../source/domain/event.ts';
import type {Policy} from '../../source/domain/ports.ts';
import type {AppState} from '../../source/state/app-state.ts';
import {createCounterIds} from './counter-ids.ts';
import {createFakeClock, type FakeClock} from './fake-clock.ts';
import {createFakeServers, type FakeServers} from './fake-servers.ts';
import {type ScriptedModel, says, scriptModel} from './scripted-model.ts';

export type AppHarness = {
	readonly app: App;
	readonly model: ScriptedModel;
	readonly servers: FakeServers;
	readonly clock: FakeClock;
	readonly events: readonly AppEvent[];
	/** What the session file would hold. */
	readonly saved: readonly SessionEvent[];
	readonly isJournalClosed: () => boolean;
	/** Resolves once the state is as wanted; looks again after every event. */
	readonly until: (isWanted: (state: AppState) => boolean) => Promise<void>;
};

/** A policy that knows no rules; tests replace what they are about. */
export const allowAll: Policy = {
	decide: () => ({decision: 'allow', rule: 'test'}),
	isBelieved: () => false,
	isReadOnly: () => false,
	isUntrusted: () => false,
	isForeignTo: () => false,
	isHarmless: () => false,
	isReviewed: () => false,
};

type HarnessOptions = Partial<Omit<AppDeps, 'model' | 'servers'>> & {
	readonly model?: ScriptedModel;
	readonly servers?: FakeServers;
};

/** The whole app with fakes at its ports. */
export const createAppHarness = ({
	model = scriptModel(says('Hello.')),
	servers = createFakeServers(),
	onEvent,
	...rest
}: HarnessOptions = {}): AppHarness => {
	const clock = createFakeClock();
	const events: AppEvent[] = [];
	const saved: SessionEvent[] = [];
	let isJournalClosed = false;
	let waiting: ReadonlyArray<() => boolean> = [];
	const app = createApp({
		model,
		servers,
		suggestPrompt: () => undefined,
		policy: createPolicy({
			settings: rest.approvals ?? (() => noApprovals),
			isOwnServer: () => true,
			allowedTools: [],
			disallowedTools: [],
			grants: () => rest.grantBook?.list() ?? [],
			serverPrintOf: () => 'print',
			...(rest.ownTools === undefined
				? {}
				: {ownTools: [rest.ownTools.searchTools, rest.ownTools.readResult]}),
		}),
		journal: {
			append: event => {
				saved.push(event);
			},
			flush: async () => undefined,
			close: async () => {
				isJournalClosed = true;
			},
		},
		now: clock.now,
		newId: createCounterIds(),
		schedule: clock.schedule,
		random: () => 0.5,
		sleep: clock.sleep,
		results: {keep: async (_callId, result) => result, read: async () => undefined},
		sessionId: 'session-1',
		past: [],
		version: '1.2.3',
		cwd: '/home/test',
		maxSteps: 10,
		approvalMode: 'always-ask',
		...rest,
		onEvent(event) {
			events.push(event);
			onEvent?.(event);
			waiting = waiting.filter(isDone => !isDone());
		},
	});
	return {
		app,
		model,
		servers,
		clock,
		events,
		saved,
		isJournalClosed: () => isJournalClosed,
		until: isWanted =>
			new Promise(resolve => {
				if (isWanted(app.getState())) {
					resolve();
					return;
				}
				waiting = [
					...waiting,
					() => {
						const isDone = isWanted(app.getState());
						if (isDone) {
							resolve();
						}
						return isDone;
					},
				];
			}),
	};
};
