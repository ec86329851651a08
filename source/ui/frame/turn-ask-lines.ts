import type {TurnAsk} from '../../domain/ask.ts';
import {sanitise} from '../../support/sanitise.ts';
import {choicesOf} from '../asks/ask-choices.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {AskView} from '../view-state.ts';
import {keyLines, layOutQuestion, type QuestionContext, type QuestionLayout} from './question-layout.ts';
import {plainTitle} from './question-title.ts';

/** The question in a few words. */
export const turnHeadlines: Readonly<Record<TurnAsk['reason'], string>> = {
	'steps-used': 'The model has used all its steps',
	'going-round': 'The model is going round in circles',
	'context-full': 'The conversation does not fit any more',
};

/** What to do with a turn that cannot go on by itself. */
export const turnLines = (ask: TurnAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {width} = context;
	return layOutQuestion(
		{
			...plainTitle(turnHeadlines[ask.reason], context),
			above: [],
			body: [wrapText(sanitise(ask.message), width - 2)],
			below: [],
			keys: keyLines(choicesOf(ask), view, '', context),
		},
		view.scroll,
		context,
	);
};
