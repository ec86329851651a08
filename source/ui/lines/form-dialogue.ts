import type {ElicitationAsk} from '../../domain/ask.ts';
import {type FieldReading, looksSensitive, parseForm, readField} from '../../domain/elicitation-form.ts';
import {expectation, type FormField} from '../../domain/form-field.ts';
import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {openEntry, readEntry, withText} from '../form/field-entry.ts';
import {showAnswer} from '../form/show-answer.ts';
import {bufferOf} from '../input/text-buffer.ts';
import {type Dialogue, type DialogueStep, saying} from './dialogue.ts';
import {formWords} from './question-words.ts';
import {sentence} from './spoken-words.ts';

const ways: Readonly<Record<string, 'deny' | 'dismiss' | 'mute'>> = {
	'/decline': 'deny',
	'/cancel': 'dismiss',
	'/mute': 'mute',
};

/** What looks like one of these words may be a slip, so it is an answer only with two slashes. */
const command = /^\s*\/[a-z-]*(?:\s|$)/i;
const escapedCommand = /^\s*\/(?=\/[a-z-]*(?:\s|$))/i;

const choicesText = ({kind}: FormField): readonly string[] => {
	if (kind.type === 'boolean') {
		return ['Type yes or no.'];
	}
	if (kind.type !== 'choice' && kind.type !== 'choices') {
		return [];
	}
	const list = kind.choices.map(({label}, index) => `${index + 1} ${sanitiseLine(label)}`).join(', ');
	const how = kind.type === 'choice' ? 'Choose one' : 'Choose any, with commas between them';
	return [`${how}: ${list}.`];
};

const fieldLines = (field: FormField, index: number, count: number, server: string): readonly string[] => {
	const {default: preset, isRequired, description} = field;
	const facts = [isRequired ? 'required' : 'optional', expectation(field)].filter(fact => fact !== '');
	const none = isRequired ? [] : ['Enter alone leaves it out.'];
	return [
		`Field ${index + 1} of ${count}: ${sanitiseLine(field.title)}, ${facts.join(', ')}.`,
		...(description === '' ? [] : [sentence(sanitise(description))]),
		...choicesText(field),
		...(looksSensitive(field)
			? [`This looks like a secret: only tell ${server} what it may keep. What you type is not shown.`]
			: []),
		...(preset === undefined ? none : [`Enter alone means [${sanitiseLine(showAnswer(field, preset))}].`]),
	];
};

/** A number stands for the option at its place, unless an option has that name. */
const byNumber = ({kind}: FormField, text: string): string =>
	kind.type === 'choice' || kind.type === 'choices'
		? text
				.split(',')
				.map(part => {
					const wanted = part.trim();
					const isName = kind.choices.some(({label, value}) => label === wanted || String(value) === wanted);
					const chosen = isName || !/^\d+$/.test(wanted) ? undefined : kind.choices[Number(wanted) - 1];
					return chosen === undefined ? part : String(chosen.value);
				})
				.join(',')
		: text;

const escapeLines = (field: FormField | undefined): readonly string[] =>
	field === undefined ? [] : ['If it is your answer, begin it with two slashes.'];

const readLine = (field: FormField, line: string): FieldReading =>
	field.kind.type === 'json'
		? readEntry(withText(openEntry(field, undefined), bufferOf(line)))
		: readField(field, byNumber(field, line));

/** A form of a server: one field after the other, and at the end everything that will be sent. */
export const createFormDialogue = (
	ask: ElicitationAsk,
	begin: readonly string[],
	schema: JsonObject,
): Dialogue => {
	const fields = parseForm(schema);
	const server = sanitiseLine(ask.server);
	let index = 0;
	let values: ReadonlyMap<string, JsonValue> = new Map();

	const reviewLines = (): readonly string[] => [
		values.size === 0 ? `${server} gets nothing but your consent.` : `${server} gets:`,
		...fields.flatMap(field => {
			const value = values.get(field.name);
			if (value === undefined) {
				return [];
			}
			const shown = looksSensitive(field) ? 'hidden' : sanitise(showAnswer(field, value));
			return [`  ${sanitiseLine(field.title)}: ${shown === '' ? 'nothing' : shown}`];
		}),
		'Type y to send it, or again to fill it in again. Enter alone sends nothing and says this again.',
	];
	const currentLines = (): readonly string[] => {
		const field = fields[index];
		return field === undefined ? reviewLines() : fieldLines(field, index, fields.length, server);
	};
	const next = (): DialogueStep => saying(currentLines(), index >= fields.length);

	const atTheEnd = (line: string): DialogueStep => {
		const wanted = line.trim().toLowerCase();
		if (wanted === 'y' || wanted === 'send') {
			return {type: 'answer', answer: {type: 'accept', content: Object.fromEntries(values)}};
		}
		if (wanted === 'again') {
			index = 0;
			values = new Map();
		}
		return next();
	};

	return {
		begin: [...begin, ...currentLines()],
		prompt() {
			const field = fields[index];
			return field === undefined ? 'Your answer: ' : `${sanitiseLine(field.title)}: `;
		},
		isHidden() {
			const field = fields[index];
			return field !== undefined && looksSensitive(field);
		},
		take(line) {
			const way = ways[line.trim().toLowerCase()];
			const field = fields[index];
			if (way !== undefined) {
				return {type: 'answer', answer: {type: way}};
			}
			if (command.test(line)) {
				// What was typed is not repeated: it may be a secret.
				return saying([`Not taken: there is no such word here. ${formWords}`, ...escapeLines(field)]);
			}
			if (field === undefined) {
				return atTheEnd(line);
			}
			const reading = readLine(field, line.replace(escapedCommand, ''));
			if (reading.type === 'wrong') {
				return saying([sentence(`Not taken: ${sanitiseLine(reading.problem)}`)]);
			}
			if (reading.value !== undefined) {
				values = new Map([...values, [field.name, reading.value]]);
			}
			index += 1;
			return next();
		},
		edited: () => next(),
	};
};
