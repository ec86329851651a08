import type {ResultAsk} from '../../domain/ask.ts';
import {choicesOf} from '../asks/ask-choices.ts';
import {formatBytes} from '../text/format.ts';
import {rememberLast} from '../text/remember-last.ts';
import {reveal} from '../text/reveal.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';
import {keyLines, layOutQuestion, type QuestionContext, type QuestionLayout} from './question-layout.ts';
import {toolTitle} from './question-title.ts';

const layOutText = ({text}: ResultAsk, width: number, styles: Styles): readonly string[] =>
	text === '' ? [styles.dim('(nothing)')] : wrapText(reveal(text), width - 2);

/** A result may be megabytes: every frame after the first only looks. */
const textLines = rememberLast(layOutText);

/** A result in full, before the model sees any of it. */
export const resultLines = (ask: ResultAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {names, ...title} = toolTitle(ask, ' has a result of ', context);
	const size = `${formatBytes(Buffer.byteLength(ask.text))}, the model has not seen it`;
	const {editor, line} = view;
	const isEdited = line === undefined && editor !== undefined && editor.text.text !== editor.original;
	return layOutQuestion(
		{
			...title,
			above: [...(ask.isError ? [styles.bad('an error')] : []), ...wrapText(size, width - 2).map(styles.dim)],
			body: [names, textLines(ask, width, styles)],
			below: isEdited
				? wrapText(
						'what you have written is kept: e goes on with it, y sends what is shown here',
						width - 2,
					).map(styles.dim)
				: [],
			keys: keyLines(
				choicesOf(ask),
				view,
				'a message for the model in its place, or none; enter withholds the result, esc goes back',
				context,
			),
		},
		view.scroll,
		context,
	);
};
