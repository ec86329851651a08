import {z} from 'zod';

export type CurrentTimeInput = {
	/** IANA name; the time zone of this machine when absent. */
	readonly timeZone?: string | undefined;
};

export const CurrentTimeInputSchema: z.ZodType<CurrentTimeInput> = z.strictObject({
	timeZone: z
		.string()
		.min(1)
		.max(64)
		.optional()
		.describe(
			'IANA time zone, such as Europe/Berlin or UTC. Leave it out for the time zone of this machine.',
		),
});
