import type {FolderAsk, InputAsk, ProjectServerOffer} from '../../domain/ask.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {choicesOf, inputChoices} from '../asks/ask-choices.ts';
import {cellsOf} from '../text/graphemes.ts';
import {rememberLast} from '../text/remember-last.ts';
import {reveal} from '../text/reveal.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';
import {
	choicesLines,
	draftHint,
	keyLines,
	layOutQuestion,
	type QuestionContext,
	type QuestionLayout,
	queueMark,
} from './question-layout.ts';
import {plainTitle} from './question-title.ts';

const shown = (text: string): string => sanitiseLine(reveal(text));

const offerLines = (
	{name, file, runs, variables, isChanged}: ProjectServerOffer,
	width: number,
	styles: Styles,
): readonly string[] => [
	'',
	...wrapText(shown(name), width).map(styles.strong),
	...(isChanged
		? wrapText('changed since you trusted it', width - 2).map(line => `  ${styles.warn(line)}`)
		: []),
	...wrapText(shown(runs), width - 2).map(line => `  ${line}`),
	...(variables.length === 0
		? []
		: wrapText(`sets ${variables.map(shown).join(', ')}`, width - 2).map(line => `  ${styles.dim(line)}`)),
	...wrapText(`from ${shown(file)}`, width - 2).map(line => `  ${styles.dim(line)}`),
];

const layOutOffers = (ask: FolderAsk, width: number, styles: Styles): readonly string[] => [
	...wrapText(shown(ask.folder), width - 2),
	...ask.servers.flatMap(offer => offerLines(offer, width - 2, styles)),
];

const offersLines = rememberLast(layOutOffers);

/** What a project would start or contact, exactly. */
export const folderLines = (ask: FolderAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {length} = ask.servers;
	return layOutQuestion(
		{
			...plainTitle(`This project brings ${length === 1 ? 'a server' : `${length} servers`} along`, context),
			above: [],
			body: [offersLines(ask, width, styles)],
			below: wrapText('none of it has been started or contacted', width - 2).map(styles.dim),
			keys: keyLines(choicesOf(ask), view, '', context),
		},
		view.scroll,
		context,
	);
};

const needs = 'The configuration needs ';

/** A value that the configuration needs. What is typed stands where the draft would be. */
export const inputLines = (ask: InputAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width, isDraftFocused} = context;
	const {description, servers} = ask;
	const id = shown(ask.inputId);
	const wrap = (text: string): readonly string[] => wrapText(text, width - 2);
	return layOutQuestion(
		{
			...plainTitle(`${needs}${id}`, context),
			above: [],
			body: [
				// The title has only one line for it.
				needs.length + cellsOf(id) + queueMark(context).length <= width - 2 ? [] : wrap(id),
				description === undefined ? [] : wrap(reveal(description)),
				servers.length === 0 ? [] : wrap(`for ${servers.map(shown).join(', ')}`).map(styles.dim),
			],
			below: wrap(
				ask.isSecret ? 'typed unseen, kept in the keychain' : 'asked once, kept in the keychain',
			).map(styles.dim),
			keys: isDraftFocused ? draftHint(context) : choicesLines(inputChoices, undefined, context),
		},
		view.scroll,
		context,
	);
};
