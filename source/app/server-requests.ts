import {pathToFileURL} from 'node:url';
import {answerSampling} from '../core/chat/answer-sampling.ts';
import type {Model} from '../domain/model.ts';
import type {AskUser, EventSink, NewId} from '../domain/ports.ts';
import type {ServerRequests} from '../domain/server-ports.ts';
import type {ElicitationAnswer, SamplingAnswer, SignInAnswer} from '../domain/server-request.ts';

type RequestDeps = {
	readonly askUser: AskUser;
	readonly newId: NewId;
	readonly model: Model;
	readonly sink: EventSink;
	readonly cwd: string;
};

const lengthOf = ({content}: SamplingAnswer & {type: 'answered'}): number =>
	content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);

/** Turns what servers ask into questions to the user. They belong to no turn and may come at any time. */
export const createServerRequests = ({askUser, newId, model, sink, cwd}: RequestDeps): ServerRequests => ({
	async elicit(server, request, signal): Promise<ElicitationAnswer> {
		const answer = await askUser({kind: 'elicitation', askId: newId(), server, request}, signal);
		switch (answer.type) {
			case 'accept':
				return {action: 'accept', ...(answer.content === undefined ? {} : {content: answer.content})};
			case 'deny':
				return {action: 'decline'};
			default:
				return {action: 'cancel'};
		}
	},
	async sample(server, request, signal): Promise<SamplingAnswer> {
		const ask = {kind: 'sampling', askId: newId(), server, model: model.id, request} as const;
		const answer = await askUser(ask, signal);
		if (answer.type !== 'allow') {
			return {
				type: 'refused',
				failure: {code: 'sampling-denied', message: 'The user did not allow the use of their model.'},
			};
		}
		const sampled = await answerSampling(server, request, model, signal);
		sink.emit({
			type: 'notice-raised',
			tone: sampled.type === 'answered' ? 'info' : 'warning',
			text:
				sampled.type === 'answered'
					? `${server} was given an answer of ${model.id}, ${lengthOf(sampled)} characters.`
					: `${server} was given no answer of ${model.id}: ${sampled.failure.message}`,
		});
		return sampled;
	},
	async signIn(server, request, signal): Promise<SignInAnswer> {
		const answer = await askUser({kind: 'sign-in', askId: newId(), server, request}, signal);
		if (answer.type !== 'accept') {
			return {type: 'declined'};
		}
		const returned = answer.content?.returned;
		return typeof returned === 'string' ? {type: 'pasted', returned} : {type: 'opened'};
	},
	roots: () => [{uri: pathToFileURL(cwd).href, name: 'working folder'}],
});
