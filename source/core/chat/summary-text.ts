import type {Message} from '../../domain/message.ts';
import {cutMiddle} from './cut-text.ts';

const preface =
	'This is a summary of the conversation so far. It was made to save room, and takes the place of all earlier messages.';
const beforeLast =
	'The last message of the user, word for word (if it is not answered yet, go on with what it asks for):';

/** How `beforeLast` begins, however it is written. */
const claim = /the\s+last\s+message\s+of\s+the\s+user,\s+word\s+for\s+word/gi;

/**
 * The words of a model, without those that only this program may say: they give what follows them out as what the user
 * said, and a model may have them from the result of a tool.
 */
const withoutClaims = (text: string): string => text.replace(claim, 'a message, as the summary has it');

export type Summary = {
	/** What a model wrote. */
	readonly summary: string;
	/** What the user said last before it; empty where they said nothing. */
	readonly last: string;
};

/** The parts of the summary that a conversation begins with; undefined where it begins with something else. */
export const readSummary = ([first]: readonly Message[]): Summary | undefined => {
	if (first?.role !== 'user' || !first.text.startsWith(preface)) {
		return undefined;
	}
	const text = first.text.slice(preface.length);
	// The first one is ours: there is none in the words of the model.
	const place = text.indexOf(beforeLast);
	return place === -1
		? {summary: text.trim(), last: ''}
		: {summary: text.slice(0, place).trim(), last: text.slice(place + beforeLast.length).trim()};
};

/** The last thing that the user said, also where that is only left in an earlier summary. */
const lastMessage = (messages: readonly Message[]): string => {
	const earlier = readSummary(messages);
	const said = earlier === undefined ? messages : messages.slice(1);
	return said.findLast(message => message.role === 'user')?.text ?? earlier?.last ?? '';
};

/** What the model sees in place of the conversation; `longest` bounds what is kept of the last message. */
export const summaryText = (summary: string, messages: readonly Message[], longest: number): string => {
	const last = cutMiddle(lastMessage(messages), longest);
	return [preface, withoutClaims(summary).trim(), ...(last === '' ? [] : [beforeLast, last])].join('\n\n');
};
