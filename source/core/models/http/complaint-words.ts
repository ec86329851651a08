import type {Failure} from '../../../domain/failure.ts';
import type {TroubleKind} from '../../../domain/model.ts';
import {proxySignInHint} from '../../../support/network/unreachable.ts';
import type {Provider} from '../adapter.ts';
import {isWrongRegion, type Verdict} from './classify-complaint.ts';
import {ownWords, sentence} from './own-words.ts';
import {addressSettingOf, contextAdvice, keyAdvice, modelAdvice, settingOf} from './provider-advice.ts';
import type {Complaint} from './read-complaint.ts';
import type {TroubleContext} from './trouble-context.ts';
import {discretionOf} from './trouble-context.ts';

type Words = {readonly statement: string; readonly hint: string};
type Speaker = (context: TroubleContext, complaint: Complaint, verdict: Verdict) => Words;

const list = (names: readonly string[]): string => names.map(name => `"${name}"`).join(', ');

const accountOf = ({provider}: TroubleContext): string => `your ${provider.title} account`;

/** What in a refused request the user can change. */
const requestAdvice: readonly (readonly [words: RegExp, advice: (context: TroubleContext) => string])[] = [
	[
		/--enable-auto-tool-choice/i,
		() =>
			'Start the server with --enable-auto-tool-choice and --tool-call-parser, or choose another model with /model.',
	],
	[
		/(not |n't )support(ed)?\b[^.]{0,30}\b(tools?|function)|support tool use|function calling is not enabled/i,
		() => 'This model cannot use tools: choose another with /model.',
	],
	[
		/\bimages?\b|vision|multimodal/i,
		() => 'This model may not take images, or not this one: choose another with /model.',
	],
	[
		/max_(completion_|output_)?tokens/i,
		({provider}) =>
			`Lower ${settingOf(provider, 'maxTokens')} in the config, or choose another model with /model.`,
	],
	[/temperature/i, ({provider}) => `Change or remove ${settingOf(provider, 'temperature')} in the config.`],
	[
		/thinking|reasoning/i,
		({provider}) =>
			provider.thinking === 'off'
				? `Remove ${settingOf(provider, 'thinking')} from the config, or choose another model with /model.`
				: `Set ${settingOf(provider, 'thinking')} to "off" in the config, or choose another model with /model.`,
	],
	[
		/\btools\b[^.]{0,60}(too (long|many)|at most|maximum)|too many tools/i,
		({provider}) => `Lower ${settingOf(provider, 'maxTools')} in the config, or disable servers in /mcp.`,
	],
];

const wrongAddressHint = (provider: Provider): string => {
	const check = `Check ${addressSettingOf(provider)}${provider.api === 'anthropic' ? '' : ': it often ends with /v1'}.`;
	// Of all who speak the protocols of OpenAI few speak this one.
	return provider.api === 'responses' && provider.addressSetting !== undefined
		? `${check} A server that is not OpenAI may know only Chat Completions: then set "api": "chat" for provider "${provider.name}" in the config.`
		: check;
};

const ofBadRequest: Speaker = (context, complaint, verdict) => {
	const {provider} = context;
	if (verdict.isWrongAddress === true)
		return {statement: `${provider.title} does not answer at this address`, hint: wrongAddressHint(provider)};
	const advice = requestAdvice.find(([pattern]) =>
		pattern.test(`${complaint.words} ${complaint.param}`),
	)?.[1];
	return {
		statement: `${provider.title} did not take the request`,
		hint: advice?.(context) ?? 'Choose another model with /model.',
	};
};

const ofProviderError: Speaker = ({provider, model}) => ({
	statement: `${provider.title} has a problem with "${model}"`,
	hint: provider.isLocal
		? `Look into the log of ${provider.title}, or choose another model with /model.`
		: 'It is on their side: try again with /retry in a while, or choose another model with /model.',
});

const ofWrongKey: Speaker = ({provider}) => ({
	statement: provider.needsKey
		? `${provider.title} does not accept your key`
		: `${provider.title} wants a key that it accepts`,
	hint: keyAdvice(provider),
});

const accessAdvice = (context: TroubleContext, complaint: Complaint): string => {
	const {words, isStructured} = complaint;
	if (/requires moderation|input was flagged/i.test(words))
		return 'Its moderation flagged what was sent: write it in another way, or choose another model with /model.';
	if (isWrongRegion(complaint))
		return 'It is not offered where the request comes from: check the location of any VPN or proxy in use, or choose a model of another provider with /model.';
	// Said by a firewall before the provider, which knows nothing of accounts.
	if (!isStructured || /^request not allowed|check your network settings/i.test(words))
		return 'Often it is the network that is refused, not your account: check any VPN, proxy or firewall in use, and whether the provider serves your country.';
	return `Ask for access in ${accountOf(context)}, use another key, or choose another model with /model.`;
};

/** The kinds that a complaint can be of. */
const speakers: Partial<Record<TroubleKind, Speaker>> = {
	overloaded: ({provider, model}, {words}) =>
		/loading/i.test(words)
			? {
					statement: `${provider.title} is still loading "${model}"`,
					hint: 'Wait until it is loaded, then try again with /retry.',
				}
			: {
					statement: `${provider.title} is overloaded`,
					hint: 'This passes: try again with /retry in a while, or choose another model with /model.',
				},
	'rate-limited': context => ({
		statement: `${context.provider.title} wants fewer requests for "${context.model}"`,
		hint: `Wait and use /retry, shorten the conversation with /compact, or raise the limit in ${accountOf(context)}.`,
	}),
	quota: context => ({
		statement: `What is paid for at ${context.provider.title} is used up`,
		hint: `Add credit or raise the limit in ${accountOf(context)}, or choose another model with /model.`,
	}),
	'wrong-key': ofWrongKey,
	'no-access': (context, complaint) => ({
		statement: `${context.provider.title} does not let us use "${context.model}"`,
		hint: accessAdvice(context, complaint),
	}),
	'unknown-model': ({provider, model}) => ({
		statement: `${provider.title} has no model "${model}"`,
		hint: modelAdvice(provider, model),
	}),
	'context-full': ({provider, model}, {status, words}) =>
		status === 413 && !/token|context|message size/i.test(words)
			? {
					statement: `The request is larger than ${provider.title} takes, often because of an image or a file`,
					hint: 'Send a smaller image or file. /rewind goes back to before it; /compact sums a long conversation up.',
				}
			: {
					statement: `The conversation is longer than "${model}" of ${provider.title} can take`,
					hint: contextAdvice(provider),
				},
	unreachable: ({provider}) => ({
		statement: `The proxy on the way to ${provider.title} wants you to sign in`,
		hint: proxySignInHint,
	}),
	'bad-tool': ({provider}, _complaint, {tools = []}) => ({
		statement: `${provider.title} does not take the tool ${list(tools)}`,
		hint: 'It is left out from now on; whoever wrote its server should mend its schema.',
	}),
	'bad-request': ofBadRequest,
	'provider-error': ofProviderError,
};

/** The failure that a complaint is told as. */
export const complaintFailure = (
	complaint: Complaint,
	verdict: Verdict,
	context: TroubleContext,
): Failure => {
	const {statement, hint} = (speakers[verdict.kind] ?? ofProviderError)(context, complaint, verdict);
	const status = complaint.status === undefined ? '' : ` (HTTP ${complaint.status})`;
	return {
		code: verdict.kind,
		message: sentence(`${statement}${status}`, ownWords(complaint.words, discretionOf(context))),
		hint,
	};
};
