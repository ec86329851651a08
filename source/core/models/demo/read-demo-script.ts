import {z} from 'zod';
import type {JsonObject} from '../../../domain/json.ts';
import {type TroubleKind, troubleKinds} from '../../../domain/model.ts';
import type {DemoScript} from './demo-script.ts';

/** What the providers mean by the status of an answer. */
const kindsByStatus: ReadonlyMap<number, TroubleKind> = new Map([
	[400, 'bad-request'],
	[401, 'wrong-key'],
	[402, 'quota'],
	[403, 'no-access'],
	[404, 'unknown-model'],
	[413, 'context-full'],
	[429, 'rate-limited'],
	[503, 'overloaded'],
	[529, 'overloaded'],
]);

const fail = z
	.strictObject({
		kind: z.enum(troubleKinds).exactOptional(),
		status: z.number().int().min(400).max(599).exactOptional(),
		message: z.string().default('The script says that this request fails.'),
		retryAfter: z.number().min(0).exactOptional(),
		tools: z.array(z.string()).exactOptional(),
		times: z.number().int().min(1).default(1),
	})
	.refine(({kind, status}) => kind !== undefined || status !== undefined, 'needs a kind or a status')
	.transform(({status = 500, kind = kindsByStatus.get(status) ?? 'provider-error', ...others}) => ({
		kind,
		...others,
	}));

const tokens = z.number().int().min(0);

const step = z.strictObject({
	if: z.enum(['succeeded', 'failed', 'denied', 'cancelled']).exactOptional(),
	fail: fail.exactOptional(),
	think: z.string().exactOptional(),
	say: z.string().exactOptional(),
	calls: z
		.array(
			z.strictObject({
				tool: z.string(),
				arguments: z.custom<JsonObject>(isPlainObject).default({}),
				invalid: z.string().exactOptional(),
			}),
		)
		.exactOptional(),
	cut: z.boolean().exactOptional(),
	finish: z.enum(['stop', 'length', 'refusal']).exactOptional(),
	usage: z
		.strictObject({
			inputTokens: tokens.exactOptional(),
			outputTokens: tokens.exactOptional(),
			cachedTokens: tokens.exactOptional(),
			cacheWriteTokens: tokens.exactOptional(),
			cost: z.number().min(0).exactOptional(),
		})
		.exactOptional(),
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
	contextTokens: z.number().int().min(1).exactOptional(),
	turns: z
		.array(
			z.strictObject({
				prompt: z.string().exactOptional(),
				match: z.string().refine(isPattern, 'is not a regular expression').exactOptional(),
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
	return result.data;
};
