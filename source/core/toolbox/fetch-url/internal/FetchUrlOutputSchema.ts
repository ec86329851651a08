import {z} from 'zod';

export type FetchUrlOutput = {
	/** Where it was found in the end. */
	readonly url: string;
	readonly status: number;
	/** As the server says; empty where it does not. */
	readonly contentType: string;
	readonly title?: string | undefined;
	/** Whether it has text that can be given. */
	readonly isText: boolean;
	/** How long its text is. */
	readonly characters: number;
	/** The first character that was given. */
	readonly offset: number;
	/** Where to read on; absent at the end. */
	readonly nextOffset?: number | undefined;
	/** Whether the page is longer than what was read of it. */
	readonly isCut: boolean;
};

export const FetchUrlOutputSchema: z.ZodType<FetchUrlOutput> = z.object({
	url: z.string(),
	status: z.number().int(),
	contentType: z.string(),
	title: z.string().optional(),
	isText: z.boolean(),
	characters: z.number().int(),
	offset: z.number().int(),
	nextOffset: z.number().int().optional(),
	isCut: z.boolean(),
});
