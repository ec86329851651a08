import {approvalBindings, type Binding, promptBindings} from '../input/keymap.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';

const rows = (
	title: string,
	bindings: readonly Binding[],
	width: number,
	styles: Styles,
): readonly string[] => {
	const entries = bindings.flatMap(({keys, help}) =>
		help === undefined ? [] : [{keys: keys.join(', '), help}],
	);
	const column = Math.max(...entries.map(({keys}) => keys.length));
	return [
		styles.strong(title),
		...entries.map(({keys, help}) => {
			const text = cutToWidth(help, Math.max(1, width - column - 4));
			return `  ${styles.accent(keys.padEnd(column))}  ${text}`;
		}),
	];
};

/** The overlay of `?`: every key that needs explaining, those of use now first, cut to the window. */
export const keysLines = (
	width: number,
	height: number,
	styles: Styles,
	isAsking: boolean,
): readonly string[] => {
	const prompt = rows('Keys', promptBindings, width, styles);
	const approval = rows('When a tool asks', approvalBindings, width, styles);
	const all = isAsking ? [...approval, ...prompt] : [...prompt, ...approval];
	const closing = styles.dim(cutToWidth('any key closes this', width));
	return all.length < height
		? [...all, closing]
		: [
				...all.slice(0, Math.max(1, height - 1)),
				styles.dim(cutToWidth('any key closes this; a taller window shows the rest', width)),
			];
};
