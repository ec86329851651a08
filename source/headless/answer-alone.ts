import type {
	Ask,
	AskAnswer,
	DefinitionAsk,
	FolderAsk,
	InputAsk,
	SamplingAsk,
	TurnAsk,
} from '../domain/ask.ts';
import {assertNever} from '../domain/assert-never.ts';
import type {SamplingAllowance} from './sampling-allowance.ts';

type LoneAnswer = {readonly answer: AskAnswer; readonly note?: string};

export type MaySample = (ask: SamplingAsk) => SamplingAllowance;

const shellName = (name: string): string => (/^[\w.:@-]+$/.test(name) ? name : '<name>');

const cut = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const answerSampling = (ask: SamplingAsk, isAuto: boolean, maySample: MaySample): LoneAnswer => {
	const wish = `${ask.server} wants to use ${ask.model}`;
	if (!isAuto) {
		const note = `${wish}, and nobody is here to allow it.\nAllow it with --approval auto.`;
		return {answer: {type: 'deny'}, note};
	}
	const allowance = maySample(ask);
	return allowance.type === 'allowed'
		? {answer: {type: 'allow', scope: 'once', maxTokens: allowance.maxTokens}}
		: {
				answer: {type: 'deny', reason: `Not allowed by the client without a user: ${allowance.why}.`},
				note: `${wish}, and may not: ${allowance.why}.`,
			};
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

const shownNames = 5;

const listNames = (names: readonly string[]): string => {
	const shown = names.length > shownNames ? names.slice(0, shownNames - 1) : names;
	const all = [...shown, ...(shown.length < names.length ? [`${names.length - shown.length} more`] : [])];
	return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
};

const answerDefinition = ({server, changes}: DefinitionAsk): LoneAnswer => {
	const [them, they] = changes.length === 1 ? ['it', 'it is'] : ['them', 'they are'];
	const tools = listNames(changes.map(({tool}) => tool));
	return {
		answer: {type: 'dismiss'},
		note: `${server} changed ${tools} since you accepted ${them}; ${they} not offered. See: mcp-tui mcp verify ${shellName(server)}`,
	};
};

const answerFolder = ({folder, servers}: FolderAsk): LoneAnswer => {
	const isOne = servers.length === 1;
	return {
		answer: {type: 'dismiss'},
		note: `${folder} brings ${isOne ? 'a server' : 'servers'} along that you have not trusted, so ${isOne ? 'it is' : 'they are'} not used: ${listNames(servers.map(({name}) => name))}.\nTrust ${isOne ? 'it' : 'them'} with --trust-project.`,
	};
};

const answerInput = ({inputId, servers}: InputAsk): LoneAnswer => ({
	answer: {type: 'dismiss'},
	note: `${listNames(servers)} ${servers.length === 1 ? 'needs' : 'need'} a value for ${inputId}, and nobody is here to give it.\nSet it with: mcp-tui keys set input:${shellName(inputId)}`,
});

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
		case 'definition':
			return answerDefinition(ask);
		case 'folder':
			return answerFolder(ask);
		case 'input':
			return answerInput(ask);
		case 'result':
			// The failed run says why.
			return {answer: {type: 'withhold', message: 'Nobody was there to review it.'}};
		default:
			return assertNever(ask);
	}
};
