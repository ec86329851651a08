import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import type {PanelPicture, PanelRoom} from '../frame/panel.ts';
import {pickLabels} from '../input/pick-bindings.ts';
import {cellsOf} from '../text/graphemes.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {listLines} from './list-lines.ts';
import type {CompletionView, FieldsView, PickPreview, PickView, SearchView} from './pick-view.ts';

type PickRoom = PanelRoom & {
	/** The question that waits until this is closed, in a few words. */
	readonly waiting?: string | undefined;
};

/** A list beside the draft stays small; one that has the keyboard may be larger. */
const completionRows = 8;
const searchRows = 12;
const offeredRows = 5;
const previewRows = 3;

/** What this is, and its keys, as many of them as there is room for. */
const titleLine = (title: string, more: string, pick: PickView, width: number, styles: Styles): string => {
	const name = cutToWidth(title, width);
	let left = width - cellsOf(name);
	let line = styles.strong(name);
	const keys = pickLabels[pick.kind].map(({key, label}) => `${key} ${label}`);
	for (const part of more === '' ? keys : [...keys, more]) {
		left -= cellsOf(part) + 3;
		if (left < 0) {
			break;
		}
		line += styles.dim(` · ${part}`);
	}
	return line;
};

const countOf = ({items, highlight}: PickView): string => {
	const all = String(items.length);
	return items.length === 0 ? 'none' : highlight < 0 ? all : `${highlight + 1} of ${all}`;
};

const waitingLines = ({waiting, width, styles}: PickRoom): readonly string[] =>
	waiting === undefined ? [] : [styles.warn(cutToWidth(`${waiting}: esc first`, width))];

const noteLines = (note: string | undefined, {width, styles}: PickRoom): readonly string[] =>
	note === undefined ? [] : [styles.dim(cutToWidth(`  ${note}`, width))];

const previewLines = (preview: PickPreview | undefined, {width, styles}: PickRoom): readonly string[] => {
	if (preview === undefined) {
		return [];
	}
	const lines = [preview.summary, ...preview.lines].slice(0, previewRows);
	// As many lines before it is there as afterwards, so that nothing jumps.
	return Array.from({length: previewRows}, (_, index) =>
		styles.dim(cutToWidth(`  │ ${lines[index] ?? ''}`.trimEnd(), width)),
	);
};

/** Lines that stay where they are while the list is narrowed: what is missing is missing above. */
const fromBelow = (lines: readonly string[], rows: number): readonly string[] => [
	...Array.from({length: Math.max(0, rows - lines.length)}, () => ''),
	...lines,
];

const completionLines = (pick: CompletionView, room: PickRoom): readonly string[] => {
	const {width, height, styles} = room;
	const note = noteLines(pick.note, room);
	const isRoomy = height >= previewRows + note.length + 5;
	const below = [...(isRoomy ? previewLines(pick.preview, room) : []), ...note];
	const rows = Math.max(1, Math.min(completionRows, height - 1 - below.length));
	const list = listLines(pick.items, pick.highlight, {width, rows, styles});
	const title = titleLine(pick.title, countOf(pick), pick, width, styles);
	return fromBelow([title, ...list, ...below], 1 + Math.min(rows, pick.peak) + below.length).slice(
		-Math.max(0, height),
	);
};

const searchLines = (pick: SearchView, room: PickRoom): readonly string[] => {
	const {width, height, styles} = room;
	const above = waitingLines(room);
	const note = noteLines(pick.note, room);
	const rows = Math.max(1, Math.min(searchRows, height - 1 - above.length - note.length));
	const empty = pick.typed.text === '' ? '  nothing yet' : '  nothing like that';
	const list =
		pick.items.length === 0
			? [styles.dim(empty)]
			: listLines(pick.items, pick.highlight, {width, rows, styles});
	const title = titleLine(pick.title, countOf(pick), pick, width, styles);
	const lines = [...above, title, ...list, ...note];
	const wanted = above.length + 1 + Math.min(rows, Math.max(1, pick.peak)) + note.length;
	return fromBelow(lines, wanted).slice(-Math.max(0, height));
};

const fieldLines = (pick: FieldsView, room: PickRoom): readonly string[] => {
	const {width, height, styles} = room;
	const {fields, index, about, problem, outcome = ''} = pick;
	const field = fields[index];
	const place = fields.length === 1 ? '' : `${index + 1} of ${fields.length}`;
	const need = field?.isRequired === true ? 'required' : 'optional';
	const head = [
		...waitingLines(room),
		titleLine(pick.title, place, pick, width, styles),
		...(about === '' ? [] : [styles.dim(cutToWidth(about, width))]),
	];
	const tail = [
		...(outcome === '' ? [] : [styles.dim(cutToWidth(outcome, width))]),
		...(problem === undefined ? [] : [styles.bad(cutToWidth(`✘ ${problem}`, width))]),
	];
	const name = `${styles.strong(cutToWidth(sanitiseLine(field?.name ?? ''), width - need.length - 3))} ${styles.dim(need)}`;
	const spare = Math.max(0, height - head.length - tail.length - 1);
	const description = wrapText(sanitise(field?.description ?? ''), width).filter(line => line !== '');
	const said = description.slice(0, Math.min(3, Math.max(0, spare - 1)));
	const rows = Math.max(0, Math.min(offeredRows, spare - said.length));
	const list = listLines(pick.items, pick.highlight, {width, rows, styles});
	const padding = Array.from({length: Math.max(0, Math.min(rows, pick.peak) - list.length)}, () => '');
	return [...head, name, ...said, ...list, ...padding, ...tail].slice(0, Math.max(0, height));
};

const placeholders = {
	palette: 'search commands, prompts and keys',
	history: 'search your messages',
	messages: 'search your messages of this session',
} as const;

/** A list as it is drawn now. Never more lines than the room has. */
export const pickLines = (pick: PickView, room: PickRoom): PanelPicture => {
	switch (pick.kind) {
		case 'completion':
			return {lines: completionLines(pick, room)};
		case 'palette':
		case 'history':
		case 'messages':
			return {
				lines: searchLines(pick, room),
				typed: {text: pick.typed, placeholder: placeholders[pick.kind]},
			};
		case 'fields': {
			const isRequired = pick.fields[pick.index]?.isRequired === true;
			const placeholder = isRequired ? 'its value' : 'its value, or enter for none';
			return {lines: fieldLines(pick, room), typed: {text: pick.typed, placeholder}};
		}
	}
};
