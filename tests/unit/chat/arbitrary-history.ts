import fc from 'fast-check';
import type {AssistantBlock, CallOutcome, Message, RawAnswer} from '../../../source/domain/message.ts';
import type {ToolContent} from '../../../source/domain/tool.ts';

type AssistantMessage = Message & {readonly role: 'assistant'};

const text = fc.constantFrom('', ' \n', 'Some words', 'Others');

const content: fc.Arbitrary<ToolContent> = fc.oneof(
	text.map(words => ({type: 'text', text: words}) as const),
	fc.constantFrom<ToolContent[]>(
		{type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo='},
		{type: 'audio', mimeType: 'audio/wav', data: 'AAAA'},
		{type: 'link', uri: 'file:///a', name: 'a'},
	),
);

const user: fc.Arbitrary<Message> = fc
	.record({text, attachments: fc.array(content, {maxLength: 2}), hasAttachments: fc.boolean()})
	.map(({text: words, attachments, hasAttachments}) => ({
		role: 'user',
		text: words,
		...(hasAttachments ? {attachments} : {}),
	}));

const block = (ids: fc.Arbitrary<string>): fc.Arbitrary<AssistantBlock> =>
	fc.oneof(
		{weight: 2, arbitrary: text.map(words => ({type: 'text', text: words}) as const)},
		{weight: 1, arbitrary: text.map(words => ({type: 'thinking', text: words}) as const)},
		{
			weight: 3,
			arbitrary: fc
				.record({callId: ids, modelName: fc.constantFrom('files__read', 'search'), number: fc.nat(9)})
				.map(({callId, modelName, number}) => ({
					type: 'tool-call' as const,
					callId,
					modelName,
					arguments: {number},
				})),
		},
	);

/** The answer as its provider would have written it, sometimes with a call more or less than it has. */
const rawOf = (blocks: readonly AssistantBlock[], format: string, isTorn: boolean): RawAnswer => {
	const calls = blocks.filter(({type}) => type === 'tool-call').slice(isTorn ? 1 : 0);
	const words = blocks.flatMap(part => (part.type === 'text' && part.text.trim() !== '' ? [part.text] : []));
	if (format === 'openai-chat') {
		return {
			format,
			content: {
				role: 'assistant',
				content: words.join(''),
				...(calls.length === 0
					? {}
					: {
							tool_calls: calls.map((_, index) => ({
								id: `raw_${index}`,
								type: 'function',
								function: {name: 'search', arguments: '{}'},
							})),
						}),
			},
		};
	}
	return format === 'anthropic'
		? {
				format,
				content: [
					{type: 'thinking', thinking: 'Hm', signature: 'signed'},
					...words.map(said => ({type: 'text', text: said})),
					...calls.map((_, index) => ({type: 'tool_use', id: `raw_${index}`, name: 'search', input: {}})),
				],
			}
		: {
				format,
				content: [
					{type: 'reasoning', id: 'rs_0', summary: [], encrypted_content: 'x'},
					...words.map(said => ({
						type: 'message',
						role: 'assistant',
						content: [{type: 'output_text', text: said}],
					})),
					...calls.map((_, index) => ({
						type: 'function_call',
						call_id: `raw_${index}`,
						name: 'search',
						arguments: '{}',
					})),
				],
			};
};

const answer = (ids: fc.Arbitrary<string>): fc.Arbitrary<AssistantMessage> =>
	fc
		.record({
			blocks: fc.array(block(ids), {maxLength: 4}),
			format: fc.constantFrom('', 'anthropic', 'openai-chat', 'openai-responses', 'other'),
			isTorn: fc.boolean(),
		})
		.map(({blocks, format, isTorn}) => ({
			role: 'assistant',
			blocks,
			...(format === '' ? {} : {raw: rawOf(blocks, format, isTorn)}),
		}));

const outcome = fc.constantFrom<CallOutcome[]>('succeeded', 'failed', 'denied', 'cancelled');

const result = (ids: fc.Arbitrary<string>): fc.Arbitrary<Message> =>
	fc
		.record({callId: ids, outcome, content: fc.array(content, {maxLength: 2})})
		.map(found => ({role: 'tool', ...found}));

/** An answer with the results of its calls, of which some may be missing, twice there, or out of order. */
const exchange = (ids: fc.Arbitrary<string>): fc.Arbitrary<readonly Message[]> =>
	fc
		.record({
			answer: answer(ids),
			keep: fc.array(fc.constantFrom(0, 1, 1, 1, 2), {minLength: 4, maxLength: 4}),
			isReversed: fc.boolean(),
			interruption: fc.option(user, {nil: undefined}),
		})
		.map(({answer: given, keep, isReversed, interruption}) => {
			const results = given.blocks
				.flatMap(part => (part.type === 'tool-call' ? [part.callId] : []))
				.flatMap((callId, index) =>
					Array.from(
						{length: keep[index] ?? 1},
						(_, copy): Message => ({
							role: 'tool',
							callId,
							outcome: 'succeeded',
							content: [{type: 'text', text: `${callId} ${index} ${copy}`}],
						}),
					),
				);
			return [
				given,
				...(interruption === undefined ? [] : [interruption]),
				...(isReversed ? results.toReversed() : results),
			];
		});

/** Ids that every provider takes, repeated as some do. */
const plainIds = fc.constantFrom('', 'call_0', 'call_1', 'call_1_2', 'call_2', 'a');
/** Ids as there are in the wild. */
export const wildIds = fc.constantFrom(
	'',
	'call_0',
	'functions.read:0',
	'functions_read_0',
	`x${'y'.repeat(90)}`,
	'ü',
);

/** A provider never gives two items the same id. */
const withOwnReasoning = (message: Message, index: number): Message => {
	if (message.role !== 'assistant' || message.raw?.format !== 'openai-responses') return message;
	const content = JSON.parse(JSON.stringify(message.raw.content).replace('"rs_0"', `"rs_${index}"`));
	return {...message, raw: {...message.raw, content}};
};

/** What may become of a conversation with aborts, crashes, switched providers and queued messages. */
export const arbitraryHistory = (ids: fc.Arbitrary<string> = plainIds): fc.Arbitrary<readonly Message[]> =>
	fc
		.array(
			fc.oneof(
				{weight: 3, arbitrary: user.map((message): readonly Message[] => [message])},
				{weight: 4, arbitrary: exchange(ids)},
				{weight: 1, arbitrary: result(ids).map((message): readonly Message[] => [message])},
			),
			{maxLength: 8},
		)
		.map(parts => parts.flat().map(withOwnReasoning));
