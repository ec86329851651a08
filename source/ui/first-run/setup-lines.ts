import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import type {PanelPicture, PanelRoom} from '../frame/panel.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import {dotted} from '../text/dotted.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import {highlightedIndex, type SetupChoice, type SetupView, shownChoices} from './setup-view.ts';

/** As much of a list as fits, around the highlight. */
const windowOf = <T>(items: readonly T[], index: number, rows: number): readonly T[] => {
	const start = Math.min(Math.max(0, index - rows + 1), Math.max(0, items.length - rows));
	return items.slice(start, start + rows);
};

const choiceLine = (
	{label, detail}: SetupChoice,
	isHighlighted: boolean,
	labelCells: number,
	{width, styles}: PanelRoom,
): string => {
	const name = cutToWidth(sanitiseLine(label), Math.min(labelCells, width - 4));
	const gap = ' '.repeat(Math.max(0, labelCells - cellsOf(name)) + 2);
	const room = width - 4 - cellsOf(name) - gap.length;
	const beside =
		detail === undefined || room < 8 ? '' : gap + styles.dim(cutToWidth(sanitiseLine(detail), room));
	return isHighlighted
		? `${styles.accent('›')} ${styles.inverse(` ${name} `)}${beside.slice(beside === '' ? 0 : 1)}`
		: `   ${name}${beside}`;
};

const longestLabel = 34;

const aboutLines = (
	about: readonly string[],
	rows: number,
	{width, styles}: PanelRoom,
): readonly string[] => {
	const shown = about.length <= rows ? about : about.slice(0, Math.max(0, rows - 1));
	const more = about.length - shown.length;
	return [
		...shown.map(line => `   ${styles.dim(line)}`),
		...(more === 0
			? []
			: [styles.warn(cutToWidth(`   … ${more} more lines: make the window taller`, width))]),
	];
};

const listLines = (
	view: SetupView & {readonly type: 'list'},
	rows: number,
	room: PanelRoom,
): readonly string[] => {
	const {styles, width} = room;
	const shown = shownChoices(view);
	const index = highlightedIndex(view);
	const about = (shown[index]?.about ?? []).flatMap(line => wrapText(sanitise(line), width - 3));
	const aboutRows = Math.min(about.length, Math.max(0, Math.floor(rows / 3)));
	const visible = windowOf(
		shown.map((choice, place) => ({choice, place})),
		index,
		Math.max(1, rows - (aboutRows > 0 ? aboutRows + 1 : 0)),
	);
	const labelCells = Math.min(
		longestLabel,
		Math.max(0, ...visible.map(({choice}) => cellsOf(sanitiseLine(choice.label)))),
	);
	return [
		...(shown.length === 0 ? [styles.dim('   nothing like this; backspace shows more')] : []),
		...visible.map(({choice, place}) => choiceLine(choice, place === index, labelCells, room)),
		...(aboutRows > 0 ? ['', ...aboutLines(about, aboutRows, room)] : []),
	];
};

const keysOf = (view: SetupView): string => {
	switch (view.type) {
		case 'list':
			return `↑ ↓ choose · enter takes it · esc ${view.filter === undefined ? 'later' : 'back'}`;
		case 'field':
			return 'enter goes on · esc back';
		case 'waiting':
			return 'esc back';
	}
};

const typedOf = (view: SetupView): PanelPicture['typed'] => {
	switch (view.type) {
		case 'list':
			return view.filter === undefined
				? {text: emptyBuffer, placeholder: ''}
				: {text: view.filter, placeholder: 'type to search'};
		case 'field':
			return {text: view.isSecret ? dotted(view.text) : view.text, placeholder: view.placeholder};
		case 'waiting':
			return {text: emptyBuffer, placeholder: 'one moment'};
	}
};

/** A page of the first run. The title, what can be chosen and what went wrong give way last. */
export const setupLines = (view: SetupView, room: PanelRoom): PanelPicture => {
	const {width, height, styles} = room;
	const wrap = (text: string): readonly string[] => wrapText(sanitise(text), width);
	const news = view.news === undefined ? [] : wrap(`✔ ${view.news}`).map(styles.good);
	const problem = view.problem === undefined ? [] : wrap(`✘ ${view.problem}`).map(styles.bad);
	const about = (view.about ?? []).flatMap(wrap).map(styles.dim);
	const keys = styles.dim(cutToWidth(keysOf(view), width));
	const leastRows = view.type === 'list' ? 3 : 0;
	const fixed = 1 + news.length + problem.length + 1;
	const hasAbout = height - fixed - about.length - 2 >= leastRows;
	const head = [
		styles.strong(cutToWidth(sanitiseLine(view.title), width)),
		...(hasAbout ? about : []),
		...news,
		...problem,
		...(hasAbout ? [''] : []),
	];
	const tail = [...(hasAbout && view.type === 'list' ? [''] : []), keys];
	const rows = Math.max(1, height - head.length - tail.length);
	const body = view.type === 'list' ? listLines(view, rows, room) : [];
	const typed = typedOf(view);
	return {
		lines: [...head, ...body, ...tail].slice(-Math.max(1, height)),
		...(typed === undefined ? {} : {typed}),
	};
};
