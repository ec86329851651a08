import type {AssistantBlock, Message} from '../../domain/message.ts';
import type {SamplingContent, SamplingMessage, SamplingRequest} from '../../domain/server-request.ts';
import type {OfferedTool, ToolContent} from '../../domain/tool.ts';

/** What a server's message says where only text can go. */
const describeContent = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'image':
		case 'audio':
			return `[${content.type} ${content.mimeType}, not shown]`;
		case 'resource':
			return content.text ?? `[resource ${content.uri}]`;
		case 'link':
			return `[${content.name}](${content.uri})`;
		case 'unknown':
			return JSON.stringify(content.value);
	}
};

/** A name that every provider takes, and no two alike. */
const modelNames = (tools: SamplingRequest['tools']): ReadonlyMap<string, string> => {
	const names = new Map<string, string>();
	for (const {name} of tools) {
		const plain = name.replace(/[^\w-]/g, '_').slice(0, 60) || 'tool';
		let unique = plain;
		for (let count = 2; names.has(unique); count += 1) {
			unique = `${plain}_${count}`;
		}
		names.set(unique, name);
	}
	return names;
};

export type SamplingTools = {
	readonly offered: readonly OfferedTool[];
	/** The server's own name of a tool that the model calls. */
	readonly serverName: (modelName: string) => string | undefined;
	readonly modelName: (serverName: string) => string;
};

/** The tools that a server lends for one answer. They are its own: nothing here runs them. */
export const samplingTools = (server: string, {tools}: SamplingRequest): SamplingTools => {
	const names = modelNames(tools);
	const known = [...names];
	return {
		offered: known.flatMap(([modelName, name], index) => {
			const tool = tools[index];
			if (tool === undefined) {
				return [];
			}
			const {description, inputSchema} = tool;
			return [{modelName, definition: {server, tool: name, description, inputSchema, annotations: {}}}];
		}),
		serverName: modelName => names.get(modelName),
		modelName: serverName => known.find(([, name]) => name === serverName)?.[0] ?? serverName,
	};
};

const isContent = (content: SamplingContent): content is ToolContent =>
	content.type !== 'tool-use' && content.type !== 'tool-result';

const isMedia = ({type}: ToolContent): boolean => type === 'image' || type === 'audio';

const textOf = (contents: readonly ToolContent[]): string => contents.map(describeContent).join('\n');

const convertAnswer = (
	content: readonly SamplingContent[],
	modelName: SamplingTools['modelName'],
): readonly Message[] => {
	const text = textOf(content.filter(isContent));
	const calls = content.flatMap((part): AssistantBlock[] =>
		part.type === 'tool-use'
			? [{type: 'tool-call', callId: part.id, modelName: modelName(part.name), arguments: part.input}]
			: [],
	);
	return [{role: 'assistant', blocks: [...(text === '' ? [] : [{type: 'text', text} as const]), ...calls]}];
};

const convertQuestion = (content: readonly SamplingContent[]): readonly Message[] => {
	const results = content.flatMap((part): Message[] =>
		part.type === 'tool-result'
			? [
					{
						role: 'tool',
						callId: part.toolUseId,
						outcome: part.isError ? 'failed' : 'succeeded',
						content: part.content,
					},
				]
			: [],
	);
	const said = content.filter(isContent);
	const text = textOf(said.filter(part => !isMedia(part)));
	const attachments = said.filter(isMedia);
	if (text === '' && attachments.length === 0 && results.length > 0) {
		return results;
	}
	return [...results, {role: 'user', text, ...(attachments.length === 0 ? {} : {attachments})}];
};

/** The conversation that the server wants continued. */
export const samplingMessages = (
	messages: readonly SamplingMessage[],
	modelName: SamplingTools['modelName'],
): readonly Message[] =>
	messages.flatMap(({role, content}) =>
		role === 'assistant' ? convertAnswer(content, modelName) : convertQuestion(content),
	);
