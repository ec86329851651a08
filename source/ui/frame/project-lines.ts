import type {FolderAsk, InputAsk, ProjectServerOffer} from '../../domain/ask.ts';
import {describeSetting} from '../../domain/server-setting.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {folderChoices, inputChoices} from '../asks/ask-choices.ts';
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

const settingLines = (
	{variables, settings}: ProjectServerOffer,
	width: number,
	styles: Styles,
): readonly string[] => {
	if (settings === undefined) {
		return variables.length === 0
			? []
			: wrapText(`sets ${variables.map(shown).join(', ')}`, width).map(styles.dim);
	}
	return settings.flatMap(setting =>
		setting.warning === undefined
			? wrapText(shown(describeSetting(setting)), width)
			: wrapText(`! ${shown(describeSetting(setting))}`, width).map(styles.warn),
	);
};

const offerLines = (offer: ProjectServerOffer, width: number, styles: Styles): readonly string[] => [
	'',
	...wrapText(shown(offer.name), width).map(styles.strong),
	...[
		...(offer.isChanged ? wrapText('changed since you trusted it', width - 2).map(styles.warn) : []),
		...wrapText(shown(offer.runs), width - 2),
		...settingLines(offer, width - 2, styles),
		...wrapText(`from ${shown(offer.file)}`, width - 2).map(styles.dim),
	].map(line => `  ${line}`),
];

const layOutOffers = (ask: FolderAsk, width: number, styles: Styles): readonly string[] => [
	...wrapText(shown(ask.folder), width - 2),
	...ask.servers.flatMap(offer => offerLines(offer, width - 2, styles)),
];

const offersLines = rememberLast(layOutOffers);

/** What a project would start or contact, exactly. Nobody trusts what they have not had before them to its end. */
export const folderLines = (ask: FolderAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {length} = ask.servers;
	const layOut = (isUnread: boolean): QuestionLayout =>
		layOutQuestion(
			{
				...plainTitle(
					`This project wants to add ${length === 1 ? '1 server' : `${length} servers`}`,
					context,
				),
				above: [],
				body: [offersLines(ask, width, styles)],
				below:
					view.hint === undefined
						? wrapText('none of it has been started or contacted', width - 2).map(styles.dim)
						: wrapText(view.hint, width - 2).map(styles.warn),
				keys: keyLines(folderChoices(isUnread), view, '', context),
			},
			view.scroll,
			context,
		);
	const whole = layOut(false);
	return view.hasSeenEnd === true || view.scroll >= whole.maxScroll ? whole : layOut(true);
};

const needs = 'The configuration needs ';

/** A value that the configuration needs. What is typed stands where the draft would be. */
export const inputLines = (ask: InputAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width, isDraftFocused} = context;
	const {description, servers, place} = ask;
	const kept = place === undefined ? 'kept with your secrets' : `kept in ${shown(place)}`;
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
			below: wrap(`${ask.isSecret ? 'typed unseen' : 'asked once'}, ${kept}`).map(styles.dim),
			keys: isDraftFocused ? draftHint(context) : choicesLines(inputChoices, undefined, context),
		},
		view.scroll,
		context,
	);
};
