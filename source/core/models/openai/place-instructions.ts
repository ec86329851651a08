import type {ModelRequest} from '../../../domain/model.ts';
import type {Quirks} from './server-quirks.ts';

/** The instructions as the first words of the user, for models that know no other place for them. */
export const placeInstructions = (request: ModelRequest, {takesInstructions}: Quirks): ModelRequest => {
	const {instructions, ...rest} = request;
	if (takesInstructions || instructions === undefined || instructions.trim() === '') return request;
	const [first, ...others] = request.messages;
	return first?.role === 'user'
		? {...rest, messages: [{...first, text: `${instructions}\n\n${first.text}`}, ...others]}
		: {...rest, messages: [{role: 'user', text: instructions}, ...request.messages]};
};
