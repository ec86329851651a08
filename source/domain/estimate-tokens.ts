import type {AssistantBlock, Message} from './message.ts';
import type {OfferedTool, ToolContent, ToolDefinition} from './tool.ts';

const bytesPerToken = 4;
/** What the providers charge for a picture of the size that they scale it down to. */
const imageTokens = 1500;
/** What cannot be shown to a model becomes a short description. */
const describedTokens = 30;
/** The role, and what separates one message from the next. */
const messageTokens = 4;

/** Bytes rather than letters: a letter of a script other than the Latin one is about a token. */
export const estimateText = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

const sum = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
	items.reduce((total, item) => total + count(item), 0);

export const estimateContent = (content: ToolContent): number => {
	switch (content.type) {
		case 'text':
			return estimateText(content.text);
		case 'image':
			return imageTokens;
		case 'audio':
			return describedTokens;
		case 'resource':
			return content.text === undefined ? describedTokens : estimateText(content.text);
		case 'link':
			return describedTokens + estimateText(content.uri + content.name + (content.description ?? ''));
		case 'unknown':
			return estimateText(JSON.stringify(content.value));
	}
};

const estimateBlock = (block: AssistantBlock): number => {
	switch (block.type) {
		case 'text':
		case 'thinking':
			return estimateText(block.text);
		case 'tool-call':
			return estimateText(block.modelName + (block.invalid ?? JSON.stringify(block.arguments)));
	}
};

const estimateMessage = (message: Message): number => {
	switch (message.role) {
		case 'user':
			return messageTokens + estimateText(message.text) + sum(message.attachments ?? [], estimateContent);
		case 'assistant':
			return messageTokens + sum(message.blocks, estimateBlock);
		case 'tool':
			return messageTokens + sum(message.content, estimateContent);
	}
};

/** About how many tokens a conversation has. Only the provider knows, and only afterwards. */
export const estimateTokens = (messages: readonly Message[]): number => sum(messages, estimateMessage);

/** Definitions never change, and there may be thousands of them. */
const remembered = new WeakMap<ToolDefinition, number>();

const estimateTool = ({modelName, definition}: OfferedTool): number => {
	const known = remembered.get(definition);
	if (known !== undefined) {
		return known;
	}
	const {description, inputSchema} = definition;
	const tokens = messageTokens + estimateText(modelName + description + JSON.stringify(inputSchema));
	remembered.set(definition, tokens);
	return tokens;
};

/** About how many tokens the tools take up in every request. */
export const estimateTools = (tools: readonly OfferedTool[]): number => sum(tools, estimateTool);
