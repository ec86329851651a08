import type {ApprovalMode} from '../../domain/approval.ts';

/** What each setting means for whoever uses the assistant. */
export const modeWords: Readonly<Record<ApprovalMode, string>> = {
	'always-ask': 'every tool call asks first',
	'trusted-only': 'the trusted tools run without asking, all others ask',
	auto: 'all calls run without asking, except when a rule or a safety check intervenes',
};

export const noModeWords = 'as you choose in the chat; it asks unless you say otherwise';
