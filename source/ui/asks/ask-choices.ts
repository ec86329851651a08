import type {Ask, AskAnswer} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';

export type AskChoice =
	| 'deny'
	| 'once'
	| 'session'
	| 'reason'
	| 'stop'
	| 'allow'
	| 'accept'
	| 'cancel'
	| 'open'
	| 'paste';

type Choices = readonly {readonly choice: AskChoice; readonly key: string; readonly label: string}[];

/** The answers in the order in which they are highlighted. Deny comes first because it is the default. */
export const approvalChoices = [
	{choice: 'deny', key: 'n', label: 'deny'},
	{choice: 'once', key: 'y', label: 'once'},
	{choice: 'session', key: 's', label: 'this session'},
	{choice: 'reason', key: 'r', label: 'deny with a reason'},
	{choice: 'stop', key: 'esc', label: 'deny and stop'},
] as const satisfies Choices;

export const addressChoices = [
	{choice: 'deny', key: 'n', label: 'decline'},
	{choice: 'accept', key: 'y', label: 'I open it'},
	{choice: 'cancel', key: 'esc', label: 'put aside'},
] as const satisfies Choices;

export const samplingChoices = [
	{choice: 'deny', key: 'n', label: 'deny'},
	{choice: 'allow', key: 'y', label: 'allow once'},
] as const satisfies Choices;

export const signInChoices = [
	{choice: 'deny', key: 'n', label: 'not now'},
	{choice: 'open', key: 'y', label: 'open in the browser'},
	{choice: 'paste', key: 'p', label: 'paste the address it ended at'},
] as const satisfies Choices;

/** Which table of keys answers a question. */
export type AskContext = 'approval' | 'address' | 'sampling' | 'sign-in' | 'form';

export const contextOf = (ask: Ask): AskContext =>
	ask.kind === 'elicitation' ? (ask.request.mode === 'form' ? 'form' : 'address') : ask.kind;

/** None for a form: it is filled in, not chosen from. */
export const choicesOf = (ask: Ask): Choices => {
	const context = contextOf(ask);
	switch (context) {
		case 'approval':
			return approvalChoices;
		case 'address':
			return addressChoices;
		case 'sampling':
			return samplingChoices;
		case 'sign-in':
			return signInChoices;
		case 'form':
			return [];
		default:
			return assertNever(context);
	}
};

/** Undefined where the choice needs a line of text before it is an answer. */
export const answerOf = (choice: AskChoice): AskAnswer | undefined => {
	switch (choice) {
		case 'once':
		case 'session':
			return {type: 'allow', scope: choice};
		case 'allow':
			return {type: 'allow', scope: 'once'};
		case 'deny':
			return {type: 'deny'};
		case 'stop':
			return {type: 'stop'};
		case 'accept':
		case 'open':
			return {type: 'accept'};
		case 'cancel':
			return {type: 'dismiss'};
		case 'reason':
		case 'paste':
			return undefined;
		default:
			return assertNever(choice);
	}
};

/** The answer that a typed line makes; undefined when it makes none. */
export const answerWithLine = (ask: Ask, line: string): AskAnswer | undefined => {
	const text = line.trim();
	if (ask.kind === 'sign-in') {
		return text === '' ? undefined : {type: 'accept', content: {returned: text}};
	}
	return text === '' ? {type: 'deny'} : {type: 'deny', reason: text};
};
