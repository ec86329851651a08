import type {ElicitationAsk, SamplingAsk, SignInAsk} from '../../domain/ask.ts';
import type {SamplingContent, SamplingRequest} from '../../domain/server-request.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {addressChoices, consentChoices, samplingChoices, signInChoices} from '../asks/ask-choices.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInline} from '../text/show-json.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';
import {hostLines} from './host-lines.ts';
import {keyLines, layOutQuestion, type QuestionContext, type QuestionLayout} from './question-layout.ts';
import {titleOf} from './question-title.ts';

const partOf = (content: SamplingContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return `[${content.type} ${content.mimeType}, ${content.data.length} characters]`;
		case 'resource':
			return content.text ?? `[resource ${content.uri}]`;
		case 'link':
			return `[link ${content.uri}]`;
		case 'tool-use':
			return `[calls ${content.name}: ${showInline(content.input)}]`;
		case 'tool-result':
			return `[result: ${content.content.map(partOf).join('\n')}]`;
		case 'unknown':
			return JSON.stringify(content.value);
	}
};

const layOutRequest = (request: SamplingRequest, width: number, styles: Styles): readonly string[] => {
	const speech = (who: string, text: string): readonly string[] => [
		styles.dim(`${who}:`),
		...wrapText(sanitise(text), width - 4).map(line => `  ${line}`),
	];
	const {systemPrompt, tools} = request;
	return [
		...(systemPrompt === undefined ? [] : speech('instructions', systemPrompt)),
		...request.messages.flatMap(({role, content}) => speech(role, content.map(partOf).join('\n'))),
		...(tools.length === 0 ? [] : speech('tools of the server', tools.map(({name}) => name).join(', '))),
	];
};

/** A request never changes, and it may be long: every frame after the first only looks. */
const requestLines = rememberLast(layOutRequest);

export const samplingLines = (ask: SamplingAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {request} = ask;
	const terms = `model ${sanitiseLine(ask.model)} · up to ${request.maxTokens} tokens · ${ask.server} sees the answer`;
	return layOutQuestion(
		{
			...titleOf(ask.server, ' wants to use your model', context),
			above: [
				...(ask.isDuringCall
					? []
					: wrapText(`it asks by itself: no call to ${sanitiseLine(ask.server)} runs now`, width - 2).map(
							styles.warn,
						)),
				...wrapText(sanitiseLine(terms), width - 2).map(styles.dim),
			],
			body: [requestLines(request, width, styles)],
			below: [],
			keys: keyLines(samplingChoices, view, '', context),
		},
		view.scroll,
		context,
	);
};

/** What a server says with its question, which may be long: every frame after the first only looks. */
export const messageLines = rememberLast(({request}: ElicitationAsk, width: number, _styles: Styles) =>
	wrapText(sanitise(request.message), width - 2),
);

/** Says in full, on lines of their own, who owns the place: the end of its name, which comes last. */
const placeLines = (address: string, {styles, width}: QuestionContext): readonly string[] => {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	const warnings = [
		...(url?.protocol === 'http:' ? ['not encrypted: anybody on the way can read along'] : []),
		...(url !== undefined && (url.username !== '' || url.password !== '')
			? ['the part before the @ is not where it leads']
			: []),
		...(url?.host.includes('xn--') === true ? ['the name of this place has unusual letters in it'] : []),
	];
	return [
		...hostLines(sanitiseLine(url?.host ?? 'no place at all'), width - 2, styles),
		...warnings.flatMap(text => wrapText(text, width - 2).map(styles.warn)),
	];
};

const addressText = (address: string, {styles, width}: QuestionContext): readonly string[] =>
	wrapText(sanitiseLine(address), width - 2).map(styles.link);

/** Addresses that no browser should be given are not opened either. */
const notOpened = 'no browser could be opened with this address: copy it, and open it yourself';

/** A question of a server that nothing has to be filled in for. */
export const consentLines = (ask: ElicitationAsk, view: AskView, context: QuestionContext): QuestionLayout =>
	layOutQuestion(
		{
			...titleOf(ask.server, ' asks for your consent', context),
			above: [],
			body: [wrapText(sanitise(ask.request.message), context.width - 2)],
			below: [],
			keys: keyLines(consentChoices, view, '', context),
		},
		view.scroll,
		context,
	);

export const addressLines = (
	ask: ElicitationAsk,
	address: string,
	view: AskView,
	context: QuestionContext,
): QuestionLayout => {
	const {styles, width} = context;
	return layOutQuestion(
		{
			...titleOf(ask.server, ' wants you to open a page', context),
			// Not behind a message that may be long.
			above: placeLines(address, context),
			body: [addressText(address, context), [''], messageLines(ask, width, styles)],
			below:
				ask.browser === undefined
					? []
					: wrapText(`${notOpened}; y then tells the server that you did`, width - 2).map(styles.warn),
			keys: keyLines(addressChoices(ask.browser), view, '', context),
		},
		view.scroll,
		context,
	);
};

export const signInLines = (ask: SignInAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	const {styles, width} = context;
	const {url, callback, scopes} = ask.request;
	return layOutQuestion(
		{
			...titleOf(ask.server, ' wants you to sign in', context),
			above: placeLines(url, context),
			body: [
				addressText(url, context),
				...(scopes === undefined
					? []
					: [wrapText(`it asks for: ${sanitiseLine(scopes)}`, width - 2).map(styles.dim)]),
			],
			below: [
				...(ask.browser === 'started'
					? [styles.accent(cutToWidth('waiting for the browser …', width - 2))]
					: []),
				...(ask.browser === 'missing' ? wrapText(notOpened, width - 2).map(styles.warn) : []),
				...wrapText(
					`the browser comes back to ${sanitiseLine(callback)}; where it cannot (SSH), paste the address it ended at`,
					width - 2,
				).map(styles.dim),
			],
			keys: keyLines(
				signInChoices(ask.browser),
				view,
				'the address from the browser, enter takes it, esc goes back',
				context,
			),
		},
		view.scroll,
		context,
	);
};
