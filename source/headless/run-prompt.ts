import type {App} from '../app/app.ts';
import type {Ask} from '../domain/ask.ts';
import {assertNever} from '../domain/assert-never.ts';
import type {AppEvent} from '../domain/event.ts';
import type {Failure} from '../domain/failure.ts';
import type {Schedule} from '../domain/ports.ts';
import type {ToolRef, ToolResult} from '../domain/tool.ts';
import {countOf, listSome} from '../support/count-of.ts';
import {sanitise, sanitiseLine} from '../support/sanitise.ts';
import {answerAlone, type MaySample} from './answer-alone.ts';
import {missingAnswer, type NeededAnswer} from './missing-answer.ts';
import {plainFailure, plainText} from './plain-failure.ts';
import {lastAnswer, type RunPart, resultObject, sinceThen} from './result-object.ts';
import {createSamplingAllowance} from './sampling-allowance.ts';

export type OutputFormat = 'text' | 'json' | 'stream-json';

type Output = Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;

type PromptOptions = {
	readonly format: OutputFormat;
	readonly stdout: Output;
	readonly stderr: Output;
	readonly schedule: Schedule;
};

/** After so many milliseconds a script says what it waits for. */
const waitMilliseconds = 2000;
const namedServers = 10;
const mostTools = 30;

export const exitCodes = {ok: 0, failed: 1, approvalNeeded: 2, badInput: 42, stepLimit: 53} as const;

/** A pipe gets the bytes as they are; a terminal must not obey them. */
const print = (output: Output, text: string): void => {
	output.write(output.isTTY === true ? sanitise(text) : text);
};

const sentences = ({message, hint}: Failure): string =>
	hint === undefined ? message : `${message}\n${hint}`;

/** What is wrong with what the user gave, and not with how it went. */
const inputCodes: ReadonlySet<string> = new Set(['no-key', 'unknown-provider']);

const exitCodeOf = ({code}: Failure): number => {
	if (code === 'step-limit') {
		return exitCodes.stepLimit;
	}
	return inputCodes.has(code) ? exitCodes.badInput : exitCodes.failed;
};

/** What a server means for the user and not for the model has no other place to be seen in. */
const textForUser = ({content}: ToolResult): string =>
	content
		.flatMap(piece => (piece.isForUser === true && 'text' in piece ? [piece.text ?? ''] : []))
		.join('\n');

/** What a person who watches a script run has to know, as it happens. */
const remarkOn = (event: AppEvent): string | undefined => {
	switch (event.type) {
		case 'notice-raised':
			return plainText(event.text);
		case 'retry-scheduled': {
			const seconds = Math.max(1, Math.ceil((event.until - event.at) / 1000));
			return `${event.failure.message} Trying again in ${seconds} s, ${event.attempt} of ${event.attempts}.`;
		}
		case 'server-status-changed': {
			const {status} = event;
			const isTrouble =
				status.type === 'failed' ||
				status.type === 'needs-sign-in' ||
				status.type === 'ready-but-list-failed';
			if (isTrouble) {
				return sentences(status.failure);
			}
			// Entries of its lists that were left out are named there.
			return status.type === 'ready' && status.note !== undefined
				? plainText(`Server "${event.server}": ${status.note}`)
				: undefined;
		}
		case 'call-started':
			return event.unchecked === undefined
				? undefined
				: plainText(`Arguments were sent that were not checked: ${event.unchecked}.`);
		case 'call-succeeded':
		case 'call-failed':
			return event.result === undefined ? undefined : textForUser(event.result);
		case 'saving-failed':
			return `This session is not saved: ${event.failure.message}`;
		default:
			return undefined;
	}
};

/** Answers one prompt without a screen. It sees the same events as the chat and prints them. */
export const createPromptRun = ({format, stdout, stderr, schedule}: PromptOptions) => {
	let unanswered: NeededAnswer | undefined;
	let hasToldPlan = false;
	let app: App | undefined;
	const allowance = createSamplingAllowance();
	const maySample: MaySample = ask => allowance(ask, app?.getState().calls.live() ?? []);

	/** What the model may not do in plan mode, it may try: why that is in vain is said once. */
	const planRemark = (event: AppEvent): string | undefined => {
		if (hasToldPlan || (event.type !== 'call-denied' && event.type !== 'call-failed')) {
			return undefined;
		}
		const reason = event.type === 'call-denied' ? event.rule : event.failure.message;
		const {workMode, calls} = app?.getState() ?? {};
		if (workMode !== 'plan' || !reason.includes('plan mode')) {
			return undefined;
		}
		hasToldPlan = true;
		const name = calls?.get(event.callId)?.modelName ?? 'A tool';
		return `${name} was not run: in plan mode only tools that read are. Let it act with --mode act.`;
	};

	/** What was named already, here or in a note about a changed definition. */
	const namedTools = new Set<string>();
	const isNewName = (tool: ToolRef): boolean => {
		const name = JSON.stringify([tool.server, tool.tool]);
		const isNew = !namedTools.has(name);
		namedTools.add(name);
		return isNew;
	};

	/** One line for each reason. */
	const excludedRemark = (event: AppEvent): string | undefined => {
		if (event.type !== 'tools-excluded') {
			return undefined;
		}
		const names = new Map<string, string[]>();
		for (const {server, tool, reason} of event.tools.filter(isNewName)) {
			names.set(reason, [...(names.get(reason) ?? []), sanitiseLine(`${tool} of ${server}`)]);
		}
		return [...names]
			.map(([reason, tools]) => `Not offered to the model (${reason}): ${listSome(tools, mostTools)}.`)
			.join('\n');
	};

	let awaited: readonly string[] = [];
	let cancelWait: (() => void) | undefined;

	/** There is no key to press here, so the wait is as long as the servers may take. */
	const followWait = (servers: readonly string[]): void => {
		awaited = servers;
		if (servers.length === 0) {
			cancelWait?.();
			cancelWait = undefined;
			return;
		}
		cancelWait ??= schedule(() => {
			const names = listSome(awaited.map(sanitiseLine), namedServers);
			print(stderr, `Waiting for ${countOf(awaited.length, 'server')}: ${names}.\n`);
		}, waitMilliseconds);
	};

	const answerInPlace = (running: App, ask: Ask): void => {
		const isAuto = running.getState().approvalMode === 'auto';
		const {answer, note} = answerAlone(ask, isAuto, maySample);
		if (note !== undefined) {
			print(stderr, `${note}\n`);
		}
		running.answer(ask.askId, answer);
	};

	const onEvent = (event: AppEvent): void => {
		// A call that is being written is news several times a second, and comes whole afterwards.
		if (format === 'stream-json' && event.type !== 'call-drafted') {
			print(stdout, `${JSON.stringify(event)}\n`);
		}
		if (event.type === 'servers-awaited') {
			followWait(event.servers);
		}
		if (event.type === 'ask-raised') {
			const {ask} = event;
			if (ask.kind === 'approval' || ask.kind === 'result') {
				unanswered ??= ask;
			}
			if (ask.kind === 'definition') {
				for (const {tool} of ask.changes) isNewName({server: ask.server, tool});
			}
			// After the asker has settled down to wait.
			queueMicrotask(() => {
				if (app !== undefined) {
					answerInPlace(app, ask);
				}
			});
		}
		const remark = remarkOn(event) || planRemark(event) || excludedRemark(event);
		if (remark !== undefined && remark !== '') {
			print(stderr, `${remark}\n`);
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
			finish({items: [], calls: [], usage, sessionId: '', model, missingServers: []}, failure);
			return exitCodes.badInput;
		},
		/** `typed` is what of the prompt stands on the command line: names count only there. */
		async run(running: App, prompt: string, typed = prompt): Promise<number> {
			app = running;
			// What was asked while there was no app to answer to.
			for (const ask of running.getState().asks) {
				answerInPlace(running, ask);
			}
			const before = running.getState();
			running.send(prompt, {typed});
			const outcome = await running.settled();
			const state = sinceThen(before, running.getState());
			if (unanswered !== undefined) {
				finish(state, missingAnswer(unanswered));
				return exitCodes.approvalNeeded;
			}
			if (outcome?.type === 'failed') {
				finish(state, plainFailure(outcome.failure));
				return exitCodeOf(outcome.failure);
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
