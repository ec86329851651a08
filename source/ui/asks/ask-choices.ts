import type {ApprovalAsk, Ask, BrowserTry, TurnAsk} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';
import {hasFields} from '../../domain/elicitation-form.ts';
import type {JsonObject} from '../../domain/json.ts';

export type AskChoice =
	| 'deny'
	| 'once'
	| 'session'
	| 'always'
	| 'keep-tool'
	| 'keep-server'
	| 'back'
	| 'edit'
	| 'reason'
	| 'explore'
	| 'stop'
	| 'allow'
	| 'cancel'
	| 'mute'
	| 'open'
	| 'paste'
	| 'continue'
	| 'wrap-up'
	| 'compact'
	| 'send'
	| 'withhold'
	| 'accept'
	| 'trust'
	| 'later'
	| 'never'
	| 'keep';

type Choices = readonly {
	readonly choice: AskChoice;
	readonly key: string;
	readonly label: string;
	/** In fewer words, where there is no room for all. */
	readonly short?: string;
}[];

/** The answers in the order in which they are highlighted. Deny comes first because it is the default. */
export const approvalChoices = [
	{choice: 'deny', key: 'n', label: 'deny'},
	{choice: 'once', key: 'y', label: 'once'},
	{choice: 'session', key: 's', label: 'this session', short: 'session'},
	{choice: 'always', key: 'a', label: 'always'},
	{choice: 'edit', key: 'e', label: 'edit'},
	{choice: 'reason', key: 'r', label: 'deny with a reason', short: 'reason'},
	{choice: 'explore', key: 'x', label: 'explore', short: 'open'},
	{choice: 'stop', key: 'esc', label: 'deny and stop', short: 'stop'},
] as const satisfies Choices;

/** What an "always" holds for. Going back comes first. */
const alwaysChoices = [
	{choice: 'back', key: 'esc', label: 'back'},
	{choice: 'keep-tool', key: 't', label: 'always this tool'},
	{
		choice: 'keep-server',
		key: 's',
		label: 'always every tool of this server',
		short: 'always all of this server',
	},
] as const satisfies Choices;

/** The same key in every question of a server, also where letters are typed. */
const mute = {choice: 'mute', key: 'ctrl+n', label: 'no more questions'} as const;

export const addressChoices = (browser: BrowserTry | undefined): Choices => [
	{choice: 'deny', key: 'n', label: 'decline'},
	{choice: 'open', key: 'y', label: browser === undefined ? 'open in the browser' : 'I opened it'},
	{choice: 'cancel', key: 'esc', label: 'cancel'},
	mute,
];

/** The form that a question wants filled in. A form without fields asks for consent, and is answered by a choice. */
export const formSchemaOf = (ask: Ask): JsonObject | undefined =>
	ask.kind === 'elicitation' && ask.request.mode === 'form' && hasFields(ask.request.schema)
		? ask.request.schema
		: undefined;

export const consentChoices = [
	{choice: 'deny', key: 'n', label: 'decline'},
	{choice: 'accept', key: 'y', label: 'accept'},
	{choice: 'cancel', key: 'esc', label: 'cancel'},
	mute,
] as const satisfies Choices;

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

const definitionChoices = [
	{choice: 'deny', key: 'n', label: 'keep out'},
	{choice: 'accept', key: 'y', label: 'accept all'},
] as const satisfies Choices;

const resultChoices = [
	{choice: 'withhold', key: 'w', label: 'withhold'},
	{choice: 'send', key: 'y', label: 'send as it is'},
	{choice: 'edit', key: 'e', label: 'edit'},
	{choice: 'stop', key: 'esc', label: 'withhold and stop'},
] as const satisfies Choices;

/** `isUnread` is true while there is more than was on the screen. */
export const folderChoices = (isUnread: boolean): Choices => [
	{choice: 'later', key: 'n', label: 'not now'},
	isUnread
		? {choice: 'trust', key: 't', label: 'read to the end, then trust', short: 'read on, then trust'}
		: {choice: 'trust', key: 't', label: 'trust these'},
	{choice: 'never', key: 'd', label: 'never ask again'},
];

/** What ends the typing of a value. */
export const inputChoices = [
	{choice: 'keep', key: 'enter', label: 'keep it'},
	{choice: 'later', key: 'esc', label: 'not now'},
] as const satisfies Choices;

/** Which table of keys answers a question, or edits a text for it. */
export type AskContext =
	| Exclude<Ask['kind'], 'elicitation' | 'turn'>
	| 'always'
	| 'arguments'
	| 'editor'
	| 'address'
	| 'consent'
	| 'form'
	| keyof typeof turnChoices;

/** `isKeeping` is true while it is open for what an "always" holds. */
export const contextOf = (ask: Ask, isKeeping = false): AskContext => {
	switch (ask.kind) {
		case 'approval':
			return isKeeping ? 'always' : 'approval';
		case 'elicitation':
			if (ask.request.mode === 'url') {
				return 'address';
			}
			return formSchemaOf(ask) === undefined ? 'consent' : 'form';
		case 'turn':
			return turnContext(ask);
		default:
			return ask.kind;
	}
};

/** What would not hold is not offered. */
const choicesOfApproval = ({canKeep, isOnce}: ApprovalAsk): Choices =>
	approvalChoices.filter(
		({choice}) =>
			(choice !== 'always' || (canKeep === true && isOnce !== true)) &&
			(choice !== 'session' || isOnce !== true),
	);

/** None for what is filled in, not chosen from. */
export const choicesOf = (ask: Ask, isKeeping = false): Choices => {
	switch (ask.kind) {
		case 'approval':
			return isKeeping ? alwaysChoices : choicesOfApproval(ask);
		case 'elicitation':
			if (ask.request.mode === 'url') {
				return addressChoices(ask.browser);
			}
			return formSchemaOf(ask) === undefined ? consentChoices : [];
		case 'sampling':
			return samplingChoices;
		case 'sign-in':
			return signInChoices(ask.browser);
		case 'turn':
			return turnChoices[turnContext(ask)];
		case 'definition':
			return definitionChoices;
		case 'result':
			return resultChoices;
		case 'folder':
			return folderChoices(false);
		case 'input':
			return [];
		default:
			return assertNever(ask);
	}
};
