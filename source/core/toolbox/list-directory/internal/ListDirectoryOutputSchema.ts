import {z} from 'zod';

export type DirectoryEntry = {
	readonly name: string;
	readonly type: 'file' | 'directory' | 'link' | 'other';
	/** Bytes; files only. */
	readonly size?: number | undefined;
};

export type ListDirectoryOutput = {
	/** As it was asked for. */
	readonly path: string;
	readonly entries: readonly DirectoryEntry[];
	/** True when the folder holds more than is listed. */
	readonly truncated: boolean;
};

export const ListDirectoryOutputSchema: z.ZodType<ListDirectoryOutput> = z.object({
	path: z.string(),
	entries: z.array(
		z.object({
			name: z.string(),
			type: z.enum(['file', 'directory', 'link', 'other']),
			size: z.number().int().optional(),
		}),
	),
	truncated: z.boolean(),
});
