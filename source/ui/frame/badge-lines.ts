import type {ApprovalAsk} from '../../domain/ask.ts';
import {packLines, type QuestionContext} from './question-layout.ts';

type Badge = {readonly text: string; readonly tone: 'good' | 'warn' | 'bad' | 'dim'};

/** What nobody says counts as the worst, so silence never looks harmless. */
const openWorld = ({annotations, isTrusted}: ApprovalAsk): readonly Badge[] => {
	if (annotations.openWorldHint !== false) {
		return [{text: 'open world', tone: 'warn'}];
	}
	return isTrusted === true ? [] : [{text: 'says closed world', tone: 'dim'}];
};

/** What a server says about its own tool is only what it says, unless the user trusts it. */
const effect = ({annotations, isTrusted}: ApprovalAsk): readonly Badge[] => {
	const {readOnlyHint, destructiveHint} = annotations;
	if (destructiveHint === true) {
		return [{text: 'destructive', tone: 'warn'}];
	}
	if (readOnlyHint === true) {
		return [isTrusted === true ? {text: 'read-only', tone: 'good'} : {text: 'says read-only', tone: 'dim'}];
	}
	if (destructiveHint === undefined) {
		return [{text: 'may destroy', tone: 'warn'}];
	}
	return isTrusted === true ? [] : [{text: 'says not destructive', tone: 'dim'}];
};

const badgesOf = (ask: ApprovalAsk): readonly Badge[] => [
	...((ask.flags ?? []).length === 0 ? [] : [{text: 'suspicious', tone: 'bad'} as const]),
	...((ask.changes ?? []).length === 0 ? [] : [{text: 'changed', tone: 'warn'} as const]),
	...effect(ask),
	...openWorld(ask),
];

export const badgeLines = (ask: ApprovalAsk, context: QuestionContext): readonly string[] => {
	const badges = badgesOf(ask);
	return badges.length === 0
		? []
		: packLines(
				badges.map(({text, tone}) => ({plain: text, styled: context.styles[tone](text)})),
				context,
			);
};
