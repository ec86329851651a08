import type {NetworkEnd} from '../../../support/network/network-end.ts';
import {causesOf} from '../../../support/network/network-error.ts';
import type {Unreachable} from '../../../support/network/unreachable.ts';

/** Why a request to a provider got no answer that could be read. */
export type ExchangeEnd =
	| NetworkEnd
	/** The connection broke in the middle of the answer. */
	| {readonly type: 'broken-off'; readonly why: Unreachable}
	| {readonly type: 'redirected'; readonly location: string}
	/** Somebody answered, and not the provider. `title` is that of the page. */
	| {readonly type: 'web-page'; readonly title: string}
	/** Something whole in place of a stream. `body` is the beginning of it. */
	| {readonly type: 'not-a-stream'; readonly contentType: string; readonly body: string};

/**
 * Thrown by our fetch. It says nothing by itself, and has no cause: the SDKs look for certain words in both, and replace
 * the error with their own where they find one.
 */
export class ExchangeError extends Error {
	readonly end: ExchangeEnd;

	constructor(end: ExchangeEnd) {
		super('The provider gave no answer.');
		this.name = 'ExchangeError';
		this.end = end;
	}
}

/** What became of the exchange, if that is why the error was thrown. */
export const exchangeEndBehind = (error: unknown): ExchangeEnd | undefined => {
	for (const each of causesOf(error)) if (each instanceof ExchangeError) return each.end;
	return undefined;
};
