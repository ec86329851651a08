import {z} from 'zod';

export type SearchFilesInput = {
	/** What a line has to contain. */
	readonly query?: string | undefined;
	/** The folder to search, or a file; the first granted folder when absent. */
	readonly path?: string | undefined;
	/** What the name or the path of a file has to look like. */
	readonly glob?: string | undefined;
	readonly isRegex?: boolean | undefined;
	/** Of query and glob. */
	readonly isCaseSensitive?: boolean | undefined;
	/** Lines to show before and after each match. */
	readonly contextLines?: number | undefined;
	/** How many matches to show. */
	readonly limit?: number | undefined;
};

export const mostMatches = 500;
export const usualMatches = 100;
const mostContext = 10;

export const SearchFilesInputSchema: z.ZodType<SearchFilesInput> = z.strictObject({
	query: z
		.string()
		.min(1)
		.max(500)
		.optional()
		.describe('The text to find in the lines of files. Leave it out to find files by name alone, with glob.'),
	path: z
		.string()
		.min(1)
		.max(4096)
		.optional()
		.describe(
			'The folder to search with everything below it, or one file; relative to the first granted folder or absolute. Leave it out for that folder itself.',
		),
	glob: z
		.string()
		.min(1)
		.max(200)
		.optional()
		.describe(
			'Which files: "*.ts" by name in any folder, "source/**/*.{ts,tsx}" by path below the searched folder. * ? ** [abc] {a,b} are understood.',
		),
	isRegex: z
		.boolean()
		.optional()
		.describe(
			'Whether query is a regular expression as in JavaScript, tried on each line; false by default.',
		),
	isCaseSensitive: z
		.boolean()
		.optional()
		.describe('Whether upper and lower case differ, in query and in glob; false by default.'),
	contextLines: z
		.number()
		.int()
		.min(0)
		.max(mostContext)
		.optional()
		.describe(`How many lines to show before and after each match; ${mostContext} at most, none by default.`),
	limit: z
		.number()
		.int()
		.min(1)
		.max(mostMatches)
		.optional()
		.describe(`How many matches to show; ${mostMatches} at most, ${usualMatches} by default.`),
});
