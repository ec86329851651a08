import type {Ask, AskAnswer} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';
import type {AskChoice} from './ask-choices.ts';

/** Whether a choice starts the browser and is no answer yet. A page that did not open is up to the user. */
export const opensPage = (ask: Ask, choice: AskChoice): boolean =>
	choice === 'open' && (ask.kind === 'sign-in' || (ask.kind === 'elicitation' && ask.browser === undefined));

/** Undefined where a choice leads on to something before it is an answer. */
export const answerOf = (choice: AskChoice): AskAnswer | undefined => {
	switch (choice) {
		case 'once':
		case 'session':
			return {type: 'allow', scope: choice};
		case 'allow':
			return {type: 'allow', scope: 'once'};
		case 'keep-tool':
			return {type: 'allow', scope: 'tool'};
		case 'keep-server':
			return {type: 'allow', scope: 'server'};
		case 'deny':
		case 'never':
			return {type: 'deny'};
		case 'stop':
			return {type: 'stop'};
		case 'open':
		case 'accept':
		case 'trust':
			return {type: 'accept'};
		case 'mute':
			return {type: 'mute'};
		case 'cancel':
		case 'later':
			return {type: 'dismiss'};
		case 'continue':
		case 'wrap-up':
		case 'compact':
		case 'send':
			return {type: choice};
		case 'reason':
		case 'explore':
		case 'paste':
		case 'withhold':
		case 'edit':
		case 'always':
		case 'back':
		case 'keep':
			return undefined;
		default:
			return assertNever(choice);
	}
};

/** The answer that a typed line makes; undefined when it makes none. */
export const answerWithLine = (ask: Ask, line: string): AskAnswer | undefined => {
	const text = line.trim();
	switch (ask.kind) {
		case 'sign-in':
			return text === '' ? undefined : {type: 'accept', content: {returned: text}};
		case 'result':
			return text === '' ? {type: 'withhold'} : {type: 'withhold', message: text};
		default:
			return text === '' ? {type: 'deny'} : {type: 'deny', reason: text};
	}
};

/** The answer that a value for the configuration makes. A paste often ends with a line break that is not part of it. */
export const answerWithValue = (typed: string): AskAnswer | undefined => {
	const value = typed.replace(/^\n+|\n+$/g, '');
	return value === '' ? undefined : {type: 'accept', content: {value}};
};
