import {commands} from '../app/commands/run-command.ts';
import type {Failure} from '../domain/failure.ts';

const names = commands.flatMap(({name, aliases}) => [name, ...aliases]).join('|');
const mention = new RegExp(`(?:^|[\\s"(])/(?:${names})(?![\\w/-])`);

/** The same advice where there is a way to follow it outside of the chat. */
const translations: readonly (readonly [RegExp, string])[] = [
	[/\btry again with \/retry\b/g, 'try again'],
	[/\buse \/retry\b/g, 'try again'],
	[/\bUse \/retry\b/g, 'Try again'],
	[/\bwith \/model\b/g, 'with --model'],
	[/\/model chooses another\b/g, '--model chooses another'],
	[/\/model lists (?:the models|those) there are\b/g, '--model names another'],
	[/\bdisable servers in \/mcp\b/g, 'disable servers with mcp-tui mcp disable'],
	[/\bSend another message to let it go on\b/g, 'Let it go on with -c and another prompt'],
	// One piece of advice among several.
	[/, [^,.;:]*\/compact(?=, or )/g, ''],
];

const translate = (text: string): string =>
	translations.reduce((known, [chat, plain]) => known.replaceAll(chat, plain), text);

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The same text without advice to type what can only be typed in the chat. */
export const plainText = (text: string): string => {
	const sentences = translate(text).split(/(?<=[.;]) /);
	const kept = sentences.filter(sentence => !mention.test(sentence));
	return kept[0] === sentences[0] ? kept.join(' ') : upperFirst(kept.join(' '));
};

export const plainFailure = ({hint = '', ...failure}: Failure): Failure => {
	const plain = plainText(hint);
	return plain === '' ? failure : {...failure, hint: plain};
};
