import {addressOf} from '../../app/open-page.ts';
import type {Ask} from '../../domain/ask.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {type AskChoice, choicesOf, formSchemaOf} from '../asks/ask-choices.ts';
import {openAskView} from '../asks/open-ask-view.ts';
import {askLines} from '../frame/ask-lines.ts';
import {draftHint} from '../frame/question-layout.ts';
import {spokenStyles} from '../theme/styles.ts';

type Offer = {readonly choice: AskChoice; readonly word: string; readonly label: string};

/** What is typed for a choice: its letter, or its name where only a key stands for it. */
const wordOf = (choice: AskChoice, key: string): string => (/^[a-z]$/.test(key) ? key : choice);

/** What can be answered. Everything has been told in full, so there is nothing to explore. */
const offersOf = (ask: Ask, isKeeping: boolean): readonly Offer[] =>
	choicesOf(ask, isKeeping)
		.filter(({choice}) => choice !== 'explore')
		.map(({choice, key, label}) => ({choice, label, word: wordOf(choice, key)}));

export const choiceSentence = (ask: Ask, isKeeping: boolean): string => {
	const offers = offersOf(ask, isKeeping);
	const list = offers.map(({word, label}) => (word === label ? word : `${word} for ${label}`));
	return `Type ${list.slice(0, -1).join(', ')} or ${list.at(-1)}. Enter alone means ${offers[0]?.label}.`;
};

/** The choice that a typed line makes; nothing typed makes the first, which does no harm. */
export const findChoice = (ask: Ask, isKeeping: boolean, typed: string): AskChoice | undefined => {
	const offers = offersOf(ask, isKeeping);
	const wanted = typed.trim().toLowerCase();
	return wanted === ''
		? offers[0]?.choice
		: offers.find(({word, choice, label}) => [word, choice, label].includes(wanted))?.choice;
};

/** What can be typed in a form that is no answer to a field. */
export const formWords = '/decline declines, /cancel cancels, /mute also hears nothing more of this server.';

const enoughHeight = 1_000_000;

/** Everything about a question but the keys, which mean nothing here. */
export const questionLines = (ask: Ask, width: number, count: number): readonly string[] => {
	if (ask.kind === 'elicitation' && formSchemaOf(ask) !== undefined) {
		return [
			`Question: ${sanitiseLine(ask.server)} asks: ${sanitise(ask.request.message)}`,
			`Answer field by field. ${formWords}`,
		];
	}
	const context = {
		width,
		height: enoughHeight,
		styles: spokenStyles,
		count,
		before: 0,
		// In the place of the keys there is a hint then, the last of its lines.
		isDraftFocused: true,
	};
	const {lines} = askLines(ask, openAskView(ask), context);
	const told = lines.slice(0, -draftHint(context).length).map(line => line.slice(2));
	const address = sanitiseLine(addressOf(ask) ?? '');
	return [
		`Question: ${told[0] ?? ''}`,
		...told.slice(1),
		// In one piece, however long it is: it may be copied.
		...(address.length > width - 2 ? ['The whole address:', address] : []),
	];
};
