import type {App} from '../app/create-app.ts';
import type {ApprovalAsk, Ask, AskAnswer, SamplingAsk} from '../domain/ask.ts';
import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import type {Failure} from '../domain/failure.ts';
import {sanitise} from '../support/sanitise.ts';
import {lastAnswer, type RunPart, resultObject, sinceThen} from './result-object.ts';
import {createSamplingAllowance} from './sampling-allowance.ts';

export type OutputFormat = 'text' | 'json' | 'stream-json';

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

type PromptOptions = {
	readonly format: OutputFormat;
	readonly stdout: Output;
	readonly stderr: Output;
};

export const exitCodes = {ok: 0, failed: 1, approvalNeeded: 2, badInput: 42, stepLimit: 53} as const;

/** A pipe gets the bytes as they are; a terminal must not obey them. */
const print = (output: Output, text: string): void => {
	output.write(output.isTTY === true ? sanitise(text) : text);
};

/** A server names its tools, and a hint gets pasted into shells: only names without syntax are put in. */
const allowHint = (name: string): string =>
	/^[\w./:@-]+$/.test(name)
		? `Allow it with --allowed-tools "${name}", or everything with --approval auto.`
		: 'Allow it with --allowed-tools, or everything with --approval auto.';

const shellName = (name: string): string => (/^[\w.:@-]+$/.test(name) ? name : '<name>');

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const sentences = ({message, hint}: Failure): string =>
	hint === undefined ? message : `${message}\n${hint}`;

const approvalFailure = ({server, tool, rule}: ApprovalAsk): Failure => ({
	code: 'approval-needed',
	message: `${server} wants to run ${tool}, and nobody is here to approve it (${rule}).`,
	hint: allowHint(`${server}__${tool}`),
});

type LoneAnswer = {readonly answer: AskAnswer; readonly note?: string};

type MaySample = (ask: SamplingAsk) => string | undefined;

const answerSampling = (ask: SamplingAsk, isAuto: boolean, maySample: MaySample): LoneAnswer => {
	const wish = `${ask.server} wants to use ${ask.model}`;
	if (!isAuto) {
		const note = `${wish}, and nobody is here to allow it.\nAllow it with --approval auto.`;
		return {answer: {type: 'deny'}, note};
	}
	const obstacle = maySample(ask);
	return obstacle === undefined
		? {answer: {type: 'allow', scope: 'once'}}
		: {answer: {type: 'deny'}, note: `${wish}, and may not: ${obstacle}.`};
};

/** What becomes of a question that nobody can answer, and what is said about it. */
const answerAlone = (ask: Ask, isAuto: boolean, maySample: MaySample): LoneAnswer => {
	switch (ask.kind) {
		case 'approval':
			return {answer: {type: 'stop', rule: 'nobody could be asked'}};
		case 'elicitation':
			return {
				answer: {type: 'dismiss'},
				note: `${ask.server} has a question, and nobody is here to answer it: ${cut(ask.request.message)}`,
			};
		case 'sampling':
			return answerSampling(ask, isAuto, maySample);
		case 'sign-in':
			return {
				answer: {type: 'deny'},
				note: `${ask.server} needs you to sign in, and nobody is here to do so.\nSign in with: mcp-tui mcp login ${shellName(ask.server)}`,
			};
		default:
			return assertNever(ask);
	}
};

/** Answers one prompt without a screen. It sees the same events as the chat and prints them. */
export const createPromptRun = ({format, stdout, stderr}: PromptOptions) => {
	let unanswered: ApprovalAsk | undefined;
	let app: App | undefined;
	const allowance = createSamplingAllowance();
	const maySample: MaySample = ({server}) => allowance(server, app?.getState().calls.live() ?? []);

	const onEvent = (event: AppEvent): void => {
		if (format === 'stream-json') {
			print(stdout, `${JSON.stringify(event)}\n`);
		}
		if (event.type === 'ask-raised') {
			const {ask} = event;
			if (ask.kind === 'approval') {
				unanswered ??= ask;
			}
			// After the asker has settled down to wait.
			queueMicrotask(() => {
				const isAuto = app?.getState().approvalMode === 'auto';
				const {answer, note} = answerAlone(ask, isAuto, maySample);
				if (note !== undefined) {
					print(stderr, `${note}\n`);
				}
				app?.answer(ask.askId, answer);
			});
		}
		if (event.type === 'notice-raised') {
			print(stderr, `${event.text}\n`);
		}
		if (event.type === 'server-status-changed') {
			const {status} = event;
			if (
				status.type === 'failed' ||
				status.type === 'needs-sign-in' ||
				status.type === 'ready-but-list-failed'
			) {
				print(stderr, `${sentences(status.failure)}\n`);
			}
		}
		if (event.type === 'saving-failed') {
			print(stderr, `This session is not saved: ${event.failure.message}\n`);
		}
	};

	const finish = (state: RunPart, failure: Failure | undefined): void => {
		switch (format) {
			case 'json':
			case 'stream-json':
				print(stdout, `${JSON.stringify(resultObject(state, failure))}\n`);
				break;
			case 'text': {
				const text = lastAnswer(state);
				if (text !== '') {
					print(stdout, text.endsWith('\n') ? text : `${text}\n`);
				}
				break;
			}
			default:
				assertNever(format);
		}
		if (failure !== undefined) {
			print(stderr, `${sentences(failure)}\n`);
		}
	};

	return {
		onEvent,
		/** Nothing could be run at all; a script still gets its object. */
		refuse(failure: Failure, model: string): number {
			const usage = {inputTokens: 0, outputTokens: 0};
			finish({items: [], calls: [], usage, sessionId: '', model}, failure);
			return exitCodes.badInput;
		},
		async run(running: App, prompt: string): Promise<number> {
			app = running;
			const before = running.getState();
			running.send(prompt);
			const outcome = await running.settled();
			const state = sinceThen(before, running.getState());
			if (unanswered !== undefined) {
				finish(state, approvalFailure(unanswered));
				return exitCodes.approvalNeeded;
			}
			if (outcome?.type === 'failed') {
				finish(state, outcome.failure);
				return outcome.failure.code === 'step-limit' ? exitCodes.stepLimit : exitCodes.failed;
			}
			if (outcome?.type === 'interrupted') {
				finish(state, {code: 'interrupted', message: 'Interrupted.'});
				return exitCodes.failed;
			}
			finish(state, undefined);
			return exitCodes.ok;
		},
	};
};
