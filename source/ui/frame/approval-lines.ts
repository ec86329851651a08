import type {ApprovalAsk} from '../../domain/ask.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {isFilledIn} from '../asks/argument-form.ts';
import {choicesOf} from '../asks/ask-choices.ts';
import {rememberLast} from '../text/remember-last.ts';
import {reveal} from '../text/reveal.ts';
import {wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import {sourceText} from '../transcript/for-the-user.ts';
import type {AskView} from '../view-state.ts';
import {argumentLines} from './argument-lines.ts';
import {badgeLines} from './badge-lines.ts';
import {partLines} from './difference-lines.ts';
import {keyLines, layOutQuestion, type QuestionContext, type QuestionLayout} from './question-layout.ts';
import {toolTitle} from './question-title.ts';

/** What is suspicious about the tool, what was not checked, and the untrusted content that may have led to the call. */
const warningLines = (
	{flags = [], sources = [], unchecked}: ApprovalAsk,
	{styles, width}: QuestionContext,
): readonly string[] => {
	return [
		...flags.flatMap(flag => wrapText(`! ${sanitiseLine(reveal(flag))}`, width - 2).map(styles.bad)),
		...(unchecked === undefined
			? []
			: wrapText(`arguments not checked: ${sanitiseLine(reveal(unchecked))}`, width - 2).map(styles.warn)),
		...sources.flatMap(source => wrapText(sourceText(source), width - 2).map(styles.warn)),
	];
};

const layOutChanges = (
	changes: NonNullable<ApprovalAsk['changes']>,
	width: number,
	styles: Styles,
): readonly string[] => [
	'',
	...wrapText('changed since you said "always":', width - 2).map(styles.warn),
	...changes.flatMap(change => partLines(change, width - 2, styles)),
];

const changeLines = rememberLast(layOutChanges);
const noChanges: NonNullable<ApprovalAsk['changes']> = [];

const listNames = (names: readonly string[]): string =>
	names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** What an answer for longer than this call means after untrusted content has come. */
const reachText = ({sources = [], canKeep, isOnce}: ApprovalAsk): readonly string[] => {
	const servers = [...new Set(sources.map(({server}) => sanitiseLine(server)))];
	if (servers.length === 0 || isOnce === true) {
		return [];
	}
	const session = `s holds for this session, also after content from ${listNames(servers)}`;
	return [canKeep === true ? `${session}; "always" asks again after untrusted content` : session];
};

const keepingText = ({sources = []}: ApprovalAsk): string =>
	[
		'an "always" holds in later sessions too, until the tool or the way to its server changes',
		...(sources.length === 0 ? [] : ['it asks again after untrusted content']),
	].join('; ');

const whyLines = (
	ask: ApprovalAsk,
	{editor, argumentForm, isKeeping, line}: AskView,
	{styles, width}: QuestionContext,
): readonly string[] => {
	const isEdited =
		(editor !== undefined && editor.text.text !== editor.original) ||
		(argumentForm !== undefined && isFilledIn(argumentForm, ask));
	const texts =
		isKeeping === true
			? [keepingText(ask)]
			: [
					`asks because: ${sanitiseLine(ask.rule)}`,
					// While a reason is typed, letters are letters.
					...(line === undefined ? reachText(ask) : []),
					...(isEdited && line === undefined
						? ['what you have written is kept: e goes on with it, y runs what is shown here']
						: []),
				];
	return texts.flatMap(text => wrapText(text, width - 2)).map(styles.dim);
};

/** The question about one call: who wants what, every argument, why it asks, the keys. */
export const approvalLines = (ask: ApprovalAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {names, ...title} = toolTitle(ask, ' wants to run ', context);
	const {changes = noChanges} = ask;
	return layOutQuestion(
		{
			...title,
			above: [...badgeLines(ask, context), ...warningLines(ask, context)],
			body: [
				names,
				argumentLines(ask.arguments, width, styles),
				changes.length === 0 ? [] : changeLines(changes, width, styles),
			],
			below: whyLines(ask, view, context),
			keys: keyLines(
				choicesOf(ask, view.isKeeping),
				view,
				'a reason for the model, or none: enter denies the call, esc goes back',
				context,
			),
		},
		view.scroll,
		context,
	);
};
