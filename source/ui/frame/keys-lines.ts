import type {AskContext} from '../asks/ask-choices.ts';
import type {Binding} from '../input/binding.ts';
import {askBindings, promptBindings} from '../input/keymap.ts';
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

/** A question, and what its keys lead to. */
const contextsWith = (context: AskContext): readonly AskContext[] => {
	switch (context) {
		case 'approval':
			return [context, 'always', 'editor'];
		case 'result':
			return [context, 'editor'];
		default:
			return [context];
	}
};

/** The overlay of `?`: every key that needs explaining, those of use now first, cut to the window. */
export const keysLines = (
	width: number,
	height: number,
	styles: Styles,
	/** What is asked now. */
	context: AskContext | undefined,
): readonly string[] => {
	const prompt = rows('Keys', promptBindings, width, styles);
	const answers = (name: AskContext): readonly string[] =>
		contextsWith(name).flatMap(each =>
			rows(askBindings[each].title, askBindings[each].bindings, width, styles),
		);
	const all = context === undefined ? [...prompt, ...answers('approval')] : [...answers(context), ...prompt];
	const closing = styles.dim(cutToWidth('any key closes this', width));
	return all.length < height
		? [...all, closing]
		: [
				...all.slice(0, Math.max(1, height - 1)),
				styles.dim(cutToWidth('any key closes this; a taller window shows the rest', width)),
			];
};
