import {pathToFileURL} from 'node:url';
import {answerSampling} from '../core/chat/answer-sampling.ts';
import type {AskAnswer, ElicitationAsk, SamplingAsk, SignInAsk} from '../domain/ask.ts';
import type {Model} from '../domain/model.ts';
import type {AskUser, EventSink, NewId} from '../domain/ports.ts';
import type {ServerRequests} from '../domain/server-ports.ts';
import type {
	ElicitationAnswer,
	SamplingAnswer,
	SamplingRequest,
	SignInAnswer,
} from '../domain/server-request.ts';
import {mapTexts} from '../support/map-texts.ts';
import {visibleText} from '../support/sanitise.ts';
import type {CallsOfQuestions} from './calls-of-questions.ts';
import type {QuestionLimit} from './question-limit.ts';

type RequestDeps = {
	readonly askUser: AskUser;
	readonly newId: NewId;
	/** The model in use. */
	readonly model: () => Model;
	readonly sink: EventSink;
	readonly cwd: string;
	readonly limit: QuestionLimit;
	readonly calls: Pick<CallsOfQuestions, 'isCalling' | 'watch'>;
};

type AppRequests = ServerRequests & {
	/** Ends the answers of the model that servers wait for; false when there are none. */
	readonly interrupt: () => boolean;
	/** Resolves once no server waits for an answer of the model. */
	readonly settled: () => Promise<void>;
};

const lengthOf = ({content}: SamplingAnswer & {type: 'answered'}): number =>
	content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);

const refused = (code: string, message: string): SamplingAnswer => ({
	type: 'refused',
	failure: {code, message},
});

/** Turns what servers ask into questions to the user. They belong to no turn and may come at any time. */
export const createServerRequests = (deps: RequestDeps): AppRequests => {
	const {newId, sink, limit, calls} = deps;
	const answering = new Map<AbortController, Promise<SamplingAnswer>>();

	/** The answer of the user, or `none` where the server may not ask. Ends with the call that it belongs to, too. */
	const unlessTooMany = async <Answer>(
		server: string,
		none: Answer,
		ask: (signal: AbortSignal) => Promise<Answer>,
		signal: AbortSignal,
	): Promise<Answer> => {
		const end = limit.take(server);
		if (end === undefined) {
			return none;
		}
		const call = calls.watch(server);
		try {
			return await ask(AbortSignal.any([signal, call.signal]));
		} finally {
			call.forget();
			end();
		}
	};

	const askUser = async (
		ask: ElicitationAsk | SamplingAsk | SignInAsk,
		signal: AbortSignal,
	): Promise<AskAnswer | {readonly type: 'aborted'}> => {
		const answer = await deps.askUser(ask, signal);
		if (answer.type === 'mute') {
			limit.mute(ask.server);
			const text = `${ask.server} may not ask you anything any more until the program ends.`;
			sink.emit({type: 'notice-raised', tone: 'info', text});
		}
		return answer;
	};

	const answerWith = async (
		model: Model,
		server: string,
		request: SamplingRequest,
		stop: AbortSignal,
		signal: AbortSignal,
	): Promise<SamplingAnswer> => {
		const {usage, ...end} = await answerSampling(server, request, model, AbortSignal.any([stop, signal]));
		const sampled =
			end.type === 'refused' && stop.aborted ? refused('sampling-stopped', 'The user stopped it.') : end;
		if (sampled.type === 'answered' || usage !== undefined) {
			sink.emit({
				type: 'sampling-answered',
				server,
				model: model.id,
				...(usage === undefined ? {} : {usage}),
			});
		}
		sink.emit({
			type: 'notice-raised',
			tone: sampled.type === 'answered' ? 'info' : 'warning',
			text:
				sampled.type === 'answered'
					? `${server} was given an answer of ${model.id}, ${lengthOf(sampled)} characters.`
					: `${server} was given no answer of ${model.id}: ${sampled.failure.message}`,
		});
		return sampled;
	};

	return {
		interrupt() {
			for (const stop of answering.keys()) {
				stop.abort();
			}
			return answering.size > 0;
		},
		async settled() {
			await Promise.allSettled(answering.values());
		},
		elicit: (server, request, signal) =>
			unlessTooMany<ElicitationAnswer>(
				server,
				{action: 'cancel'},
				async until => {
					const answer = await askUser({kind: 'elicitation', askId: newId(), server, request}, until);
					switch (answer.type) {
						case 'accept':
							return request.mode === 'form'
								? {action: 'accept', content: answer.content ?? {}}
								: {action: 'accept'};
						case 'deny':
							return {action: 'decline'};
						default:
							return {action: 'cancel'};
					}
				},
				signal,
			),
		sample: (server, asked, signal) =>
			unlessTooMany(
				server,
				refused('too-many-questions', 'This server may not ask for more answers of the model now.'),
				async until => {
					const isDuringCall = calls.isCalling(server);
					// What the user is shown is what the model reads.
					const request = mapTexts(asked, visibleText);
					// The one that the user allows is the one that answers.
					const model = deps.model();
					const answer = await askUser(
						{kind: 'sampling', askId: newId(), server, model: model.id, isDuringCall, request},
						until,
					);
					if (answer.type !== 'allow') {
						const why = answer.type === 'deny' ? answer.reason : undefined;
						return why === undefined
							? refused('sampling-denied', 'The user did not allow the use of their model.')
							: refused('sampling-limit', why);
					}
					const stop = new AbortController();
					const maxTokens = Math.min(request.maxTokens, answer.maxTokens ?? request.maxTokens);
					const answered = answerWith(model, server, {...request, maxTokens}, stop.signal, until);
					answering.set(stop, answered);
					return answered.finally(() => answering.delete(stop));
				},
				signal,
			),
		async signIn(server, request, signal): Promise<SignInAnswer> {
			const answer = await askUser({kind: 'sign-in', askId: newId(), server, request}, signal);
			if (answer.type !== 'accept') {
				return {type: 'declined'};
			}
			const returned = answer.content?.returned;
			return typeof returned === 'string' ? {type: 'pasted', returned} : {type: 'opened'};
		},
		roots: () => [{uri: pathToFileURL(deps.cwd).href, name: 'working folder'}],
	};
};
