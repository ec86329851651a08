import {z} from 'zod';

const places = ['message', 'answer', 'call', 'summary', 'failure', 'going back'] as const;

/** What was found in: what the user wrote, what a model answered, a tool call with its result and so on. */
export type SessionPlace = (typeof places)[number];

export type FoundPlace = {
	readonly where: SessionPlace;
	/** ISO 8601, in UTC; absent where the file does not say. */
	readonly at?: string | undefined;
	/** One line around the first word of the query. */
	readonly snippet: string;
};

export type FoundSession = {
	readonly sessionId: string;
	/** What the user named it, or else their first message. */
	readonly title: string;
	/** ISO 8601, in UTC. */
	readonly lastUsed?: string | undefined;
	readonly places: readonly FoundPlace[];
	/** Places in it that were found and are not shown; more than a few are not counted. */
	readonly more: number;
};

export type SearchSessionsOutput = {
	/** The last used first. */
	readonly sessions: readonly FoundSession[];
	/** How many earlier sessions there are. */
	readonly searched: number;
	/** The limit that ended the search; absent when every session was looked at. */
	readonly cutBy?: 'places' | 'time' | undefined;
	/** Sessions whose files cannot be read. */
	readonly unreadable: number;
};

export const SearchSessionsOutputSchema: z.ZodType<SearchSessionsOutput> = z.object({
	sessions: z.array(
		z.object({
			sessionId: z.string(),
			title: z.string(),
			lastUsed: z.string().optional(),
			places: z.array(
				z.object({
					where: z.enum(places),
					at: z.string().optional(),
					snippet: z.string(),
				}),
			),
			more: z.number().int(),
		}),
	),
	searched: z.number().int(),
	cutBy: z.enum(['places', 'time']).optional(),
	unreadable: z.number().int(),
});
