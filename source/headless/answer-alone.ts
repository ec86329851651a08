import type {Ask, AskAnswer, SamplingAsk, TurnAsk} from '../domain/ask.ts';
import {assertNever} from '../domain/assert-never.ts';

type LoneAnswer = {readonly answer: AskAnswer; readonly note?: string};

/** Undefined when the server may, else why it may not. */
export type MaySample = (ask: SamplingAsk) => string | undefined;

const shellName = (name: string): string => (/^[\w.:@-]+$/.test(name) ? name : '<name>');

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

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

/** A limit is there to be kept when nobody watches; what is too long is made shorter, so that the work gets done. */
const answerTurn = ({reason, message}: TurnAsk): LoneAnswer => {
	switch (reason) {
		case 'steps-used':
		case 'going-round':
			// The failed turn says why.
			return {answer: {type: 'stop'}};
		case 'context-full':
			return {answer: {type: 'compact'}, note: `${message} A summary takes the place of the history.`};
		default:
			return assertNever(reason);
	}
};

/** What becomes of a question that nobody can answer, and what is said about it. */
export const answerAlone = (ask: Ask, isAuto: boolean, maySample: MaySample): LoneAnswer => {
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
		case 'turn':
			return answerTurn(ask);
		default:
			return assertNever(ask);
	}
};
