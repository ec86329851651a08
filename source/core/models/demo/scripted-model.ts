import type {Message} from '../../../domain/message.ts';
import type {Model, ModelEvent, TroubleKind, Usage} from '../../../domain/model.ts';
import type {NewId} from '../../../domain/ports.ts';
import type {DemoFailure, DemoScript, DemoStep} from './demo-script.ts';
import {findStep, isSaid} from './find-step.ts';

export type ScriptedModelDeps = {
	readonly newId: NewId;
	readonly now: () => number;
	readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
};

const frameMilliseconds = 16;
const burst = 50;

const tokensOf = (text: string): readonly string[] => text.match(/\s*\S{1,6}|\s+/g) ?? [];

const estimateTokens = (characters: number): number => Math.ceil(characters / 4);

const resultText = (messages: readonly Message[]): string => {
	const last = messages.findLast(message => message.role === 'tool');
	return last?.role === 'tool'
		? last.content.map(content => (content.type === 'text' ? content.text : `[${content.type}]`)).join('\n')
		: '';
};

const promptText = (messages: readonly Message[]): string => {
	return messages.findLast(isSaid)?.text ?? '';
};

const fill = (template: string, messages: readonly Message[]): string =>
	template
		.replaceAll('{{result}}', () => resultText(messages).trim())
		.replaceAll('{{prompt}}', () => promptText(messages));

/** Those that may be gone when the same is asked again. */
const passing: ReadonlySet<TroubleKind> = new Set([
	'overloaded',
	'rate-limited',
	'unreachable',
	'cut',
	'stalled',
	'garbled',
	'provider-error',
]);

const failed = ({kind, message, retryAfter, tools}: DemoFailure): ModelEvent => ({
	type: 'failed',
	trouble: {
		kind,
		failure: {code: kind, message, hint: 'The script wants it so.'},
		...(passing.has(kind) ? {retry: retryAfter === undefined ? {} : {after: retryAfter * 1000}} : {}),
		...(tools === undefined ? {} : {tools}),
	},
});

/** A model that says what its script says, at the speed of a real one. */
export const createScriptedModel = (id: string, script: DemoScript, deps: ScriptedModelDeps): Model => {
	/** How often each step has failed: the same request comes again, and may go better. */
	const failures = new Map<DemoStep, number>();

	/** Yields when enough time has passed for the next few tokens. */
	async function* paced(
		type: 'text' | 'thinking',
		text: string,
		signal: AbortSignal,
	): AsyncGenerator<ModelEvent> {
		const startedAt = deps.now();
		let index = 0;
		for (const token of tokensOf(text)) {
			if (script.pace > 0) {
				const dueAt = startedAt + (index * 1000) / script.pace;
				if (dueAt > deps.now()) {
					await deps.sleep(Math.max(frameMilliseconds, dueAt - deps.now()), signal);
				}
			} else if (index % burst === 0) {
				await deps.sleep(0, signal);
			}
			if (signal.aborted) {
				return;
			}
			index += 1;
			yield {type, text: token};
		}
	}

	async function* play(
		step: DemoStep,
		messages: readonly Message[],
		signal: AbortSignal,
	): AsyncGenerator<ModelEvent> {
		const count = failures.get(step) ?? 0;
		if (step.fail !== undefined && count < step.fail.times) {
			failures.set(step, count + 1);
			yield failed(step.fail);
			return;
		}
		const thinking = fill(step.think ?? '', messages);
		const text = fill(step.say ?? '', messages);
		yield* paced('thinking', thinking, signal);
		yield* paced('text', text, signal);
		if (step.cut === true || signal.aborted) {
			return;
		}
		const calls = step.calls ?? [];
		for (const call of calls) {
			yield {
				type: 'tool-call',
				callId: deps.newId(),
				modelName: call.tool,
				arguments: call.invalid === undefined ? call.arguments : {},
				...(call.invalid === undefined ? {} : {invalid: call.invalid}),
			};
		}
		const usage: Usage = {
			inputTokens: estimateTokens(JSON.stringify(messages).length),
			outputTokens: estimateTokens(thinking.length + text.length + JSON.stringify(calls).length),
			cost: 0,
			...step.usage,
		};
		yield {type: 'finished', reason: step.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop'), usage};
	}

	const {contextTokens} = script;
	return {
		id,
		...(contextTokens === undefined ? {} : {facts: () => ({contextTokens})}),
		stream: ({messages}, signal) => play(findStep(script, messages) ?? {}, messages, signal),
	};
};
