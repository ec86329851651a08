import type {Message} from '../../domain/message.ts';
import type {Model, ModelRequest} from '../../domain/model.ts';
import type {OfferedTool, ToolContent} from '../../domain/tool.ts';
import {mapTexts} from '../../support/map-texts.ts';
import {visibleText} from '../../support/sanitise.ts';

/** Contents and definitions are the same objects from request to request. */
const seen = new WeakMap<object, object>();

const visible = <Value extends object>(value: Value): Value => {
	const known = seen.get(value) ?? mapTexts(value, visibleText);
	seen.set(value, known);
	// It was made from this very value, and texts are replaced by texts.
	return known as Value;
};

const visibleContent = (content: readonly ToolContent[]): readonly ToolContent[] => content.map(visible);

/** What the model wrote itself stays as it is: providers sign it. */
const visibleMessage = (message: Message): Message => {
	switch (message.role) {
		case 'user': {
			const {text, attachments} = message;
			return attachments === undefined
				? {...message, text: visibleText(text)}
				: {...message, text: visibleText(text), attachments: visibleContent(attachments)};
		}
		case 'tool':
			return {...message, content: visibleContent(message.content)};
		case 'assistant':
			return message;
	}
};

const visibleTool = (tool: OfferedTool): OfferedTool => {
	const definition = visible(tool.definition);
	return definition === tool.definition ? tool : {...tool, definition};
};

/**
 * A model that reads nothing that the user cannot see, wherever it comes from: definitions of tools, files, pipes and
 * sessions of earlier versions do not all pass the place where results come in.
 */
export const visibleModel = (model: Model): Model => ({
	...model,
	stream: (request, signal) => {
		const {instructions} = request;
		const shown: ModelRequest = {
			...request,
			...(instructions === undefined ? {} : {instructions: visibleText(instructions)}),
			messages: request.messages.map(visibleMessage),
			tools: request.tools.map(visibleTool),
		};
		return model.stream(shown, signal);
	},
});
