import type {ApprovalMode} from '../../domain/approval.ts';

/** What each setting means for whoever uses the assistant. */
export const modeWords: Readonly<Record<ApprovalMode, string>> = {
	'always-ask': 'every tool call asks first',
	'trusted-only': 'the trusted tools run without asking, all others ask',
	auto: 'every tool call runs without asking, unless a rule, a suspicious tool or text of others makes it ask',
};

export const noModeWords = 'as you choose in the chat; it asks unless you say otherwise';
