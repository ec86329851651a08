import {argumentFields} from '../../domain/argument-fields.ts';
import type {ApprovalAsk, AskAnswer} from '../../domain/ask.ts';
import type {JsonObject} from '../../domain/json.ts';
import {contentOf, type FormView, isChanged, openForm} from '../form/form-view.ts';
import {revealJson} from '../text/reveal.ts';

/** The arguments of a call in a form. It is kept when the user goes back to the question. */
export type ArgumentForm = {
	readonly form: FormView;
	readonly isOpen: boolean;
	/** Whether the tool takes them is being looked at; nothing is answered meanwhile. */
	readonly isChecking?: true;
	/** Why the tool does not take them as they are now, or why something could not be done. */
	readonly problem?: string;
};

/** Whoever has more parameters to look through than these is better off with a text. */
const mostFields = 200;

/** Undefined where there is nothing that a form could be made from. */
export const argumentForm = (schema: JsonObject | undefined, args: JsonObject): ArgumentForm | undefined => {
	const fields = schema === undefined ? [] : argumentFields(schema, args);
	return fields.length === 0 || fields.length > mostFields
		? undefined
		: {form: openForm(fields, args), isOpen: true};
};

/** Another form, or another place in it. What was found about one does not hold for another. */
export const withForm = ({isOpen}: ArgumentForm, form: FormView): ArgumentForm => ({form, isOpen});

/** JSON as it is edited: everything can be seen in it. */
export const argumentsText = (args: JsonObject): string => revealJson(JSON.stringify(args, null, 2));

/** Whether anybody has changed anything. */
export const isFilledIn = ({form}: ArgumentForm, ask: ApprovalAsk): boolean =>
	isChanged(form) || form.base !== ask.arguments;

/** What nobody has changed is not called changed. */
export const answerWithArguments = (ask: ApprovalAsk, args: JsonObject): AskAnswer => {
	const isSame = JSON.stringify(args) === JSON.stringify(ask.arguments);
	return {type: 'allow', scope: 'once', ...(isSame ? {} : {arguments: args})};
};

export const argumentsOf = ({form}: ArgumentForm): JsonObject => contentOf(form);
