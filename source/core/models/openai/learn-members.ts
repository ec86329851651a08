import type {Refusal} from './read-refusal.ts';
import type {LeastEffort, Quirks, Sent} from './server-quirks.ts';

const names = (text: string, member: string): boolean =>
	new RegExp(`(?<![\\w.])${member.replaceAll('.', '\\.')}(?![\\w])`).test(text);

/** `tools[0].function.parameters` is about the tools, whatever else its sentence mentions. */
const findMember = ({param, text}: Refusal, optional: readonly string[]): string | undefined => {
	const longestFirst = optional.toSorted((one, other) => other.length - one.length);
	return param === ''
		? longestFirst.find(member => names(text, member))
		: (longestFirst.find(
				member => param === member || param.startsWith(`${member}.`) || param.startsWith(`${member}[`),
			) ?? longestFirst.find(member => member.startsWith(`${param}.`)));
};

const aboutMember =
	/unsupported|(un|not )recogni[sz]ed|unknown|unexpected|extra|(not|n't) (currently |yet )?(be )?(support\w*|permitted|allowed|available|enabled|implemented|exist|used|set|specified)|additional propert|deprecated|no longer|invalid (parameter|argument|field)|use \W?\w+\W? instead/i;
/** The next request may have a value that is taken: one of them may come from a server that asks for sampling. */
const aboutValue =
	/(above|below).(max|min)|too (large|small|high|low|big|long|many)|(must|should|has to|needs to) be (<|>|≤|≥|less|lower|smaller|greater|higher|larger|at |between|within|in |no (more|less))|(less|greater|more) than|out of range|at (most|least)|(max|min)imum|exceed|invalid value|expected a value|between -?\d/i;

const limitNames = ['max_tokens', 'max_completion_tokens'] as const;

const withoutMember = (quirks: Quirks, member: string): Quirks => {
	const refused = new Set([...quirks.refused, member]);
	const other = limitNames.find(name => name !== member);
	return limitNames.some(name => name === member) && other !== undefined && !refused.has(other)
		? {...quirks, refused, limitName: other}
		: {...quirks, refused};
};

const isEffort = (member: string): boolean => /^reasoning[._]effort$/.test(member);

const aboutEffortItself =
	/(unsupported|unrecogni[sz]ed|unknown|unexpected) (request )?(parameter|argument|field|propert)|reasoning[._]effort\W{1,3}(is )?(not supported|unsupported)|extra (inputs|fields)|extra_forbidden/i;
/** Ollama's and Gemini's words, which name no member. */
const aboutThinking =
	/(not|n't) support (thinking|reasoning)|only works in thinking mode|budget 0 is invalid|thinking is not (supported|enabled)/i;

/** From the least, which not every model takes. */
const nextEffort: Partial<Record<LeastEffort, LeastEffort>> = {none: 'minimal', minimal: 'low'};

const learnAboutEffort = (
	{text}: Refusal,
	member: string,
	{effort}: Sent,
	quirks: Quirks,
): Quirks | undefined => {
	// The user wants no thinking; what is least differs from model to model.
	const next = effort === quirks.leastEffort ? nextEffort[quirks.leastEffort] : undefined;
	return next === undefined || aboutEffortItself.test(text) || aboutThinking.test(text)
		? withoutMember(quirks, member)
		: {...quirks, leastEffort: next};
};

/** Which optional member to leave out, for good or for now. */
export const learnAboutMembers = (refusal: Refusal, sent: Sent, quirks: Quirks): Quirks | undefined => {
	const {text} = refusal;
	const member =
		findMember(refusal, sent.optional) ??
		(aboutThinking.test(text) ? sent.optional.find(isEffort) : undefined);
	if (member === undefined) return undefined;
	if (isEffort(member)) return learnAboutEffort(refusal, member, sent, quirks);
	if (aboutMember.test(text) && (!aboutValue.test(text) || /unsupported.(value|parameter)/i.test(text)))
		return withoutMember(quirks, member);
	return {...quirks, refusedForNow: new Set([...quirks.refusedForNow, member])};
};
