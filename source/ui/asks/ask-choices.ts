import type {Ask, AskAnswer, BrowserTry, TurnAsk} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';

export type AskChoice =
	| 'deny'
	| 'once'
	| 'session'
	| 'reason'
	| 'stop'
	| 'allow'
	| 'cancel'
	| 'mute'
	| 'open'
	| 'paste'
	| 'continue'
	| 'wrap-up'
	| 'compact';

type Choices = readonly {readonly choice: AskChoice; readonly key: string; readonly label: string}[];

/** The answers in the order in which they are highlighted. Deny comes first because it is the default. */
export const approvalChoices = [
	{choice: 'deny', key: 'n', label: 'deny'},
	{choice: 'once', key: 'y', label: 'once'},
	{choice: 'session', key: 's', label: 'this session'},
	{choice: 'reason', key: 'r', label: 'deny with a reason'},
	{choice: 'stop', key: 'esc', label: 'deny and stop'},
] as const satisfies Choices;

/** The same key in every question of a server, also where letters are typed. */
const mute = {choice: 'mute', key: 'ctrl+n', label: 'no more questions'} as const;

export const addressChoices = (browser: BrowserTry | undefined): Choices => [
	{choice: 'deny', key: 'n', label: 'decline'},
	{choice: 'open', key: 'y', label: browser === undefined ? 'open in the browser' : 'I opened it'},
	{choice: 'cancel', key: 'esc', label: 'cancel'},
	mute,
];

export const samplingChoices = [
	{choice: 'deny', key: 'n', label: 'deny'},
	{choice: 'allow', key: 'y', label: 'allow once'},
	mute,
] as const satisfies Choices;

export const signInChoices = (browser: BrowserTry | undefined): Choices => [
	{choice: 'deny', key: 'n', label: browser === 'started' ? 'give up' : 'not now'},
	{choice: 'open', key: 'y', label: browser === undefined ? 'open in the browser' : 'open it again'},
	{choice: 'paste', key: 'p', label: 'paste the address it ended at'},
];

/** Stopping comes first: it is what happens when nobody decides. */
const turnChoices = {
	'long-turn': [
		{choice: 'stop', key: 'esc', label: 'stop here'},
		{choice: 'continue', key: 'c', label: 'continue'},
		{choice: 'wrap-up', key: 'w', label: 'wrap up'},
	],
	'full-context': [
		{choice: 'stop', key: 'esc', label: 'stop here'},
		{choice: 'compact', key: 'c', label: 'compact and go on'},
	],
} as const satisfies Readonly<Record<string, Choices>>;

const turnContext = ({reason}: TurnAsk): keyof typeof turnChoices =>
	reason === 'context-full' ? 'full-context' : 'long-turn';

/** Which table of keys answers a question. */
export type AskContext = 'approval' | 'address' | 'sampling' | 'sign-in' | 'form' | keyof typeof turnChoices;

export const contextOf = (ask: Ask): AskContext => {
	switch (ask.kind) {
		case 'elicitation':
			return ask.request.mode === 'form' ? 'form' : 'address';
		case 'turn':
			return turnContext(ask);
		default:
			return ask.kind;
	}
};

/** None for a form: it is filled in, not chosen from. */
export const choicesOf = (ask: Ask): Choices => {
	switch (ask.kind) {
		case 'approval':
			return approvalChoices;
		case 'elicitation':
			return ask.request.mode === 'form' ? [] : addressChoices(ask.browser);
		case 'sampling':
			return samplingChoices;
		case 'sign-in':
			return signInChoices(ask.browser);
		case 'turn':
			return turnChoices[turnContext(ask)];
		default:
			return assertNever(ask);
	}
};

/** Whether a choice starts the browser and is no answer yet. A page that did not open is up to the user. */
export const opensPage = (ask: Ask, choice: AskChoice): boolean =>
	choice === 'open' && (ask.kind === 'sign-in' || (ask.kind === 'elicitation' && ask.browser === undefined));

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
		case 'open':
			return {type: 'accept'};
		case 'mute':
			return {type: 'mute'};
		case 'cancel':
			return {type: 'dismiss'};
		case 'continue':
		case 'wrap-up':
		case 'compact':
			return {type: choice};
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
