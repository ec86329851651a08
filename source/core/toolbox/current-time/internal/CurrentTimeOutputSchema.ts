import {z} from 'zod';

export type CurrentTimeOutput = {
	/** ISO 8601 local time with its offset. */
	readonly iso: string;
	readonly weekday: string;
	readonly timeZone: string;
	/** Such as +01:00. */
	readonly utcOffset: string;
	readonly unixSeconds: number;
};

export const CurrentTimeOutputSchema: z.ZodType<CurrentTimeOutput> = z.object({
	iso: z.string(),
	weekday: z.string(),
	timeZone: z.string(),
	utcOffset: z.string(),
	unixSeconds: z.number().int(),
});
