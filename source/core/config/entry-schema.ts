import {z} from 'zod';
import {protocolVersions, type RateLimit} from '../../domain/server.ts';
import {duration} from './durations.ts';
import {readObject} from './read-object.ts';

const text = z.string().min(1, 'must not be empty');

const texts = z.array(text);

const expectedTexts = {error: 'expected a string or an array of strings'};

const textOrTexts = z.union([text, texts.min(1, 'must not be empty')], expectedTexts);

const nulMessage = 'holds a NUL character, as text in UTF-16 does; no program can be started with it';

/** Node refuses to start anything with one, in a sentence that repeats the whole text. */
const holdsNoNul = (value: string): boolean => !value.includes('\0');

const startText = text.refine(holdsNoNul, nulMessage);

const command = z.union([startText, z.array(startText).min(1, 'must not be empty')], expectedTexts);

/** A system keeps `NAME=value` as one text that ends with NUL. */
const variableName = z.string().regex(/^[^=\0]+$/, 'a variable needs a name, without "=" and NUL');

const periods: Readonly<Record<string, number>> = {second: 1, minute: 60, hour: 3600};

export const rateCalls = z
	.number()
	.int()
	.min(1, 'expected at least 1 call')
	.max(1_000_000, 'expected fewer calls');

export const rateLimitSchema = z.object({
	calls: rateCalls,
	per: z
		.union([z.number().min(0.001).max(86_400), z.enum(['second', 'minute', 'hour'])], {
			error: 'expected seconds (at most 86400), or second, minute or hour',
		})
		.default(60)
		.transform(period => (typeof period === 'number' ? period : (periods[period] ?? 60)) * 1000),
});

/** A number is calls per minute; `{"calls": 5, "per": 10}` is five calls in ten seconds. */
const rateLimit = z.unknown().transform((value, context): RateLimit => {
	const read = readObject(typeof value === 'number' ? {calls: value} : value, rateLimitSchema);
	if (read.value !== undefined) {
		return {calls: read.value.calls, milliseconds: Math.max(1, Math.round(read.value.per))};
	}
	for (const {path, message} of read.complaints) {
		const isNumber = typeof value === 'number';
		const inner =
			path.length === 0 ? 'expected a number of calls per minute, or {"calls": 5, "per": 10}' : message;
		context.addIssue({code: 'custom', path: isNumber ? [] : [...path], message: inner});
	}
	return z.NEVER;
});

/** Python's names have underscores where those of TextDecoder have hyphens. */
const encoding = z
	.string()
	.transform((label, context) => {
		try {
			return new TextDecoder(label.replaceAll('_', '-')).encoding;
		} catch {
			// A RangeError: nobody knows such an encoding.
			context.addIssue({
				code: 'custom',
				message: 'unknown encoding; write utf-8, utf-16le or latin1, for example',
			});
			return z.NEVER;
		}
	})
	.default('utf-8');

const packageName = /^(?:@[\w.~-]+\/)?[\w~][\w.~-]*(?:@[\w.^~<>=*|-]+)?$/;

/** One entry of `mcpServers`, by the names that the program uses. */
export const entrySchema = z.object({
	type: text.optional(),
	command: command.optional(),
	server: z
		.string()
		.regex(packageName, 'expected the name of an npm package, such as @scope/package')
		.optional(),
	args: z.array(z.string().refine(holdsNoNul, nulMessage)).default([]),
	env: z
		.record(
			variableName,
			z
				.union([z.string(), z.number(), z.boolean()], {error: 'expected a string'})
				.transform(String)
				.refine(holdsNoNul, nulMessage),
		)
		.default({}),
	envFile: textOrTexts.optional(),
	cwd: startText.optional(),
	encoding,
	url: text.optional(),
	headers: z.record(z.string(), z.string()).default({}),
	auth: z.unknown().optional(),
	oauth: z.unknown().optional(),
	timeout: duration(30_000),
	requestTimeout: duration(60_000),
	sseReadTimeout: duration(300_000),
	terminateOnClose: z.boolean().default(true),
	retryAttempts: z
		.number()
		.refine(
			value => Number.isInteger(value) && value >= 0 && value <= 5,
			'expected a whole number from 0 to 5',
		)
		.meta({type: 'integer', minimum: 0, maximum: 5})
		.default(3),
	rateLimit: rateLimit.optional(),
	protocolVersion: z
		.enum(protocolVersions, {error: `expected one of ${protocolVersions.join(', ')}`})
		.optional(),
	config: z.record(z.string(), z.json()).optional(),
	loadTools: z.boolean().default(true),
	loadPrompts: z.boolean().default(true),
	eager: z.boolean().default(false),
	includeTools: texts.optional(),
	excludeTools: texts.default([]),
	disabled: z.boolean().optional(),
	enabled: z.boolean().optional(),
	description: z.string().optional(),
	allowInsecure: z.boolean().default(false),
});

export type Entry = z.output<typeof entrySchema>;

export const entryKeys: readonly string[] = Object.keys(entrySchema.shape);
