import type {ElicitationAsk} from '../../domain/ask.ts';
import {looksSensitive} from '../../domain/elicitation-form.ts';
import {expectation, type FormField} from '../../domain/form-field.ts';
import type {JsonValue} from '../../domain/json.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {currentField, type FormView, isReview, optionsOf} from '../asks/form-view.ts';
import {formLabels} from '../input/server-bindings.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {AskView} from '../view-state.ts';
import {layOutEntry} from './approval-lines.ts';
import {
	choicesLines,
	draftHint,
	layOutQuestion,
	leastName,
	type QuestionContext,
	type QuestionLayout,
	queueMark,
} from './question-layout.ts';

/** An answer as it would be typed or seen in a list. */
const showAnswer = ({kind}: FormField, answer: JsonValue | undefined): string => {
	const nameOf = (value: JsonValue): string =>
		kind.type === 'choice' || kind.type === 'choices'
			? (kind.choices.find(choice => choice.value === value)?.label ?? String(value))
			: typeof value === 'boolean'
				? value
					? 'yes'
					: 'no'
				: String(value);
	return answer === undefined ? '' : Array.isArray(answer) ? answer.map(nameOf).join(', ') : nameOf(answer);
};

/** What stands in the place of an answer that is not typed yet. */
export const formPlaceholder = (form: FormView): string => {
	const field = currentField(form);
	if (field === undefined) {
		return 'enter sends these answers';
	}
	if (optionsOf(field).length > 0) {
		return field.kind.type === 'choices' ? '↑ ↓ move, space picks' : '↑ ↓ choose';
	}
	const preset = sanitiseLine(showAnswer(field, field.default));
	return preset === ''
		? field.isRequired
			? 'your answer'
			: 'your answer, or enter for none'
		: `${preset}  ↵`;
};

const optionLines = (
	field: FormField,
	{cursor, picked}: FormView,
	{styles, width}: QuestionContext,
): readonly string[] =>
	optionsOf(field).map(({label, value}, index) => {
		const box =
			field.kind.type !== 'choices'
				? ''
				: typeof value === 'string' && picked.includes(value)
					? '[x] '
					: '[ ] ';
		const number = index < 9 ? `${index + 1} ` : '  ';
		const text = cutToWidth(`${box}${number}${sanitiseLine(label)}`, width - 6);
		return index === cursor ? `${styles.accent('›')} ${styles.inverse(text)}` : `  ${text}`;
	});

const fieldLines = (
	field: FormField,
	form: FormView,
	server: string,
	context: QuestionContext,
): {readonly lines: readonly string[]; readonly from: number; readonly to: number} => {
	const {styles, width} = context;
	const need = field.isRequired ? 'required' : 'optional';
	const wanted = expectation(field);
	const above = [
		...wrapText(sanitiseLine(field.title), width - 2).map(styles.strong),
		...(field.description === '' ? [] : wrapText(sanitise(field.description), width - 2)),
		...wrapText([need, wanted].filter(part => part !== '').join(', '), width - 2).map(styles.dim),
		...(looksSensitive(field)
			? wrapText(`this looks like a secret: only tell ${server} what it may keep`, width - 2).map(styles.warn)
			: []),
	];
	const options = optionLines(field, form, context);
	const lines = [...above, ...options];
	return options.length === 0
		? {lines, from: 0, to: lines.length - 1}
		: {lines, from: above.length + form.cursor, to: above.length + form.cursor};
};

/** Of one length, so that it tells nothing. */
const mask = '••••••••';

const reviewLines = (form: FormView, server: string, {styles, width}: QuestionContext): readonly string[] => {
	const answered = form.fields.flatMap(field => {
		const answer = form.answers.get(field.name);
		return answer === undefined ? [] : [{field, answer}];
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

/** A form of a server, one field at a time, and at the end everything that will be sent. */
export const formLines = (
	ask: ElicitationAsk,
	view: AskView & {readonly form: FormView},
	context: QuestionContext,
): QuestionLayout => {
	const {styles, width, isDraftFocused} = context;
	const {form} = view;
	const server = sanitiseLine(ask.server);
	const field = currentField(form);
	const place =
		field === undefined || form.fields.length === 1
			? ''
			: `, field ${form.index + 1} of ${form.fields.length}`;
	const asks = ` ${field === undefined ? 'waits for your answers' : 'asks'}${place}`;
	const queue = queueMark(context);
	const nameWidth = width - 2 - asks.length - queue.length;
	const message = wrapText(sanitise(ask.request.message), width - 2);
	const current =
		field === undefined
			? {lines: reviewLines(form, server, context), from: 0, to: 0}
			: fieldLines(field, form, server, context);
	const problem =
		form.problem === undefined ? [] : wrapText(`✘ ${sanitiseLine(form.problem)}`, width - 2).map(styles.bad);
	const keys = isDraftFocused
		? draftHint(context)
		: choicesLines(formLabels(isReview(form)), undefined, context);
	return layOutQuestion(
		{
			title: `${styles.strong(cutToWidth(server, nameWidth))}${asks}${styles.dim(queue)}`,
			isReadable: nameWidth >= Math.min(leastName, server.length),
			above: [],
			body: [message, [''], current.lines],
			below: [],
			keys: [...problem, ...keys],
			focus: {from: message.length + 1 + current.from, to: message.length + 1 + current.to},
		},
		view.scroll,
		context,
	);
};
