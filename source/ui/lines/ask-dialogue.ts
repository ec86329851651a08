import type {Ask, AskAnswer, InputAsk} from '../../domain/ask.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {answerWithArguments, argumentsText} from '../asks/argument-form.ts';
import {answerOf, answerWithLine, answerWithValue, opensPage} from '../asks/ask-answers.ts';
import {type AskChoice, formSchemaOf} from '../asks/ask-choices.ts';
import {readJsonObject} from '../text/read-json.ts';
import {type Dialogue, type DialogueStep, saying} from './dialogue.ts';
import {createFormDialogue} from './form-dialogue.ts';
import {choiceSentence, findChoice, questionLines} from './question-words.ts';

/** What a typed line is: one of the answers, how far an "always" goes, a text of the user's, or what is edited. */
type Side = 'choices' | 'always' | 'text' | 'edit';

const answering = (answer: AskAnswer): DialogueStep => ({type: 'answer', answer});

const textRequests: Readonly<Partial<Record<Ask['kind'], string>>> = {
	'sign-in': 'Paste the address that the browser ended at. Enter alone goes back.',
	result: 'Type a message for the model in place of the result, or enter alone for none. /back goes back.',
};
const reasonRequest =
	'Type a reason for the model, or enter alone for none: the call is denied. /back goes back.';

const editLines = (ask: Ask): readonly string[] =>
	ask.kind === 'approval'
		? [
				'The arguments are:',
				...argumentsText(ask.arguments).split('\n'),
				'Type others as JSON on one line: the tool runs once with them. Type editor to open them in your editor. Enter alone goes back.',
			]
		: [
				'Type the text that the model gets instead, on one line. Type editor to open the result in your editor. Enter alone goes back.',
			];

/** A value that the configuration needs. */
const createValueDialogue = (ask: InputAsk, begin: readonly string[]): Dialogue => ({
	begin: [
		...begin,
		`Type the value${ask.isSecret ? ', which is not shown' : ''}. Enter alone means not now.`,
	],
	prompt: () => 'Value: ',
	isHidden: () => ask.isSecret,
	take: line => answering(answerWithValue(line) ?? {type: 'dismiss'}),
	edited: text => answering(answerWithValue(text) ?? {type: 'dismiss'}),
});

const createChoiceDialogue = (ask: Ask, begin: readonly string[]): Dialogue => {
	let side: Side = 'choices';

	const turnTo = (next: Side, lines: readonly string[]): DialogueStep => {
		side = next;
		return saying(lines, true);
	};
	const back = (): DialogueStep => turnTo('choices', [choiceSentence(ask, false)]);

	const choose = (choice: AskChoice): DialogueStep => {
		const answer = answerOf(choice);
		if (opensPage(ask, choice)) {
			return {type: 'open-page'};
		}
		if (answer !== undefined) {
			return answering(answer);
		}
		switch (choice) {
			case 'always':
				return turnTo('always', [
					'An "always" holds in later sessions too, until the tool or the way to its server changes.',
					choiceSentence(ask, true),
				]);
			case 'edit':
				return turnTo('edit', editLines(ask));
			case 'back':
				return back();
			default:
				return turnTo('text', [textRequests[ask.kind] ?? reasonRequest]);
		}
	};

	const takeChoice = (line: string): DialogueStep => {
		if (line.startsWith('/')) {
			return {type: 'command'};
		}
		const isKeeping = side === 'always';
		const choice = findChoice(ask, isKeeping, line);
		return choice === undefined
			? saying([
					`"${sanitiseLine(line)}" is none of the answers, and nothing is decided.`,
					choiceSentence(ask, isKeeping),
				])
			: choose(choice);
	};

	const takeText = (line: string): DialogueStep => {
		const answer = line.trim() === '/back' ? undefined : answerWithLine(ask, line);
		return answer === undefined ? back() : answering(answer);
	};

	const takeEdited = (text: string): DialogueStep => {
		if (ask.kind === 'result') {
			return answering({type: 'edit', text});
		}
		const reading = readJsonObject(text);
		if (reading.type === 'read') {
			return {type: 'check', arguments: reading.value};
		}
		const {line, column, message} = reading.problem;
		return saying([
			`That is not JSON: line ${line}, column ${column}: ${sanitiseLine(message)}. Nothing was run. Enter alone goes back.`,
		]);
	};

	const takeEdit = (line: string): DialogueStep => {
		const wanted = line.trim();
		if (wanted === '' || wanted === '/back') {
			return back();
		}
		if (wanted !== 'editor') {
			return takeEdited(line);
		}
		return ask.kind === 'approval'
			? {type: 'edit', text: argumentsText(ask.arguments), ending: '.json'}
			: {type: 'edit', text: ask.kind === 'result' ? ask.text : '', ending: '.txt'};
	};

	return {
		begin: [...begin, choiceSentence(ask, false)],
		prompt: () => 'Your answer: ',
		isHidden: () => false,
		take(line) {
			switch (side) {
				case 'choices':
				case 'always':
					return takeChoice(line);
				case 'text':
					return takeText(line);
				case 'edit':
					return takeEdit(line);
			}
		},
		edited: takeEdited,
	};
};

/** How a question is told and answered, line by line. */
export const createDialogue = (ask: Ask, width: number, count: number): Dialogue => {
	const begin = questionLines(ask, width, count);
	if (ask.kind === 'input') {
		return createValueDialogue(ask, begin);
	}
	const form = formSchemaOf(ask);
	return ask.kind === 'elicitation' && form !== undefined
		? createFormDialogue(ask, begin, form)
		: createChoiceDialogue(ask, begin);
};

/** The answer that arguments make which the tool takes. */
export const answerWithEdit = (ask: Ask, args: Parameters<typeof answerWithArguments>[1]): AskAnswer =>
	ask.kind === 'approval' ? answerWithArguments(ask, args) : {type: 'deny'};
