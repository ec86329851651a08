import type {JsonObject} from '../../domain/json.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInFull} from '../text/show-json.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';

/** A value that does not fit beside its key goes below it. */
export const layOutEntry = (
	key: string,
	lines: readonly string[],
	width: number,
	styles: Styles,
): readonly string[] => {
	const wrapped = lines.flatMap(line => wrapText(line, width - 4));
	const [first = '', ...rest] = wrapped;
	const isShort = rest.length === 0 && cellsOf(key) + cellsOf(first) + 2 <= width - 4;
	return isShort
		? [`${styles.dim(`${key}:`)} ${first}`]
		: [...wrapText(`${key}:`, width - 2).map(styles.dim), ...wrapped.map(line => `  ${line}`)];
};

/** Keys and values in full. */
const layOutArguments = (args: JsonObject, width: number, styles: Styles): readonly string[] => {
	const entries = showInFull(args, width - 4);
	if (entries.length === 0) {
		return [styles.dim('no arguments')];
	}
	return entries.flatMap(({key, lines}) => layOutEntry(key, lines, width, styles));
};

/** Arguments never change, and there may be megabytes of them: every frame after the first only looks. */
export const argumentLines = rememberLast(layOutArguments);
