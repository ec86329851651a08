export const approvalModes = ['always-ask', 'trusted-only', 'auto'] as const;

export type ApprovalMode = (typeof approvalModes)[number];

/** What a policy says about a call, and the rule that made it say so. */
export type Verdict = {readonly decision: 'allow' | 'ask' | 'deny'; readonly rule: string};
