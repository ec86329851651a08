import type {Ask, ElicitationAsk} from '../../domain/ask.ts';
import {assertNever} from '../../domain/assert-never.ts';
import {parseForm} from '../../domain/elicitation-form.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {formSchemaOf} from '../asks/ask-choices.ts';
import {openForm} from '../form/form-view.ts';
import type {AskView} from '../view-state.ts';
import {approvalLines} from './approval-lines.ts';
import {argumentFormLines} from './argument-form-lines.ts';
import {definitionLines} from './definition-lines.ts';
import {formLines} from './form-lines.ts';
import {folderLines, inputLines} from './project-lines.ts';
import type {QuestionContext, QuestionLayout} from './question-layout.ts';
import {resultLines} from './result-lines.ts';
import {addressLines, consentLines, samplingLines, signInLines} from './server-ask-lines.ts';
import {turnHeadlines, turnLines} from './turn-ask-lines.ts';

const elicitationLines = (ask: ElicitationAsk, view: AskView, context: QuestionContext): QuestionLayout => {
	if (ask.request.mode === 'url') {
		return addressLines(ask, ask.request.url, view, context);
	}
	const schema = formSchemaOf(ask);
	return schema === undefined
		? consentLines(ask, view, context)
		: formLines(ask, {...view, form: view.form ?? openForm(parseForm(schema))}, context);
};

/** A question of any kind, as lines. */
export const askLines = (ask: Ask, view: AskView, context: QuestionContext): QuestionLayout => {
	switch (ask.kind) {
		case 'approval':
			return view.argumentForm?.isOpen === true
				? argumentFormLines(ask, view.argumentForm, view.scroll, context)
				: approvalLines(ask, view, context);
		case 'elicitation':
			return elicitationLines(ask, view, context);
		case 'sampling':
			return samplingLines(ask, view, context);
		case 'sign-in':
			return signInLines(ask, view, context);
		case 'turn':
			return turnLines(ask, view, context);
		case 'definition':
			return definitionLines(ask, view, context);
		case 'result':
			return resultLines(ask, view, context);
		case 'folder':
			return folderLines(ask, view, context);
		case 'input':
			return inputLines(ask, view, context);
		default:
			return assertNever(ask);
	}
};

/** The question in a few words, where there is no room for more. */
export const askHeadline = (ask: Ask): string => {
	const server = 'server' in ask ? sanitiseLine(ask.server) : '';
	switch (ask.kind) {
		case 'approval':
			return `${server} wants to run ${sanitiseLine(ask.tool)}`;
		case 'elicitation':
			return `${server} asks you something`;
		case 'sampling':
			return `${server} wants to use your model`;
		case 'sign-in':
			return `${server} wants you to sign in`;
		case 'turn':
			return turnHeadlines[ask.reason];
		case 'definition':
			return `${server} has changed its tools`;
		case 'result':
			return `${server} has a result of ${sanitiseLine(ask.tool)}`;
		case 'folder':
			return 'this project wants to add servers';
		case 'input':
			return `the configuration needs ${sanitiseLine(ask.inputId)}`;
		default:
			return assertNever(ask);
	}
};
