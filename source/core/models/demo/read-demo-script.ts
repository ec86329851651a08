import {z} from 'zod';
import type {JsonObject} from '../../../domain/json.ts';
import type {DemoScript} from './demo-script.ts';

const step = z.strictObject({
	if: z.enum(['succeeded', 'failed', 'denied', 'cancelled']).optional(),
	think: z.string().optional(),
	say: z.string().optional(),
	calls: z
		.array(z.strictObject({tool: z.string(), arguments: z.custom<JsonObject>(isPlainObject).default({})}))
		.optional(),
	cut: z.boolean().optional(),
});

const isPattern = (source: string): boolean => {
	try {
		new RegExp(source, 'i');
		return true;
	} catch {
		// The schema reports it, with the place.
		return false;
	}
};

const schema = z.strictObject({
	pace: z.number().min(0).default(60),
	turns: z
		.array(
			z.strictObject({
				prompt: z.string().optional(),
				match: z.string().refine(isPattern, 'is not a regular expression').optional(),
				steps: z.array(step).min(1),
			}),
		)
		.min(1),
});

function isPlainObject(value: unknown): boolean {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a demo script; throws an error whose message says what is wrong and where. */
export const readDemoScript = async (text: string): Promise<DemoScript> => {
	const {parse} = await import('yaml');
	const result = schema.safeParse(parse(text));
	if (!result.success) {
		throw new Error(
			result.error.issues.map(issue => `${issue.path.join('.') || 'script'}: ${issue.message}`).join('; '),
		);
	}
	// zod writes optional keys as `T | undefined`; the parsed value has no undefined keys.
	return result.data as DemoScript;
};
