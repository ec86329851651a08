import type {TroubleKind} from '../../../domain/model.ts';
import {isContextFull} from './context-words.ts';
import {toolMentioned, toolsPointedAt} from './named-tools.ts';
import type {Complaint} from './read-complaint.ts';

/** What a complaint comes to. `isPassing`: the same request may go better later. */
export type Verdict = {
	readonly kind: TroubleKind;
	readonly isPassing: boolean;
	readonly tools?: readonly string[];
	/** It is not the model that is unknown, but the address. */
	readonly isWrongAddress?: true;
};

const lasting = (kind: TroubleKind): Verdict => ({kind, isPassing: false});
const passing = (kind: TroubleKind): Verdict => ({kind, isPassing: true});

/** The statuses that codes in the middle of a stream stand for. */
const statusOfCode: readonly (readonly [code: RegExp, status: number])[] = [
	[/^(invalid_request_error|invalid_argument|bad_request\w*|invalid_prompt|failed_precondition)$/, 400],
	[/^(authentication_error|unauthenticated|unauthorized|invalid_api_key|api_key_invalid)$/, 401],
	[/^(billing_error|payment_required|insufficient_\w+)$/, 402],
	[/^(permission_error|permission_denied|forbidden)$/, 403],
	[/^(not_found_error|not_found)$/, 404],
	[/^(rate_limit\w*|resource_exhausted|too_many_requests|tokens|requests)$/, 429],
	[/^(api_error|server_error|internal\w*|vector_store_timeout)$/, 500],
	[/^(timeout_error|deadline_exceeded|timeout)$/, 504],
	[/^(overloaded_error|server_is_overloaded|slow_down|unavailable|service_unavailable\w*)$/, 529],
];

const effectiveStatus = ({status, codes}: Complaint): number | undefined => {
	if (status !== undefined && status >= 400) return status;
	for (const [pattern, meant] of statusOfCode) if (codes.some(code => pattern.test(code))) return meant;
	return status;
};

const quotaCodes =
	/^(insufficient_quota|insufficient_credits|insufficient_balance|billing_\w+|payment_required|quota_exceeded|access_terminated)$/;
const quotaWords =
	/credit balance is too low|insufficient (credits?|balance|funds|quota)|requires more credits|billing hard limit|exceeded your (current |monthly |included )*(quota|usage|budget|credits)|reached your specified (api |workspace )*usage limits?|out of credits|(does not|doesn't) have any credits|used all available credits|(spend(ing)?|usage|key|credit) limit (has been )?(exceeded|reached)|exceeded your monthly/i;

const isQuota = (complaint: Complaint, status: number | undefined): boolean => {
	const {codes, words} = complaint;
	if (status === 402 || codes.some(code => quotaCodes.test(code))) return true;
	if (!quotaWords.test(words)) return false;
	// Gemini says the same of its limits for a minute, and then tells how long to wait.
	const isForMinutes = complaint.retryDelay !== undefined || /retry in \d/i.test(words);
	return !isForMinutes || codes.some(code => /perday|permonth/.test(code)) || /per ?day/i.test(words);
};

const keyWords =
	/(incorrect|invalid|missing|wrong|expired|no|malformed|revoked) (api[ _-]?key|x-api-key|authentication|authorization|auth credentials|credentials|bearer|token)|api[ _-]?key[^.]{0,30}(not valid|not found|invalid|expired|required|missing|revoked)|did not provide an api key/i;
const scopeWords = /insufficient permissions|missing scopes?|not a member of|organization has been disabled/i;

const isWrongKey = ({codes, words}: Complaint, status: number | undefined): boolean => {
	if (status === 401) return !scopeWords.test(words);
	if (
		codes.some(code => /^(invalid_api_key|api_key_invalid|authentication_error|unauthenticated)$/.test(code))
	)
		return true;
	return (status === 400 || status === 403) && keyWords.test(words);
};

const modelCodes =
	/^(model_not_found|model_not_available|model_decommissioned|model_not_supported|deployment_?not_?found)$/;
const modelWords =
	/\bmodels?\b.{0,200}\b(does not exist|do(es)? not found|not found|not exist|is not (a )?(valid|available)|is not supported for|decommissioned|deprecated|(has been|was) (retired|removed|shut down))|(unknown|invalid|no such|unsupported|not a valid) model\b|model_not_found|^model: \S+$|try pulling|no models? (is |are )?loaded|no (endpoints|allowed providers)[^.]{0,20} (found|available) for/i;

const addressWords =
	/^not found\.?$|page not found|file not found|unexpected endpoint|unknown (request )?url|invalid url|no route|cannot (post|get) \/|path not found/i;

const toolUseWords =
	/(not |n't )support(ed)?\b[^.]{0,30}\b(tools?|function calling)|no endpoints found that support tool use|function calling is not enabled/i;

const isUnknownModel = ({codes, words}: Complaint, status: number | undefined): boolean => {
	if (codes.some(code => modelCodes.test(code))) return true;
	return (status === undefined || status < 500) && status !== 429 && modelWords.test(words);
};

const place = '(countr(y|ies)|regions?|territor(y|ies)|location)';
const regionWords = new RegExp(
	`${place} (is )?not (yet )?supported|not (yet )?(supported|available|offered) in your ${place}|not allowed from unsupported ${place}`,
	'i',
);

/** The provider does not serve the place that the request comes from. */
export const isWrongRegion = ({codes, words}: Complaint): boolean =>
	codes.includes('unsupported_country_region_territory') || regionWords.test(words);

/** OpenAI says this with several statuses, of models that it lists. */
const verificationWords = /organi[sz]ation must be verified/i;

const isNoAccess = (complaint: Complaint, status: number | undefined): boolean =>
	status === 401 ||
	status === 403 ||
	status === 451 ||
	isWrongRegion(complaint) ||
	verificationWords.test(complaint.words);

const overloadCodes = /overloaded|^(slow_down|unavailable|service_unavailable\w*)$/;
const overloadWords = /overloaded|(at|no|over) capacity|loading model|model is (still |currently )*loading/i;

const isOverloaded = ({codes, words}: Complaint, status: number | undefined): boolean => {
	if (status === 503 || status === 529 || codes.some(code => overloadCodes.test(code))) return true;
	return (status === undefined || status >= 500 || status === 429) && overloadWords.test(words);
};

/** A server on one's own machine fails in the same way every time, whatever its status says. */
const hopelessWords =
	/requires more (system )?memory|(unable|failed) to load|error loading model|requires --jinja|(schema conversion|parse grammar)|roles must alternate|system role not supported|unrecognized schema/i;
const lastingStatuses: ReadonlySet<number> = new Set([501, 505, 511, 525, 526]);

const ofServerError = ({words}: Complaint, status: number): Verdict =>
	lastingStatuses.has(status) || hopelessWords.test(words)
		? lasting('provider-error')
		: passing('provider-error');

const ofRefusal = (complaint: Complaint, status: number, tools: readonly string[]): Verdict => {
	if (status === 404 && !toolUseWords.test(complaint.words)) {
		const isAddress = !complaint.isStructured || addressWords.test(complaint.words);
		return isAddress ? {...lasting('bad-request'), isWrongAddress: true} : lasting('unknown-model');
	}
	const mentioned = toolMentioned(complaint, tools);
	return mentioned.length > 0 ? {...lasting('bad-tool'), tools: mentioned} : lasting('bad-request');
};

const isToolStatus = (status: number | undefined, {words}: Complaint): boolean =>
	status === undefined || status === 400 || status === 422 || (status >= 500 && hopelessWords.test(words));

/** What a provider's complaint comes to. The order matters: many statuses stand for several things. */
export const classifyComplaint = (complaint: Complaint, tools: readonly string[]): Verdict => {
	const status = effectiveStatus(complaint);
	const pointed = isToolStatus(status, complaint) ? toolsPointedAt(complaint, tools) : [];
	if (pointed.length > 0) return {...lasting('bad-tool'), tools: pointed};
	if (isContextFull(complaint)) return lasting('context-full');
	if (isQuota(complaint, status)) return lasting('quota');
	if (isWrongKey(complaint, status)) return lasting('wrong-key');
	// The model wrote a call that its own provider cannot read; the next time it may do better.
	if (complaint.codes.includes('tool_use_failed')) return passing('provider-error');
	// First: of a model that is there for others, some say the same as of one that is not.
	if (isNoAccess(complaint, status)) return lasting('no-access');
	if (!toolUseWords.test(complaint.words) && isUnknownModel(complaint, status))
		return lasting('unknown-model');
	if (isOverloaded(complaint, status)) return passing('overloaded');
	if (status === 429) return passing('rate-limited');
	if (status === 407) return lasting('unreachable');
	if (status === 408 || status === 409) return passing('provider-error');
	if (status === undefined) return passing('provider-error');
	if (status >= 500 && !/schema conversion|parse grammar/i.test(complaint.words))
		return ofServerError(complaint, status);
	return ofRefusal(complaint, status, tools);
};
