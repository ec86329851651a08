import {assertNever} from '../../source/domain/assert-never.ts';
import {isJsonObject, type JsonObject} from '../../source/domain/json.ts';
import type {AssistantBlock, Message} from '../../source/domain/message.ts';
import type {ToolContent} from '../../source/domain/tool.ts';

/*
 * A history as request bodies, put down as it is: nothing is repaired, joined or left out, so that what is wrong with the
 * history is wrong with the request.
 */

const textOf = (content: readonly ToolContent[]): string =>
	content.map(part => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');

const callsOf = (blocks: readonly AssistantBlock[]) =>
	blocks.flatMap(block => (block.type === 'tool-call' ? [block] : []));

const userText = (message: Message & {readonly role: 'user'}): string =>
	textOf([
		...(message.attachments ?? []),
		...(message.text === '' ? [] : [{type: 'text', text: message.text} as const]),
	]);

const toolNames = (messages: readonly Message[]): readonly string[] => [
	...new Set([
		'any',
		...messages.flatMap(message =>
			message.role === 'assistant' ? callsOf(message.blocks).map(({modelName}) => modelName) : [],
		),
	]),
];

const schema = {type: 'object', properties: {}};

const anthropicAnswer = ({blocks, raw}: Message & {readonly role: 'assistant'}) => {
	if (raw?.format === 'anthropic' && Array.isArray(raw.content)) {
		// The n-th call goes by the id of the n-th call of the answer; all else is as it came.
		const ids = callsOf(blocks).map(({callId}) => callId);
		return raw.content.map(part =>
			isJsonObject(part) && part.type === 'tool_use' ? {...part, id: ids.shift() ?? ''} : part,
		);
	}
	return blocks.flatMap((block): JsonObject[] => {
		if (block.type === 'thinking') return [];
		if (block.type === 'text') return [{type: 'text', text: block.text}];
		return [{type: 'tool_use', id: block.callId, name: block.modelName, input: block.arguments}];
	});
};

export const plainAnthropicBody = (messages: readonly Message[]) => {
	const written: {role: string; content: unknown}[] = [];
	let results: JsonObject[] = [];
	for (const message of messages) {
		if (message.role === 'tool') {
			if (results.length === 0) written.push({role: 'user', content: results});
			results.push({
				type: 'tool_result',
				tool_use_id: message.callId,
				content: [{type: 'text', text: textOf(message.content)}],
			});
			continue;
		}
		results = [];
		written.push(
			message.role === 'user'
				? {role: 'user', content: [{type: 'text', text: userText(message)}]}
				: {role: 'assistant', content: anthropicAnswer(message)},
		);
	}
	return {
		model: 'm',
		max_tokens: 1,
		messages: written,
		tools: toolNames(messages).map(name => ({name, input_schema: schema})),
	};
};

export const plainChatBody = (messages: readonly Message[]) => ({
	model: 'm',
	messages: messages.map(message => {
		switch (message.role) {
			case 'user':
				return {role: 'user', content: userText(message)};
			case 'tool':
				return {role: 'tool', tool_call_id: message.callId, content: textOf(message.content)};
			case 'assistant': {
				const calls = callsOf(message.blocks);
				const text = message.blocks.map(block => (block.type === 'text' ? block.text : '')).join('');
				return {
					role: 'assistant',
					...(text === '' && calls.length > 0 ? {} : {content: text}),
					...(calls.length === 0
						? {}
						: {
								tool_calls: calls.map(call => ({
									id: call.callId,
									type: 'function',
									function: {name: call.modelName, arguments: JSON.stringify(call.arguments)},
								})),
							}),
				};
			}
			default:
				return assertNever(message);
		}
	}),
	tools: toolNames(messages).map(name => ({type: 'function', function: {name, parameters: schema}})),
});

export const plainResponsesBody = (messages: readonly Message[]) => ({
	model: 'm',
	store: false,
	input: messages.flatMap((message): JsonObject[] => {
		switch (message.role) {
			case 'user':
				return [{role: 'user', content: userText(message)}];
			case 'tool':
				return [{type: 'function_call_output', call_id: message.callId, output: textOf(message.content)}];
			case 'assistant':
				return message.blocks.flatMap((block): JsonObject[] => {
					if (block.type === 'thinking') return [];
					if (block.type === 'text') return [{role: 'assistant', content: block.text}];
					return [
						{
							type: 'function_call',
							call_id: block.callId,
							name: block.modelName,
							arguments: JSON.stringify(block.arguments),
						},
					];
				});
			default:
				return assertNever(message);
		}
	}),
	tools: toolNames(messages).map(name => ({type: 'function', name, strict: false, parameters: schema})),
});
