import {describeError} from '../../../domain/failure.ts';
import type {ModelTrouble} from '../../../domain/model.ts';
import {causesOf, networkEnd, networkEndBehind} from '../../../support/network/network-error.ts';
import {unreachableKind} from '../../../support/network/unreachable.ts';
import {classifyComplaint} from './classify-complaint.ts';
import {complaintFailure} from './complaint-words.ts';
import {type ExchangeEnd, exchangeEndBehind} from './exchange-error.ts';
import {exchangeTrouble} from './exchange-trouble.ts';
import {ownWords, sentence} from './own-words.ts';
import {type Complaint, readBody, readComplaint} from './read-complaint.ts';
import {retryDelay} from './retry-delay.ts';
import {discretionOf, type TroubleContext} from './trouble-context.ts';

const complaintTrouble = (complaint: Complaint, context: TroubleContext): ModelTrouble => {
	const verdict = classifyComplaint(complaint, context.tools);
	const after = retryDelay(complaint);
	return {
		kind: verdict.kind,
		failure: complaintFailure(complaint, verdict, context),
		...(verdict.isPassing ? {retry: after === undefined ? {} : {after}} : {}),
		...(verdict.tools === undefined ? {} : {tools: verdict.tools}),
	};
};

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** What became of the connection, whoever made it. */
const endOf = (error: unknown, {provider}: TroubleContext): ExchangeEnd | undefined => {
	if (!(error instanceof Error)) return undefined;
	const known = exchangeEndBehind(error) ?? networkEndBehind(error);
	if (known !== undefined) return known;
	const end = networkEnd(error, {host: hostOf(provider.baseUrl), patience: provider.idleLimit});
	const isKnown = end.type !== 'unreachable' || unreachableKind(end) !== 'other';
	return isKnown ? end : undefined;
};

const hasCause = (error: unknown, test: (each: unknown) => boolean): boolean =>
	[...causesOf(error)].some(test);

const garbled = ({provider}: TroubleContext): ModelTrouble => ({
	kind: 'garbled',
	failure: {
		code: 'garbled',
		message: `${provider.title} sent a piece of its answer that cannot be read.`,
		hint: 'Nothing of the answer was acted upon. Use /retry.',
	},
	retry: {},
});

const isTelling = (error: unknown): boolean => error instanceof Error || typeof error !== 'object';

/** Nobody foresaw it. It is told as it is. */
const unforeseen = (error: unknown, context: TroubleContext): ModelTrouble => ({
	kind: 'provider-error',
	failure: {
		code: 'provider-error',
		message: sentence(
			`The request to ${context.provider.title} failed`,
			ownWords(isTelling(error) ? describeError(error) : '', discretionOf(context)),
		),
		hint: 'Use /retry, or choose another model with /model.',
	},
});

/**
 * Why a request to a model failed: from an error of an SDK, of the network, of our own fetch, or from an event or chunk
 * that stands for one.
 */
export const describeTrouble = (error: unknown, context: TroubleContext): ModelTrouble => {
	const end = exchangeEndBehind(error);
	// Some servers say what is wrong with status 200.
	const said = end?.type === 'not-a-stream' ? readBody(end.body) : undefined;
	const complaint = end === undefined ? readComplaint(error) : said?.words === '' ? undefined : said;
	if (complaint !== undefined) return complaintTrouble(complaint, context);
	const reached = endOf(error, context);
	if (reached !== undefined) return exchangeTrouble(reached, context);
	if (hasCause(error, each => each instanceof SyntaxError)) return garbled(context);
	return unforeseen(error, context);
};
