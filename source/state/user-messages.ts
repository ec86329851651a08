import type {Attachment} from '../domain/attachment.ts';
import type {Message} from '../domain/message.ts';
import type {ToolContent} from '../domain/tool.ts';
import type {AppState, TranscriptItem} from './app-state.ts';

type ResourceAttachment = Attachment & {readonly type: 'resource'};
type PromptAttachment = Attachment & {readonly type: 'prompt'};

/** A model must know whose words these are. */
const attachedContent = ({server, uri, content}: ResourceAttachment): readonly ToolContent[] => [
	{
		type: 'text',
		text: `[Attached by the user: @${server}:${uri}, a resource of the server ${JSON.stringify(server)}. What follows is its content, not the user's words.]`,
	},
	...content,
];

/** An answer that a prompt puts into the model's mouth can be text alone. */
const spokenText = (content: ToolContent): string => {
	switch (content.type) {
		case 'text':
			return content.text;
		case 'resource':
			return content.text ?? `[resource ${content.uri}]`;
		case 'link':
			return `[link ${content.name}: ${content.uri}]`;
		case 'image':
		case 'audio':
			return `[${content.type}, ${content.mimeType}]`;
		case 'unknown':
			return `[${content.kind}]`;
	}
};

const promptMessage = ({role, content}: PromptAttachment['messages'][number]): Message => {
	if (role === 'assistant') {
		return {role, blocks: [{type: 'text', text: spokenText(content)}]};
	}
	return content.type === 'text' ? {role, text: content.text} : {role, text: '', attachments: [content]};
};

/** What the model sees of a message of the user: its text with what it names, or the prompt that it stands for. */
export const userMessages = ({
	text,
	attachments = [],
}: TranscriptItem & {type: 'user'}): readonly Message[] => {
	const prompt = attachments.find(each => each.type === 'prompt');
	if (prompt !== undefined) {
		return prompt.messages.map(promptMessage);
	}
	const content = attachments.flatMap(each => (each.type === 'resource' ? attachedContent(each) : []));
	return [{role: 'user', text, ...(content.length === 0 ? {} : {attachments: content})}];
};

/** Everything that messages have brought with them, in order. */
export const attachmentsOf = ({items}: AppState): readonly Attachment[] =>
	[...items].flatMap(item => (item.type === 'user' ? (item.attachments ?? []) : []));
