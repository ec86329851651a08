import type {Message} from '../../domain/message.ts';
import type {Model, ModelEvent, ModelRequest} from '../../domain/model.ts';
import type {OpenedModel} from '../../domain/model-ports.ts';
import {sleep} from '../../support/sleep.ts';
import type {AnswerRecord, CassetteRecord, ModelRecord, RequestRecord} from './cassette-record.ts';
import {notRun} from './find-scene.ts';
import {longestAsked, printConversation} from './print-conversation.ts';

export type ReplayedModelOptions = {
	/** What the model is called now. */
	readonly id: string;
	/** Only what this model was asked; without it everything. */
	readonly model?: string;
	readonly file: string;
	readonly records: readonly CassetteRecord[];
	/** Milliseconds: what took longer is played as if it had taken so long. */
	readonly longestWait: number;
	readonly clean: <Value>(value: Value) => Value;
};

type Opened = Extract<OpenedModel, {type: 'opened'}>;

type Answered = {readonly request: RequestRecord; readonly answer: readonly AnswerRecord[]};

const longestShown = 200;
const burst = 50;

const quote = (text: string): string => {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return `"${line.length > longestShown ? `${line.slice(0, longestShown)}…` : line}"`;
};

const describeAsked = ({role, text}: RequestRecord['asked']): string => {
	switch (role) {
		case 'user':
			return `the message ${quote(text)}`;
		case 'tool':
			return `the result ${quote(text)}`;
		case 'assistant':
			return `the answer ${quote(text)}`;
	}
};

/** Whether a call of this conversation was refused, because it did not run when it was recorded. */
const hasNewCall = (messages: readonly Message[]): boolean =>
	messages.some(
		message =>
			message.role === 'tool' &&
			message.content.some(content => content.type === 'text' && content.text.includes(notRun)),
	);

/** Nobody sends one to a model; a file that somebody made up must not put one under the enter key. */
const isCommand = (text: string): boolean => /^\s*\/[^\s:/]*(?:\s|$)/.test(text);

const failed = (message: string, hint: string): ModelEvent => ({
	type: 'failed',
	trouble: {kind: 'not-recorded', failure: {code: 'not-recorded', message, hint}},
});

const answersIn = (records: readonly CassetteRecord[], model: string | undefined): readonly Answered[] => {
	const answers = new Map<number, AnswerRecord[]>();
	const answered: Answered[] = [];
	for (const record of records) {
		if (record.type === 'answer') answers.get(record.request)?.push(record);
		if (record.type !== 'request' || (model !== undefined && record.model !== model)) continue;
		const answer: AnswerRecord[] = [];
		answers.set(record.request, answer);
		answered.push({request: record, answer});
	}
	return answered;
};

/** The ids of the models of a cassette, in the order in which they were used. */
export const modelsOf = (records: readonly CassetteRecord[]): readonly string[] => [
	...new Set(records.flatMap(record => (record.type === 'request' ? [record.model] : []))),
];

const knownAbout = (
	records: readonly CassetteRecord[],
	model: string | undefined,
): Partial<Pick<ModelRecord, 'facts' | 'toolLimit' | 'fits'>> =>
	records.findLast(
		(record): record is ModelRecord =>
			record.type === 'model' && (model === undefined || record.model === model),
	) ?? {};

/**
 * A model that answers as it did when it was recorded. The conversation has to be the recorded one; an answer to
 * another would be a wrong one.
 */
export const createReplayedModel = ({
	id,
	model,
	file,
	records,
	longestWait,
	clean,
}: ReplayedModelOptions): Opened => {
	const answered = answersIn(records, model);
	const played = new Set<Answered>();
	const {facts, toolLimit, fits} = knownAbout(records, model);
	const fitOf = new Map(Object.entries(fits ?? {}));

	const describeMissing = (
		{asked}: Pick<RequestRecord, 'asked'>,
		messages: readonly Message[],
	): ModelEvent => {
		const next = answered.find(each => !played.has(each))?.request.asked;
		const wanted = describeAsked(asked);
		if (next === undefined) {
			const hint = 'Everything in it was played. A new session (/new) plays it from the beginning.';
			return failed(`The cassette ${file} has nothing more: it was asked with ${wanted}.`, hint);
		}
		const expected = describeAsked(next);
		if (hasNewCall(messages)) {
			const message = `The cassette ${file} does not go on from here: a call was allowed now that did not run when it was recorded.`;
			return failed(message, `Answer as it was answered then: it goes on with ${expected}.`);
		}
		const has =
			expected === wanted
				? 'It has the same after another conversation: something before it was different.'
				: `It goes on with ${expected}.`;
		const hint = 'A cassette answers only what was asked when it was recorded, in the same words.';
		return failed(`The cassette ${file} has no answer to ${wanted}. ${has}`, hint);
	};

	/** A tool that the answer calls, and that is not there this time. */
	const missingTool = ({request, answer}: Answered, {tools}: ModelRequest): string | undefined => {
		const offered = new Set(tools.map(({modelName}) => modelName));
		const called = answer.flatMap(({event}) => (event.type === 'tool-call' ? [event.modelName] : []));
		return called.find(name => request.tools.includes(name) && !offered.has(name));
	};

	async function* play({request, answer}: Answered, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
		let before = request.at;
		for (const [index, {event, at}] of answer.entries()) {
			const wait = Math.min(at - before, longestWait);
			before = at;
			if (wait > 0 || index % burst === 0) await sleep(Math.max(0, wait), signal);
			if (signal.aborted) return;
			yield event;
		}
		const last = answer.at(-1)?.event.type;
		if (last === 'finished' || last === 'failed') return;
		const message = 'The cassette has only the beginning of this answer.';
		yield failed(message, 'It was broken off when it was recorded, or the recording ended there.');
	}

	async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent, void> {
		const wanted = printConversation(request.messages, clean);
		const same = answered.filter(each => each.request.print === wanted.print);
		// Whoever stopped an answer and asks again gets the same: nothing happens that a model could know of.
		const found = same.find(each => !played.has(each)) ?? same.at(-1);
		if (found === undefined) {
			yield describeMissing(wanted, request.messages);
			return;
		}
		const tool = missingTool(found, request);
		if (tool !== undefined) {
			const message = `The recorded answer calls ${tool}, which is not offered now.`;
			yield failed(message, 'Use the servers of the recording, with the same names and tools.');
			return;
		}
		played.add(found);
		yield* play(found, signal);
	}

	const replayed: Model = {
		id,
		...(facts === undefined ? {} : {facts: () => facts}),
		...(toolLimit === undefined ? {} : {toolLimit}),
		...(fits === undefined ? {} : {fitTool: tool => fitOf.get(tool.modelName) ?? {type: 'fits'}}),
		stream,
	};
	return {
		type: 'opened',
		model: replayed,
		suggestPrompt: (messages: readonly Message[]) => {
			const {print} = printConversation(messages, clean);
			const next = answered.find(({request}) => request.before === print && request.asked.role === 'user');
			const text = next?.request.asked.text ?? '';
			return text === '' || text.length >= longestAsked || isCommand(text) ? undefined : text;
		},
	};
};
