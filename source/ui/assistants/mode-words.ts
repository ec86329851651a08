import type {ApprovalMode} from '../../domain/approval.ts';

/** What each setting means for whoever uses the assistant. */
export const modeWords: Readonly<Record<ApprovalMode, string>> = {
	'always-ask': 'every tool call asks first',
	'trusted-only': 'the trusted tools run without asking, all others ask',
	auto: 'every call runs unasked, unless a rule or a doubt stops it',
};

export const noModeWords = 'as you choose in the chat; it asks unless you say otherwise';
