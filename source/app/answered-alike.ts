import type {ApprovalAsk, Ask, AskAnswer} from '../domain/ask.ts';
import {isSameTool} from '../domain/tool.ts';

/** Whether everything that is suspicious about the one was shown with the other. */
const isNoNews = (asked: ApprovalAsk, other: ApprovalAsk): boolean => {
	const named = new Set((asked.sources ?? []).map(({server}) => server));
	const isNamed = (other.sources ?? []).every(({server}) => named.has(server));
	const isSameReach = JSON.stringify(asked.changes ?? []) === JSON.stringify(other.changes ?? []);
	return isNamed && isSameReach && (isSameTool(asked, other) || (other.flags ?? []).length === 0);
};

const answerApproval = (asked: ApprovalAsk, given: AskAnswer, other: ApprovalAsk): AskAnswer | undefined => {
	// Some questions are answered one by one, whatever was said before.
	const isAlone = other.isOnce === true || asked.isOnce === true;
	if (isAlone || given.type !== 'allow' || given.scope === 'once' || !isNoNews(asked, other)) {
		return undefined;
	}
	if (given.scope === 'server') {
		// It is kept already, and what was edited was another call.
		return other.server === asked.server ? {type: 'allow', scope: 'once'} : undefined;
	}
	if (!isSameTool(asked, other)) {
		return undefined;
	}
	return {type: 'allow', scope: given.scope === 'session' ? 'session' : 'once'};
};

/**
 * What the answer to one question says about another that waits: a tool that is allowed for longer is not asked about
 * again, nor is a server heard that was muted. Undefined where it says nothing.
 */
export const answeredAlike = (asked: Ask, given: AskAnswer, other: Ask): AskAnswer | undefined => {
	if (other.askId === asked.askId) {
		return undefined;
	}
	if (asked.kind === 'approval') {
		return other.kind === 'approval' ? answerApproval(asked, given, other) : undefined;
	}
	const isOfServer = asked.kind === 'elicitation' || asked.kind === 'sampling' || asked.kind === 'sign-in';
	const isQuestion = other.kind === 'elicitation' || other.kind === 'sampling';
	const isMuted = given.type === 'mute' && isOfServer && isQuestion && other.server === asked.server;
	return isMuted ? {type: 'dismiss'} : undefined;
};
