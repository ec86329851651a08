import type {Schedule} from '../../domain/ports.ts';
import type {ViewerIntent} from '../input/viewer-bindings.ts';
import type {Styles} from '../theme/styles.ts';
import type {LineSource} from './line.ts';
import {type Area, type AreaPicture, createScroller} from './scroller.ts';
import {createSearch, type Search} from './search.ts';

/** What a key copies: `what` ends the sentence "Copied …". */
export type Copied = {readonly what: string; readonly text: string};

/** Something that is read in a window: scrolled and searched. */
export type Page = {
	readonly draw: (area: Area, styles: Styles) => AreaPicture;
	/** Whether the key meant something here. */
	readonly act: (intent: ViewerIntent) => boolean;
	readonly search: Search;
	/** Where there is a cursor, what is under it, or where that is. */
	readonly copied?: (intent: 'copy' | 'copy-path') => Copied;
	/** What is read has become more, or another. */
	readonly changed: () => void;
	readonly kind: 'text' | 'tree';
};

export type PageDeps = {readonly schedule: Schedule; readonly onChange: () => void};

/** So much of the next line belongs to a line that was too long. */
const overlap = 200;

/** Lines to read. */
export const createTextPage = (
	source: LineSource,
	{schedule, onChange}: PageDeps,
	options: {readonly isGrowing?: boolean} = {},
): Page => {
	const scroller = createScroller(source);
	if (options.isGrowing === true) {
		scroller.follow();
	}
	const within = (line: number): number | undefined => (line < source.count() ? line : undefined);
	const search = createSearch<number>(
		{
			first: () => within(0),
			next: line => within(line + 1),
			text(line) {
				const {label = '', text} = source.at(line);
				const rest = source.continues?.(line + 1) === true ? source.at(line + 1).text.slice(0, overlap) : '';
				return `${label}${text}${rest}`;
			},
			compare: (one, other) => one - other,
			here: scroller.topLine,
			show: scroller.show,
		},
		schedule,
		onChange,
	);
	return {
		kind: 'text',
		draw: (area, styles) => scroller.draw(area, styles, {pattern: search.state().pattern}),
		act(intent) {
			if (intent === 'bottom' && options.isGrowing === true) {
				scroller.follow();
				return true;
			}
			return scroller.act(intent);
		},
		search,
		changed() {
			scroller.forget();
			search.resume();
		},
	};
};
