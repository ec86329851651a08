import {bothEnds} from '../pager/viewer-lines.ts';
import {cutStyled} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {FullPicture, WindowSize} from '../window-host.ts';

type Cursor = NonNullable<FullPicture['cursor']>;

type LayerParts = {
	readonly title: string;
	readonly note: string;
	/** As many lines as it is given, or fewer. */
	readonly body: (height: number) => readonly string[];
	/** What is typed, below the body, with the cursor in it. */
	readonly typed?: {readonly lines: readonly string[]; readonly cursor?: Cursor};
	/** What there is to say, above the keys. */
	readonly status: readonly string[];
	readonly hints: string;
};

/** A window of its own: a title, something to look at, what is typed, what is to be said, and keys. */
export const layerPicture = (
	{title, note, body, typed, status, hints}: LayerParts,
	{columns: width, rows}: WindowSize,
	styles: Styles,
): FullPicture => {
	const [name, gap, right] = bothEnds(title, note, width);
	const head = [`${styles.strong(name)}${gap}${styles.dim(right)}`, styles.dim('─'.repeat(width))];
	const foot = [...status, styles.dim(hints)];
	const lines = typed?.lines ?? [];
	const height = Math.max(1, rows - head.length - lines.length - foot.length);
	const shown = body(height).slice(0, height);
	const fill = Array.from({length: height - shown.length}, () => '');
	const y = head.length + height;
	return {
		lines: [...head, ...shown, ...fill, ...lines, ...foot].map(line => cutStyled(line, width)).slice(0, rows),
		...(typed?.cursor === undefined
			? {}
			: {cursor: {x: Math.min(width - 1, typed.cursor.x), y: Math.min(rows - 1, y + typed.cursor.y)}}),
	};
};
