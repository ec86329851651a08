import type {AskContext} from '../asks/ask-choices.ts';
import type {Binding} from '../input/binding.ts';
import {askBindings, type Keymap, usualKeymap} from '../input/keymap.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';

/** A column for what keys do that is narrower cannot be read. */
const leastHelp = 24;

type Entry = {readonly keys: string; readonly help: string};

/** Beside each other, or in a narrow window one below the other. */
const entryLines = (
	{keys, help}: Entry,
	column: number,
	width: number,
	styles: Styles,
): readonly string[] => {
	const room = width - column - 4;
	if (room < leastHelp) {
		return [
			...wrapText(keys, width - 2).map(line => `  ${styles.accent(line)}`),
			...wrapText(help, width - 4).map(line => `    ${line}`),
		];
	}
	return wrapText(help, room).map((line, index) =>
		index === 0 ? `  ${styles.accent(keys.padEnd(column))}  ${line}` : `${' '.repeat(column + 4)}${line}`,
	);
};

const rows = (
	title: string,
	bindings: readonly Binding[],
	width: number,
	styles: Styles,
): readonly string[] => {
	const entries = bindings.flatMap(({keys, help}) =>
		help === undefined || keys.length === 0 ? [] : [{keys: keys.join(', '), help}],
	);
	const column = Math.max(...entries.map(({keys}) => keys.length));
	return [
		...wrapText(title, width).map(styles.strong),
		...entries.flatMap(entry => entryLines(entry, column, width, styles)),
	];
};

/** A question, and what its keys lead to. */
const contextsWith = (context: AskContext): readonly AskContext[] => {
	switch (context) {
		case 'approval':
			return [context, 'always', 'arguments', 'editor'];
		case 'result':
			return [context, 'editor'];
		default:
			return [context];
	}
};

type KeysWindow = {readonly width: number; readonly height: number; readonly scroll: number};

/** The last line: what closes this, and where in the whole it is. */
const closingText = (from: number, to: number, count: number, width: number): string => {
	const full = `lines ${from}-${to} of ${count}, ↑ ↓ page up, page down scroll, any other key closes this`;
	const short = `${from}-${to}/${count}, ↑ ↓ scroll, others close this`;
	return cutToWidth(cellsOf(full) <= width ? full : short, width);
};

/** The overlay of `?`: every key that needs explaining, those of use now first. What does not fit is scrolled to. */
export const keysLines = (
	{width, height, scroll}: KeysWindow,
	styles: Styles,
	/** What is asked now. */
	context: AskContext | undefined,
	keymap: Keymap = usualKeymap,
): {readonly lines: readonly string[]; readonly maxScroll: number} => {
	const prompt = rows('Keys', keymap.prompt, width, styles);
	const answers = (name: AskContext): readonly string[] =>
		contextsWith(name).flatMap(each =>
			rows(askBindings[each].title, askBindings[each].bindings, width, styles),
		);
	const all = context === undefined ? [...prompt, ...answers('approval')] : [...answers(context), ...prompt];
	if (all.length < height) {
		return {lines: [...all, styles.dim(cutToWidth('any key closes this', width))], maxScroll: 0};
	}
	const visible = Math.max(1, height - 1);
	const maxScroll = all.length - visible;
	const start = Math.min(maxScroll, Math.max(0, scroll));
	const closing = closingText(start + 1, start + visible, all.length, width);
	return {lines: [...all.slice(start, start + visible), styles.dim(closing)], maxScroll};
};
