import type {FetchLike} from '@modelcontextprotocol/client';

/** Remembers how a search went, which the SDK does not tell. */
export type WatchedAnswers = {
	readonly fetch: FetchLike;
	/** Every place that was asked said that there is nothing. Trouble on the way, or of the server, is no such answer. */
	readonly isNothingThere: () => boolean;
	/** Where the last answer came from. */
	readonly lastPlace: () => URL | undefined;
};

/** The server only wants to be asked later. */
const later: ReadonlySet<number> = new Set([408, 425, 429]);

const saysNo = (status: number): boolean => status >= 400 && status < 500 && !later.has(status);

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

export const watchAnswers = (fetch: FetchLike): WatchedAnswers => {
	const answers: {readonly url: URL; readonly status: number}[] = [];
	return {
		fetch: async (input, init) => {
			const url = new URL(String(input));
			const response = await fetch(url, init);
			answers.push({url, status: response.status});
			return response;
		},
		isNothingThere: () => {
			const last = answers.at(-1);
			const ends = answers.filter(answer => answer === last || !isRedirect(answer.status));
			return ends.length > 0 && ends.every(({status}) => saysNo(status));
		},
		lastPlace: () => answers.at(-1)?.url,
	};
};
