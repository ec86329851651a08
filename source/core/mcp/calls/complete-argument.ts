import {z} from 'zod';
import {assertNever} from '../../../domain/assert-never.ts';
import type {Completion, CompletionSubject, Fetched} from '../../../domain/catalogue.ts';
import type {JsonObject} from '../../../domain/json.ts';
import {fetchResult, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

/** The protocol allows a server no more than these. */
const maxValues = 100;

const resultSchema = z.object({
	completion: z.object({
		values: z.array(z.unknown()),
		total: z.number().optional().catch(undefined),
		hasMore: z.boolean().catch(false),
	}),
});

const refOf = (subject: CompletionSubject): JsonObject => {
	switch (subject.type) {
		case 'prompt':
			return {type: 'ref/prompt', name: subject.name};
		case 'template':
			return {type: 'ref/resource', uri: subject.uriTemplate};
		default:
			return assertNever(subject);
	}
};

const readCompletion = (result: JsonObject): Completion | undefined => {
	const parsed = resultSchema.safeParse(result);
	if (!parsed.success) return undefined;
	const {values, total, hasMore} = parsed.data.completion;
	const texts = values.filter(value => typeof value === 'string');
	return {
		values: texts.slice(0, maxValues),
		...(total === undefined ? {} : {total}),
		hasMore: hasMore || texts.length > maxValues,
	};
};

/** What an argument of a prompt or of a resource template may become. */
export const completeArgument = (
	target: RequestTarget,
	subject: CompletionSubject,
	argument: {readonly name: string; readonly value: string},
	known: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<Fetched<Completion>> =>
	fetchResult(
		target,
		{
			doing: `completions of "${argument.name}"`,
			isOffered: target.client.getServerCapabilities()?.completions !== undefined,
			send: sendRequest('completion/complete', {
				ref: refOf(subject),
				argument: {name: argument.name, value: argument.value},
				...(Object.keys(known).length === 0 ? {} : {context: {arguments: known}}),
			}),
			read: readCompletion,
		},
		signal,
	);
