import type {ArgumentSource} from '../../domain/ask.ts';
import type {Failure} from '../../domain/failure.ts';
import {sanitiseLine} from '../../support/sanitise.ts';
import {reveal} from '../text/reveal.ts';

const planText = 'not in plan mode: shift+tab or /mode act';
/** What only a model can follow. */
const advice = / Use another tool(?:, or tell the user)?\.$/;

/** What a failed call says to the user. A failure of a tool that was kept from the model is worded for the model. */
export const failureText = ({code, message}: Failure): string => {
	if (code !== 'tool-not-offered') {
		return message;
	}
	return message.includes(': in plan mode only') ? planText : message.replace(advice, '');
};

/** Why a call was not allowed. */
export const denialText = ({rule, reason}: {readonly rule: string; readonly reason?: string}): string => {
	const named = rule.startsWith('approvals[') ? `the rule ${rule}` : rule;
	const why = rule.startsWith('plan mode,') ? planText : named;
	return reason === undefined ? why : `${why}: ${reason}`;
};

/** Where untrusted content came from that is in a call, or may have led to it. */
export const sourceText = ({server, tool, argument}: ArgumentSource): string =>
	argument === undefined
		? `untrusted content from ${sanitiseLine(server)} came into this turn`
		: `${sanitiseLine(reveal(argument))} came from the result of ${sanitiseLine(tool)} (${sanitiseLine(server)})`;
