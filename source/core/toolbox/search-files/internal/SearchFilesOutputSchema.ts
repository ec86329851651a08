import {z} from 'zod';

const searchCuts = ['matches', 'characters', 'names', 'files', 'bytes', 'time'] as const;

/** The limit that ended a search before everything was looked at. */
export type SearchCut = (typeof searchCuts)[number];

export type FileMatch = {
	/** As the other file tools take it. */
	readonly path: string;
	/** Counted from 1; absent, like what follows, when files were searched by name alone. */
	readonly line?: number | undefined;
	/** The line, or the part of a long one around what was found. */
	readonly text?: string | undefined;
	readonly before?: readonly string[] | undefined;
	readonly after?: readonly string[] | undefined;
};

/** What was not searched, and why. */
export type LeftOut = {
	/** Folders such as node_modules. */
	readonly folders: number;
	/** Folders too far below. */
	readonly deep: number;
	readonly binary: number;
	readonly large: number;
	readonly links: number;
	/** Files and folders that may not be read or vanished meanwhile. */
	readonly unreadable: number;
};

export type SearchFilesOutput = {
	readonly matches: readonly FileMatch[];
	/** How many files the matches are in. */
	readonly files: number;
	/** How many files were searched. */
	readonly searched: number;
	/** Absent when everything was looked at. */
	readonly cutBy?: SearchCut | undefined;
	readonly leftOut: LeftOut;
};

export const SearchFilesOutputSchema: z.ZodType<SearchFilesOutput> = z.object({
	matches: z.array(
		z.object({
			path: z.string(),
			line: z.number().int().optional(),
			text: z.string().optional(),
			before: z.array(z.string()).optional(),
			after: z.array(z.string()).optional(),
		}),
	),
	files: z.number().int(),
	searched: z.number().int(),
	cutBy: z.enum(searchCuts).optional(),
	leftOut: z.object({
		folders: z.number().int(),
		deep: z.number().int(),
		binary: z.number().int(),
		large: z.number().int(),
		links: z.number().int(),
		unreadable: z.number().int(),
	}),
});
