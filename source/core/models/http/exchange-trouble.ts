import {assertNever} from '../../../domain/assert-never.ts';
import type {ModelTrouble, TroubleKind} from '../../../domain/model.ts';
import {describeNetworkEnd} from '../../../support/network/network-end.ts';
import {
	type Unreachable,
	type UnreachableKind,
	unreachableHint,
	unreachableKind,
	unreachablePhrase,
} from '../../../support/network/unreachable.ts';
import type {Provider} from '../adapter.ts';
import type {ExchangeEnd} from './exchange-error.ts';
import {ownWords, sentence} from './own-words.ts';
import {addressSettingOf, addressWords, settingOf} from './provider-advice.ts';
import {discretionOf, type TroubleContext} from './trouble-context.ts';

const trouble = (kind: TroubleKind, message: string, hint: string, isPassing = false): ModelTrouble => ({
	kind,
	failure: {code: kind, message, hint},
	...(isPassing ? {retry: {}} : {}),
});

/** What may be gone in a moment. The others stay until somebody does something. */
const passing: ReadonlySet<UnreachableKind> = new Set(['name-service', 'timeout', 'reset', 'no-route']);

/** At the usual address of a provider nothing can be wrong but the way to it. */
const onTheWay: ReadonlySet<UnreachableKind> = new Set([
	'unknown-host',
	'name-service',
	'refused',
	'no-route',
	'timeout',
]);

const isOffline = ({isLocal, addressSetting}: Provider, end: Unreachable): boolean =>
	!isLocal && addressSetting === undefined && end.proxy === undefined && onTheWay.has(unreachableKind(end));

const reachHint = (provider: Provider, end: Unreachable): string => {
	if (unreachableKind(end) === 'reset' && !provider.isLocal)
		return 'Something on the way ended the connection: use /retry; a VPN, proxy or firewall may be the cause.';
	if (isOffline(provider, end))
		return 'Check that this machine is online; then any VPN, proxy or firewall on the way.';
	return unreachableHint(end, addressWords(provider));
};

const unreachable = (end: Unreachable, {provider}: TroubleContext): ModelTrouble =>
	trouble(
		'unreachable',
		sentence(`${provider.title} ${describeNetworkEnd(end)}`, ''),
		reachHint(provider, end),
		passing.has(unreachableKind(end)),
	);

/** Bytes that are neither HTTP nor what its compression says. */
const isNonsense = (why: Unreachable): boolean =>
	unreachableKind(why) === 'not-http' || /^(Z_|ERR_BROTLI|ERR__)/.test(why.systemCode ?? '');

const brokenOff = (why: Unreachable, {provider}: TroubleContext): ModelTrouble =>
	isNonsense(why)
		? trouble(
				'garbled',
				sentence(`${provider.title} sent an answer that cannot be read`, why.systemCode ?? why.reason),
				'Use /retry; if it stays, something between you and the provider changes what it sends.',
				true,
			)
		: trouble(
				'cut',
				sentence(`The answer of ${provider.title} broke off in the middle`, unreachablePhrase(why)),
				'Nothing of it was acted upon. Use /retry.',
				true,
			);

const stalled = (after: number, {provider, model}: TroubleContext): ModelTrouble =>
	trouble(
		'stalled',
		`${provider.title} ${describeNetworkEnd({type: 'silent', after})} while "${model}" was to answer.`,
		provider.isLocal
			? `A large model takes long to load and to read: raise ${settingOf(provider, 'idleTimeout')} (seconds) in the config, or use /retry.`
			: `Use /retry, or raise ${settingOf(provider, 'idleTimeout')} (seconds) in the config.`,
		true,
	);

/** The trouble of a request that got no answer. */
export const exchangeTrouble = (end: ExchangeEnd, context: TroubleContext): ModelTrouble => {
	const {provider} = context;
	const setting = addressSettingOf(provider);
	switch (end.type) {
		case 'unreachable':
			return unreachable(end, context);
		case 'broken-off':
			return brokenOff(end.why, context);
		case 'silent':
			return stalled(end.after, context);
		case 'message-too-long':
			return trouble(
				'garbled',
				`${provider.title} ${describeNetworkEnd(end)}, which no answer has.`,
				`Check ${setting}: is it the provider that answers there?`,
			);
		case 'redirected':
			return trouble(
				'unreachable',
				`${provider.title} sends us on to ${end.location}, which gets neither the conversation nor your key.`,
				`If that is the right place, set ${setting} to it.`,
			);
		case 'web-page': {
			const title = ownWords(end.title, discretionOf(context));
			return trouble(
				'garbled',
				`At the address of ${provider.title} a web page answers${title === '' ? '' : ` ("${title}")`}, not the provider.`,
				`Check ${setting}, and whether the network wants you to sign in first.`,
			);
		}
		case 'not-a-stream':
			return trouble(
				'garbled',
				sentence(
					`${provider.title} answered with ${end.contentType || 'something whole'} in place of a stream`,
					ownWords(end.body, discretionOf(context)),
				),
				`Check ${setting}: does that server stream its answers?`,
			);
		default:
			return assertNever(end);
	}
};
