import type {DefinitionAsk} from '../../domain/ask.ts';
import type {DefinitionChange} from '../../domain/definition-change.ts';
import {instructionsTitle} from '../../domain/server-instructions.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {choicesOf} from '../asks/ask-choices.ts';
import {rememberLast} from '../text/remember-last.ts';
import {reveal} from '../text/reveal.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';
import {partLines} from './difference-lines.ts';
import {keyLines, layOutQuestion, type QuestionContext, type QuestionLayout} from './question-layout.ts';
import {titleOf} from './question-title.ts';

const toolLines = (
	{tool, parts, flags}: DefinitionChange,
	width: number,
	styles: Styles,
): readonly string[] => [
	...wrapText(sanitiseLine(reveal(tool)), width).map(styles.strong),
	...flags.flatMap(flag => wrapText(`! ${sanitiseLine(reveal(flag))}`, width).map(styles.bad)),
	...parts.flatMap(part => partLines(part, width, styles)),
];

const layOutChanges = (
	changes: readonly DefinitionChange[],
	width: number,
	styles: Styles,
): readonly string[] =>
	changes.flatMap((change, index) => [...(index === 0 ? [] : ['']), ...toolLines(change, width - 2, styles)]);

/** Changes never change, and they may be long: every frame after the first only looks. */
const changesLines = rememberLast(layOutChanges);

/** Tools that are not what the user has accepted: what is different in each. */
export const definitionLines = (
	ask: DefinitionAsk,
	view: AskView,
	context: QuestionContext,
): QuestionLayout => {
	const {styles, width} = context;
	const {changes} = ask;
	const flagged = changes.filter(({flags}) => flags.length > 0).length;
	const isTold = changes.some(({tool}) => tool === instructionsTitle);
	const one = isTold ? 'what it tells the model' : 'a tool';
	const things = changes.length === 1 ? one : `${changes.length} ${isTold ? 'definitions' : 'tools'}`;
	return layOutQuestion(
		{
			...titleOf(ask.server, ` has changed ${things}`, context),
			above: [
				...(flagged === 0
					? []
					: [styles.bad(flagged === 1 ? '1 is suspicious' : `${flagged} are suspicious`)]),
				...wrapText('the model does not see them until you accept', width - 2).map(styles.dim),
			],
			body: [changesLines(changes, width, styles)],
			below: [],
			keys: keyLines(choicesOf(ask), view, '', context),
		},
		view.scroll,
		context,
	);
};
