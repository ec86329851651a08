import type {ApprovalAsk, ResultAsk} from '../domain/ask.ts';
import type {Failure} from '../domain/failure.ts';
import {allowsTool, joinedName} from '../support/tool-rule.ts';

/** The questions without whose answer a run is not what it was to be. */
export type NeededAnswer = ApprovalAsk | ResultAsk;

/** A server names its tools, and a hint gets pasted into shells: only names without syntax are put in. */
const quoted = (name: string): string => (/^[\w./:@-]+$/.test(name) ? ` "${name}"` : '');

const allowHint = (ask: ApprovalAsk): string => {
	if (ask.isOnce === true) {
		return 'Nothing can allow it beforehand: correct what the rule names, or run it in the chat, where you can look at the call.';
	}
	const name = joinedName(ask);
	const auto = ask.isUpToMode === true ? ', or everything with --approval auto' : '';
	return allowsTool(name, ask)
		? `Allow it with --allowed-tools${quoted(name)}${auto}.`
		: `No rule can name it alone, because a rule ends the name of the server at the first "__": give the server another name${auto.replace('or everything', 'or allow everything')}.`;
};

/** Where its arguments come from, as far as that was found out. */
const sourceOf = ({sources = []}: ApprovalAsk): string =>
	sources
		.flatMap(({server, tool, argument}) =>
			argument === undefined
				? []
				: [` The argument "${argument}" stands in what ${tool} of ${server} returned.`],
		)
		.join('');

const approvalFailure = (ask: ApprovalAsk): Failure => ({
	code: 'approval-needed',
	message: `${ask.server} wants to run ${ask.tool}, and nobody is here to approve it (${ask.rule}).${sourceOf(ask)}`,
	hint: allowHint(ask),
});

const reviewFailure = ({server, tool}: ResultAsk): Failure => ({
	code: 'review-needed',
	message: `The result of ${tool} of ${server} was withheld from the model: reviewResults in the configuration wants it reviewed, and nobody is here to do so.`,
	hint: 'Run it in the chat, or take the tool out of reviewResults.',
});

/** Why a run is over because nobody answered. */
export const missingAnswer = (ask: NeededAnswer): Failure =>
	ask.kind === 'approval' ? approvalFailure(ask) : reviewFailure(ask);
