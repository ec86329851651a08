import {ProtocolError} from '@modelcontextprotocol/client';
import {z} from 'zod';
import type {ServerRequests} from '../../../domain/server-ports.ts';
import type {ElicitationRequest} from '../../../domain/server-request.ts';
import {convertElicitation} from './convert-elicitation.ts';

/** The code of an error that says: the user must open pages first. */
const pagesRequired = -32042;
const maxPages = 5;

const page = z.object({
	mode: z.literal('url'),
	message: z.string(),
	url: z.string(),
	elicitationId: z.string(),
});
const shape = z.object({elicitations: z.array(z.unknown())});

/** The pages that a server wants opened before it does what it was asked; undefined when the error is another. */
export const requiredPages = (error: unknown): readonly ElicitationRequest[] | undefined => {
	if (!(error instanceof ProtocolError) || error.code !== pagesRequired) {
		return undefined;
	}
	const parsed = shape.safeParse(error.data);
	return (parsed.data?.elicitations ?? []).slice(0, maxPages).flatMap(value => {
		const wanted = page.safeParse(value);
		try {
			return wanted.success ? [convertElicitation(wanted.data)] : [];
		} catch {
			// An address that no browser should be led to: the page is left out, the failure stays.
			return [];
		}
	});
};

/** Shows the pages to the user; true when every one is opened. What waits behind them can then be tried again. */
export const openRequiredPages = async (
	server: string,
	pages: readonly ElicitationRequest[],
	requests: Pick<ServerRequests, 'elicit'>,
	signal: AbortSignal,
): Promise<boolean> => {
	for (const wanted of pages) {
		const answer = await requests.elicit(server, wanted, signal);
		if (answer.action !== 'accept') {
			return false;
		}
	}
	return pages.length > 0;
};
