import type {AskContext} from '../asks/ask-choices.ts';
import type {Binding} from '../input/binding.ts';
import {askBindings, type Keymap, usualKeymap} from '../input/keymap.ts';
import {pickBindings} from '../input/pick-bindings.ts';
import {shownKey} from '../input/viewer-bindings.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {type Block, type KeyLine, pagesOf} from './key-pages.ts';

/** A column for what keys do that is narrower cannot be read. */
const leastHelp = 24;
/** From here on two columns are read better than one. */
const twoColumns = 100;
const gap = 3;

type Group = {readonly title: string; readonly bindings: readonly Binding[]};

/** Beside each other, or in a narrow window one below the other. */
const entryBlock = (keys: string, help: string, column: number, width: number, styles: Styles): Block => {
	const room = width - column - 4;
	const line = (before: string, text: string, after = ''): KeyLine => ({
		line: `${before}${styles.accent(text)}${after}`,
		cells: cellsOf(before + text + after),
	});
	if (room < leastHelp) {
		return [
			...wrapText(keys, width - 2).map(text => line('  ', text)),
			...wrapText(help, width - 4).map(text => line(`    ${text}`, '')),
		];
	}
	return wrapText(help, room).map((text, index) =>
		index === 0 ? line('  ', keys.padEnd(column), `  ${text}`) : line(`${' '.repeat(column + 4)}${text}`, ''),
	);
};

/** A title stays with the first key below it. */
const blocksOf = ({title, bindings}: Group, width: number, styles: Styles): readonly Block[] => {
	const entries = bindings.flatMap(({keys, help}) =>
		help === undefined || keys.length === 0 ? [] : [{keys: keys.map(shownKey).join(', '), help}],
	);
	const column = Math.max(...entries.map(({keys}) => keys.length));
	const heading = wrapText(title, width).map(text => ({line: styles.strong(text), cells: cellsOf(text)}));
	const [first = [], ...rest] = entries.map(({keys, help}) => entryBlock(keys, help, column, width, styles));
	return [[...heading, ...first], ...rest];
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

const changesText = ({intent}: Binding): boolean =>
	['edit', 'undo', 'redo', 'edit-outside'].includes(intent.type);

/** Those of use now first. */
const groupsFor = (context: AskContext | undefined, keymap: Keymap): readonly Group[] => {
	const prompt: readonly Group[] = [
		{title: 'Keys', bindings: keymap.prompt.filter(binding => !changesText(binding))},
		{title: 'In the text', bindings: keymap.prompt.filter(changesText)},
		pickBindings.completion,
		pickBindings.search,
		pickBindings.fields,
	];
	const answers = contextsWith(context ?? 'approval').map(name => askBindings[name]);
	return context === undefined ? [...prompt, ...answers] : [...answers, ...prompt];
};

/** `scroll` is the page that is read. */
type KeysWindow = {readonly width: number; readonly height: number; readonly scroll: number};

/** The last line: which page this is, how to turn it, and what closes it. */
const closingText = (page: number, count: number, width: number): string => {
	const where = `page ${page + 1} of ${count}`;
	const turn = page === 0 ? '↓ next page' : page === count - 1 ? '↑ page before' : '↓ next page, ↑ before';
	const short = page === count - 1 ? '↑ before' : '↓ next';
	const forms = [`${where} · ${turn} · any other key closes this`, `${where} · ${short} · others close this`];
	return cutToWidth(
		forms.find(form => cellsOf(form) <= width) ?? `${page + 1}/${count} ${short}, others close this`,
		width,
	);
};

/** The overlay of `?`: every key that needs explaining, those of use now first. What does not fit is on further pages. */
export const keysLines = (
	{width, height, scroll}: KeysWindow,
	styles: Styles,
	/** What is asked now. */
	context: AskContext | undefined,
	keymap: Keymap = usualKeymap,
): {readonly lines: readonly string[]; readonly maxScroll: number} => {
	const columns = width >= twoColumns ? 2 : 1;
	const columnWidth = Math.floor((width - (columns - 1) * gap) / columns);
	const blocks = groupsFor(context, keymap).flatMap(group => blocksOf(group, columnWidth, styles));
	const pages = pagesOf(blocks, {columns, columnWidth, gap, height: Math.max(1, height - 1)});
	const page = Math.min(pages.length - 1, Math.max(0, scroll));
	const closing =
		pages.length === 1 ? cutToWidth('any key closes this', width) : closingText(page, pages.length, width);
	const shown = pages[page] ?? [];
	return {
		lines: [...shown, styles.dim(closing)],
		maxScroll: pages.length - 1,
	};
};
