import type {Ask, AskAnswer, DefinitionAsk, FolderAsk, InputAsk} from '../domain/ask.ts';
import {sanitiseLine} from '../support/sanitise.ts';

const shownTools = 5;

const toolsOf = ({changes}: DefinitionAsk): string => {
	const names = changes.slice(0, shownTools).map(({tool}) => sanitiseLine(tool));
	const more = changes.length - names.length;
	return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

const definitionSentence = (ask: DefinitionAsk, answer: AskAnswer): string | undefined => {
	switch (answer.type) {
		case 'accept':
			return `You accepted what ${ask.server} changed: ${toolsOf(ask)}.`;
		case 'dismiss':
		case 'deny':
			return `The model is not offered what ${ask.server} changed: ${toolsOf(ask)}.`;
		default:
			return undefined;
	}
};

const folderSentence = ({folder}: FolderAsk, answer: AskAnswer): string | undefined => {
	const place = sanitiseLine(folder);
	switch (answer.type) {
		case 'accept':
			return `You trust the servers of ${place}.`;
		case 'deny':
			return `You refused the servers of ${place}: nothing of it is started.`;
		case 'dismiss':
			return `The servers of ${place} are not used now.`;
		default:
			return undefined;
	}
};

const inputSentence = ({inputId}: InputAsk, answer: AskAnswer): string | undefined =>
	answer.type === 'dismiss' || answer.type === 'deny'
		? `You gave no value for ${sanitiseLine(inputId)}.`
		: undefined;

/**
 * What the user did with a question, without what they told it. None where the transcript says it already: calls
 * have cards, and what comes of an allowed or muted question has a line of its own.
 */
export const answerSentence = (ask: Ask, answer: AskAnswer): string | undefined => {
	const isDeniedByRule = (answer.type === 'deny' || answer.type === 'stop') && answer.rule !== undefined;
	if (answer.type === 'mute' || isDeniedByRule) {
		return undefined;
	}
	switch (ask.kind) {
		case 'approval':
		case 'turn':
		case 'result':
			return undefined;
		case 'elicitation':
			if (answer.type === 'accept') {
				return ask.request.mode === 'form'
					? `You answered the question of ${ask.server}.`
					: `You opened the page that ${ask.server} asked for.`;
			}
			return `You ${answer.type === 'deny' ? 'declined' : 'cancelled'} the question of ${ask.server}.`;
		case 'sampling':
			return answer.type === 'deny' ? `You did not let ${ask.server} use your model.` : undefined;
		case 'sign-in':
			return answer.type === 'accept'
				? `You gave the address for the sign-in to ${ask.server}.`
				: `You did not sign in to ${ask.server}.`;
		case 'definition':
			return definitionSentence(ask, answer);
		case 'folder':
			return folderSentence(ask, answer);
		case 'input':
			return inputSentence(ask, answer);
		default:
			ask satisfies never;
			// A file of a later version may hold kinds of questions that are unknown here.
			return undefined;
	}
};
