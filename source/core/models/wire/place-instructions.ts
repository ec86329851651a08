import type {ModelRequest} from '../../../domain/model.ts';

/** What OpenAI, Gemini, Bedrock, and the templates of Gemma and Mistral say where they know no system message. */
const wantsNoInstructions = [
	/(system|developer) (role|message|prompt|instruction)s?[^.]{0,20}(not|n't) (supported|enabled|allowed)/i,
	/(not|n't) support\w* (a |the |custom )?(system|developer) (role|message|prompt|instruction)/i,
	/(not|n't) support\w* \\?['"`](system|developer)\b/i,
	/role \\?['"`]?(system|developer)\b\W{0,3}is not supported/i,
	/only user(,| and) assistant( and tool)? roles are supported(?!, with the exception)/i,
];

/** Whether a server refuses a request because of its system message. */
export const refusesInstructions = (words: string): boolean =>
	wantsNoInstructions.some(pattern => pattern.test(words));

/** The instructions as the first words of the user, for models that know no other place for them. */
export const placeInstructions = (
	request: ModelRequest,
	{takesInstructions}: {readonly takesInstructions: boolean},
): ModelRequest => {
	const {instructions, ...rest} = request;
	if (takesInstructions || instructions === undefined || instructions.trim() === '') return request;
	const [first, ...others] = request.messages;
	return first?.role === 'user'
		? {...rest, messages: [{...first, text: `${instructions}\n\n${first.text}`}, ...others]}
		: {...rest, messages: [{role: 'user', text: instructions}, ...request.messages]};
};
