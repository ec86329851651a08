import type {ApprovalAsk} from '../../domain/ask.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {type ArgumentForm, argumentsOf} from '../asks/argument-form.ts';
import {formRows} from '../form/form-rows.ts';
import {type FormView, isReview} from '../form/form-view.ts';
import {argumentsLabels} from '../input/form-bindings.ts';
import {checkingLabels} from '../input/trust-bindings.ts';
import {rememberLast} from '../text/remember-last.ts';
import {reveal} from '../text/reveal.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {argumentLines} from './argument-lines.ts';
import {choicesLines, layOutQuestion, type QuestionContext, type QuestionLayout} from './question-layout.ts';
import {toolTitle} from './question-title.ts';

const layOutAll = (form: FormView, width: number, styles: Styles): readonly string[] =>
	argumentLines(argumentsOf({form, isOpen: true}), width, styles);

/** Everything as it is sent, when there is nothing more to fill in. */
const allLines = rememberLast(layOutAll);

const statusLines = (
	{isChecking, problem}: ArgumentForm,
	{styles, width}: QuestionContext,
): readonly string[] => {
	if (isChecking === true) {
		return [styles.accent(cutToWidth('checking whether the tool takes these …', width - 2))];
	}
	return problem === undefined
		? []
		: wrapText(`✘ ${sanitiseLine(reveal(problem))}`, width - 2).map(styles.bad);
};

/** The arguments of a call while they are edited in a form, and at the end exactly what will be sent. */
export const argumentFormLines = (
	ask: ApprovalAsk,
	filled: ArgumentForm,
	scroll: number,
	context: QuestionContext,
): QuestionLayout => {
	const {styles, width} = context;
	const {form} = filled;
	const isEnd = isReview(form);
	const {names, ...title} = toolTitle(ask, ' is to run ', context);
	const rows = isEnd
		? {lines: allLines(form, width, styles), focus: undefined}
		: formRows(form, {width: width - 2, styles, warningAbout: () => undefined});
	const start = names.length + (names.length === 0 ? 0 : 1);
	return layOutQuestion(
		{
			...title,
			above: isEnd ? wrapText('with these arguments:', width - 2).map(styles.dim) : [],
			body: [names, names.length === 0 ? [] : [''], rows.lines],
			below: statusLines(filled, context),
			keys: choicesLines(
				filled.isChecking === true ? checkingLabels : argumentsLabels(isEnd),
				undefined,
				context,
			),
			...(rows.focus === undefined
				? {}
				: {
						focus: {from: start + rows.focus.from, to: start + rows.focus.to},
						scrollKeys: 'page up, page down',
					}),
		},
		scroll,
		context,
	);
};
