import type {ElicitationAsk, SamplingAsk, SignInAsk} from '../../domain/ask.ts';
import type {SamplingContent, SamplingRequest} from '../../domain/server-request.ts';
import {sanitise, sanitiseLine} from '../../support/sanitise.ts';
import {addressChoices, samplingChoices, signInChoices} from '../asks/ask-choices.ts';
import {rememberLast} from '../text/remember-last.ts';
import {showInline} from '../text/show-json.ts';
import {cutToWidth, wrapText} from '../text/wrap-text.ts';
import type {Styles} from '../theme/styles.ts';
import type {AskView} from '../view-state.ts';
import {
	keyLines,
	layOutQuestion,
	leastName,
	type QuestionContext,
	type QuestionLayout,
	queueMark,
} from './question-layout.ts';

/** Who wants what, on one line. */
const titleOf = (server: string, wants: string, context: QuestionContext) => {
	const {styles, width} = context;
	const queue = queueMark(context);
	const name = sanitiseLine(server);
	const nameWidth = width - 2 - wants.length - queue.length;
	return {
		title: `${styles.strong(cutToWidth(name, nameWidth))}${wants}${styles.dim(queue)}`,
		isReadable: nameWidth >= Math.min(leastName, name.length),
	};
};

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
			above: wrapText(sanitiseLine(terms), width - 2).map(styles.dim),
			body: [requestLines(request, width, styles)],
			below: [],
			keys: keyLines(samplingChoices, view, '', context),
		},
		view.scroll,
		context,
	);
};

/** The host apart from the rest, because that is what a person must judge; in ASCII, so that none looks alike. */
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
		`${styles.dim('leads to')} ${styles.strong(cutToWidth(sanitiseLine(url?.host ?? 'no place at all'), width - 12))}`,
		...warnings.flatMap(text => wrapText(text, width - 2).map(styles.warn)),
		...wrapText(sanitiseLine(address), width - 2).map(styles.link),
	];
};

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
			above: [],
			body: [wrapText(sanitise(ask.request.message), width - 2), [''], placeLines(address, context)],
			below: wrapText('open it in your browser; y tells the server that you do', width - 2).map(styles.dim),
			keys: keyLines(addressChoices, view, '', context),
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
			above: [],
			body: [
				placeLines(url, context),
				...(scopes === undefined
					? []
					: [wrapText(`it asks for: ${sanitiseLine(scopes)}`, width - 2).map(styles.dim)]),
			],
			below: wrapText(
				`the browser comes back to ${sanitiseLine(callback)}; where it cannot (SSH), paste the address it ended at`,
				width - 2,
			).map(styles.dim),
			keys: keyLines(
				signInChoices,
				view,
				'the address from the browser, enter takes it, esc goes back',
				context,
			),
		},
		view.scroll,
		context,
	);
};
