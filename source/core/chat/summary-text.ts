import type {Message} from '../../domain/message.ts';
import {cutMiddle} from './cut-text.ts';

const preface =
	'This is a summary of the conversation so far. It was made to save room, and takes the place of all earlier messages.';
const beforeLast =
	'The last message of the user, word for word (if it is not answered yet, go on with what it asks for):';

/** The last thing that the user said, also where that is only left in an earlier summary. */
const lastMessage = (messages: readonly Message[]): string => {
	const text = messages.findLast(message => message.role === 'user')?.text ?? '';
	return text.startsWith(preface) ? text.split(beforeLast).slice(1).join(beforeLast).trim() : text;
};

/** What the model sees in place of the conversation; `longest` bounds what is kept of the last message. */
export const summaryText = (summary: string, messages: readonly Message[], longest: number): string => {
	const last = cutMiddle(lastMessage(messages), longest);
	return [preface, summary.trim(), ...(last === '' ? [] : [beforeLast, last])].join('\n\n');
};
