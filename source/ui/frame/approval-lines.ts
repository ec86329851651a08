import type {ApprovalAsk} from '../../domain/ask.ts';
import type {JsonObject} from '../../domain/json.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {approvalChoices} from '../asks/ask-choices.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInFull} from '../text/show-json.ts';
import {cutPair, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';
import {
	keyLines,
	layOutQuestion,
	leastName,
	type QuestionContext,
	type QuestionLayout,
	queueMark,
} from './question-layout.ts';

/** A missing hint counts as the worst case, so silence never looks harmless. */
const badges = ({
	annotations,
}: ApprovalAsk): readonly {readonly text: string; readonly tone: 'good' | 'warn'}[] => {
	if (annotations.readOnlyHint === true) {
		return [{text: 'says read-only', tone: 'good'}, ...openWorld(annotations.openWorldHint)];
	}
	return [
		...(annotations.destructiveHint === false ? [] : [{text: 'may destroy', tone: 'warn'} as const]),
		...openWorld(annotations.openWorldHint),
	];
};

const openWorld = (hint: boolean | undefined): readonly {readonly text: string; readonly tone: 'warn'}[] =>
	hint === false ? [] : [{text: 'open world', tone: 'warn'}];

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
	const entries = showInFull(args);
	if (entries.length === 0) {
		return [styles.dim('no arguments')];
	}
	return entries.flatMap(({key, lines}) => layOutEntry(key, lines, width, styles));
};

/** Arguments never change, and there may be megabytes of them: every frame after the first only looks. */
const argumentLines = rememberLast(layOutArguments);

/** Who wants what on one line. Names that do not fit come back in full above the arguments. */
const titleLines = (
	ask: ApprovalAsk,
	context: QuestionContext,
): {readonly title: string; readonly names: readonly string[]; readonly isReadable: boolean} => {
	const {styles, width} = context;
	const server = sanitiseLine(ask.server);
	const tool = sanitiseLine(ask.tool);
	const wants = ' wants to run ';
	const queue = queueMark(context);
	const namesWidth = width - 2 - wants.length - queue.length;
	const [first, second] = cutPair(server, tool, namesWidth);
	return {
		isReadable: namesWidth >= leastName,
		title: `${first}${wants}${styles.strong(second)}${styles.dim(queue)}`,
		names: first === server && second === tool ? [] : wrapText(`${server}: ${tool}`, width - 2),
	};
};

/** The question about one call: who wants what, every argument, why it asks, the keys. */
export const approvalLines = (ask: ApprovalAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {title, names, isReadable} = titleLines(ask, context);
	const marks = badges(ask).map(({text, tone}) => styles[tone](text));
	return layOutQuestion(
		{
			title,
			isReadable,
			above: marks.length === 0 ? [] : [marks.join(styles.dim(' · '))],
			body: [names, argumentLines(ask.arguments, width, styles)],
			below: wrapText(`asks because of ${sanitiseLine(ask.rule)}`, width - 2).map(styles.dim),
			keys: keyLines(approvalChoices, view, 'reason for the model, enter sends it, esc goes back', context),
		},
		view.scroll,
		context,
	);
};
