import type {ElicitationAsk} from '../../domain/ask.ts';
import {looksSensitive} from '../../domain/elicitation-form.ts';
import type {FormField} from '../../domain/form-field.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {readEntry} from '../form/field-entry.ts';
import {formRows, mask} from '../form/form-rows.ts';
import {type FormView, isReview} from '../form/form-view.ts';
import {showAnswer} from '../form/show-answer.ts';
import {formLabels} from '../input/form-bindings.ts';
import {cutToWidth} from '../text/wrap-text.ts';
import type {AskView} from '../view-state.ts';
import {layOutEntry} from './argument-lines.ts';
import {
	choicesLines,
	draftHint,
	layOutQuestion,
	leastName,
	type QuestionContext,
	type QuestionLayout,
	queueMark,
} from './question-layout.ts';
import {messageLines} from './server-ask-lines.ts';

const reviewLines = (form: FormView, server: string, {styles, width}: QuestionContext): readonly string[] => {
	const answered = form.entries.flatMap(entry => {
		const reading = readEntry(entry);
		return reading.type === 'read' && reading.value !== undefined
			? [{field: entry.field, answer: reading.value}]
			: [];
	});
	return [
		styles.strong(cutToWidth(`${server} gets:`, width - 2)),
		...(answered.length === 0 ? [styles.dim('nothing but your consent')] : []),
		...answered.flatMap(({field, answer}) => {
			const shown = looksSensitive(field) ? mask : sanitise(showAnswer(field, answer));
			return layOutEntry(
				sanitiseLine(field.title),
				shown === '' ? ['nothing'] : shown.split('\n'),
				width,
				styles,
			);
		}),
	];
};

/** A form of a server, and at the end everything that will be sent. */
export const formLines = (
	ask: ElicitationAsk,
	view: AskView & {readonly form: FormView},
	context: QuestionContext,
): QuestionLayout => {
	const {styles, width, isDraftFocused} = context;
	const {form} = view;
	const server = sanitiseLine(ask.server);
	const isEnd = isReview(form);
	const asks = isEnd ? ' waits for your answers' : ' asks';
	const queue = queueMark(context);
	const nameWidth = width - 2 - asks.length - queue.length;
	const message = messageLines(ask, width, styles);
	const warningAbout = (field: FormField): string | undefined =>
		looksSensitive(field) ? `this looks like a secret: only tell ${server} what it may keep` : undefined;
	const rows = isEnd
		? {lines: reviewLines(form, server, context), focus: {from: 0, to: 0}}
		: formRows(form, {width: width - 2, styles, warningAbout});
	return layOutQuestion(
		{
			title: `${styles.strong(cutToWidth(server, nameWidth))}${asks}${styles.dim(queue)}`,
			isReadable: nameWidth >= Math.min(leastName, server.length),
			above: [],
			body: [message, [''], rows.lines],
			below: [],
			keys: isDraftFocused ? draftHint(context) : choicesLines(formLabels(isEnd), undefined, context),
			...(isEnd ? {} : {scrollKeys: 'page up, page down'}),
			focus: {from: message.length + 1 + rows.focus.from, to: message.length + 1 + rows.focus.to},
		},
		view.scroll,
		context,
	);
};
