import type {Rewind, TranscriptItem} from '../../state/app-state.ts';
import {countOf} from '../../support/count-of.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {shortTitle} from '../../support/short-title.ts';

const shownTools = 8;

/** The beginning of a message, in quotes. */
const quoted = (text: string): string => `"${shortTitle(text)}"`;

/** Each tool once, with how often it ran; what nobody knows the outcome of is said to be so. */
const ranTools = (ran: Rewind['ran']): string => {
	const groups = new Map<string, {count: number; unknown: number}>();
	for (const {server, tool, isUnknown} of ran) {
		const name = sanitiseLine(`${server} ${tool}`);
		const group = groups.get(name) ?? {count: 0, unknown: 0};
		groups.set(name, {count: group.count + 1, unknown: group.unknown + (isUnknown ? 1 : 0)});
	}
	const names = [...groups].map(([name, {count, unknown}]) => {
		const often = count === 1 ? '' : ` (${count} times)`;
		return `${name}${often}${unknown === 0 ? '' : ' (outcome unknown)'}`;
	});
	const more = names.length - shownTools;
	return [...names.slice(0, shownTools), ...(more > 0 ? [countOf(more, 'more tool')] : [])].join(', ');
};

/** What it means that the conversation went back, or that this was undone, a sentence each. */
export const rewindSentences = (
	item: TranscriptItem & {type: 'rewind' | 'rewind-undone'},
): readonly string[] => {
	if (item.type === 'rewind-undone') {
		return [`Back to where you were: what came from ${quoted(item.text)} on counts again.`];
	}
	const {text, messages, ran} = item;
	return [
		`Back to before ${quoted(text)}. The model no longer sees that message${messages === 1 ? '' : `, the ${messages === 2 ? 'one' : messages - 1} after it`} and what came of ${messages === 1 ? 'it' : 'them'}.`,
		...(ran.length === 0 ? [] : [`What tools did is not undone. These ran: ${ranTools(ran)}.`]),
		'/rewind undo takes this back, as long as you send, retry and compact nothing.',
	];
};
