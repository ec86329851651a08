import type {ToolContent} from '../../domain/tool.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import type {Line} from '../pager/line.ts';
import {reveal} from '../text/reveal.ts';
import {describeContent} from '../transcript/describe-content.ts';

/** Nobody reads on in a preview. */
export const mostCharacters = 200_000;

const leftOut = (count: number): string => `… ${groupDigits(count)} more characters`;

/** The beginning of a long text, and how much more there is. */
export const beginningOf = (text: string): string =>
	text.length <= mostCharacters
		? text
		: `${text.slice(0, mostCharacters)}\n${leftOut(text.length - mostCharacters)}`;

const textOf = (content: ToolContent): string | undefined => {
	if (content.type === 'text') {
		return content.text;
	}
	return content.type === 'resource' ? content.text : undefined;
};

/** A piece of what a server sent: its text, or what it is where it is none. */
export const contentLines = (content: ToolContent): readonly Line[] => {
	const text = textOf(content);
	if (text === undefined) {
		return content.type === 'text'
			? []
			: [{text: `[${sanitiseLine(reveal(describeContent(content)))}]`, tone: 'dim'}];
	}
	return reveal(beginningOf(text))
		.split('\n')
		.map(line => ({text: line}));
};

/** All of it, where all of it is text. */
export const wholeText = (contents: readonly ToolContent[]): string | undefined => {
	const texts = contents.map(textOf);
	return texts.length > 0 && texts.every(text => text !== undefined) ? texts.join('\n') : undefined;
};
