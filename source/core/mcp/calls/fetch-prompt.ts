import {z} from 'zod';
import type {Fetched, PromptResult} from '../../../domain/catalogue.ts';
import type {JsonObject} from '../../../domain/json.ts';
import {convertBlock} from './convert-content.ts';
import {fetchResult, sendRequest} from './fetch-result.ts';
import type {RequestTarget} from './request-target.ts';

const resultSchema = z.object({
	description: z.string().optional().catch(undefined),
	messages: z.array(z.object({role: z.enum(['user', 'assistant']).catch('user'), content: z.unknown()})),
});

const readPrompt = (result: JsonObject): PromptResult | undefined => {
	const parsed = resultSchema.safeParse(result);
	if (!parsed.success) return undefined;
	const {description, messages} = parsed.data;
	return {
		...(description === undefined ? {} : {description}),
		// The protocol wants one block per message; some servers send several.
		messages: messages.flatMap(({role, content}) =>
			(Array.isArray(content) ? content : [content]).map(block => ({role, content: convertBlock(block)})),
		),
	};
};

/** A prompt of the server, filled in. */
export const fetchPrompt = (
	target: RequestTarget,
	prompt: string,
	args: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<Fetched<PromptResult>> =>
	fetchResult(
		target,
		{
			doing: `the prompt "${prompt}"`,
			isOffered: target.client.getServerCapabilities()?.prompts !== undefined,
			send: sendRequest('prompts/get', {name: prompt, arguments: args}),
			read: readPrompt,
			hint: 'Check the name of the prompt and that every required argument has a value.',
		},
		signal,
	);
